#include "core/status.h"

const char *status_word(enum status status)
{
    static const char *const word[STATUS_COUNT] = {"ok", "diverged", "no-convergence", "off-branch",
                                                   "singular"};
    return (unsigned)status < STATUS_COUNT ? word[status] : "unknown";
}
