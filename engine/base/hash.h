/* Hash: FNV-1a over 64 bits of several pieces, the same on every machine. What was computed is kept
 * in files: it must not change. */
#ifndef ACCORD_BASE_HASH_H
#define ACCORD_BASE_HASH_H

#include <stddef.h>
#include <stdint.h>

#define HASH_START UINT64_C(14695981039346656037)

/* One more piece; where it ends makes a difference. */
static inline uint64_t hash_mix(uint64_t hash, const char *bytes, size_t length)
{
    for (size_t i = 0; i < length; i++)
        hash = (hash ^ (unsigned char)bytes[i]) * UINT64_C(1099511628211);
    return (hash ^ 0xff) * UINT64_C(1099511628211);
}

#endif
