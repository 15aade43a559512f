#ifndef SANITIZED_H
#define SANITIZED_H

/* SANITIZED is defined when the address sanitizer brings its own allocator. */
#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define SANITIZED
#endif
#elif defined(__SANITIZE_ADDRESS__)
#define SANITIZED
#endif

#endif
