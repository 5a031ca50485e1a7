#include "base/utf8.h"

#include <stdbool.h>

/* Row i describes the characters of i + 1 bytes. */
static const struct form {
    unsigned char mask, lead; /* a first byte has `lead` under `mask` */
    uint32_t least;           /* smaller code points must use fewer bytes */
} forms[] = {
    {0x80, 0x00, 0x0},
    {0xe0, 0xc0, 0x80},
    {0xf0, 0xe0, 0x800},
    {0xf8, 0xf0, 0x10000},
};

enum { FORMS_COUNT = sizeof forms / sizeof *forms };

/* True for a code point that text may hold. */
static bool is_scalar(uint32_t code)
{
    return code <= 0x10ffff && (code < 0xd800 || code > 0xdfff);
}

size_t utf8_read(const char *bytes, size_t length, uint32_t *ret_code)
{
    if (!length)
        return 0;
    unsigned char first = (unsigned char)bytes[0];
    size_t extra = 0;
    while (extra < FORMS_COUNT && (first & forms[extra].mask) != forms[extra].lead)
        extra++;
    if (extra == FORMS_COUNT || extra >= length)
        return 0;

    uint32_t code = first & (unsigned char)~forms[extra].mask;
    for (size_t i = 1; i <= extra; i++) {
        unsigned char byte = (unsigned char)bytes[i];
        if ((byte & 0xc0) != 0x80)
            return 0;
        code = code << 6 | (byte & 0x3f);
    }
    if (code < forms[extra].least || !is_scalar(code))
        return 0;
    *ret_code = code;
    return extra + 1;
}

size_t utf8_write(uint32_t code, char ret_bytes[4])
{
    size_t extra = FORMS_COUNT - 1;
    while (extra && code < forms[extra].least)
        extra--;
    for (size_t i = extra; i; i--) {
        ret_bytes[i] = (char)(0x80 | (code & 0x3f));
        code >>= 6;
    }
    ret_bytes[0] = (char)(forms[extra].lead | code);
    return extra + 1;
}
