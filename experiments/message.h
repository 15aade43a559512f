#ifndef MESSAGE_H
#define MESSAGE_H

#include <stdbool.h>

#if defined(__GNUC__)
#define LIKE_PRINTF __attribute__((format(printf, 1, 2)))
#else
#define LIKE_PRINTF
#endif

/* One line on standard error, whatever the text holds: control characters become '?'. Both return false, so that
   whoever refuses something can do so in one statement. */
bool bad_usage(const char *format, ...) LIKE_PRINTF; /* the request was wrong: exit code 2 */
bool trouble(const char *format, ...) LIKE_PRINTF;   /* the machine refused: exit code 3 */

#endif
