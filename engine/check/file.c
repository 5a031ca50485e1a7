#include "check/file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Reads to the end of a file that may have grown since it was measured. */
static int read_all(int descriptor, size_t size, struct file_bytes *ret_bytes)
{
    size_t room = size + 1, length = 0;
    char *text = malloc(room);
    int error = text ? 0 : ENOMEM;
    while (error == 0) {
        ssize_t got = read(descriptor, text + length, room - length - 1);
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            error = errno;
        if (got <= 0)
            break;
        length += (size_t)got;
        if (length + 1 == room) {
            char *larger = length < FILE_SIZE_MAX ? realloc(text, room * 2) : NULL;
            if (larger == NULL) {
                error = length < FILE_SIZE_MAX ? ENOMEM : EFBIG;
                break;
            }
            text = larger;
            room *= 2;
        }
    }
    if (error) {
        free(text);
        return error;
    }
    text[length] = '\0';
    *ret_bytes = (struct file_bytes){.text = text, .length = length};
    return 0;
}

int file_read(const char *path, struct file_bytes *ret_bytes)
{
    struct stat status;
    int descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    if (descriptor < 0)
        return errno;
    int error = fstat(descriptor, &status) == 0 ? 0 : errno;
    if (error == 0 && !S_ISREG(status.st_mode))
        error = S_ISDIR(status.st_mode) ? EISDIR : EINVAL;
    if (error == 0 && status.st_size > FILE_SIZE_MAX)
        error = EFBIG;
    if (error == 0)
        error = read_all(descriptor, (size_t)status.st_size + 1, ret_bytes);
    close(descriptor);
    return error;
}

void file_bytes_clear(struct file_bytes *bytes)
{
    free(bytes->text);
    *bytes = (struct file_bytes){0};
}

static int write_all(int descriptor, const char *text, size_t length)
{
    while (length > 0) {
        ssize_t put = write(descriptor, text, length);
        if (put < 0 && errno == EINTR)
            continue;
        if (put < 0)
            return errno;
        text += put;
        length -= (size_t)put;
    }
    return fsync(descriptor) == 0 || errno == EINVAL ? 0 : errno;
}

/* Writes the new text beside the file, with its rights, and puts it in its place. */
static int replace_with(const char *target, const struct stat *old, char *beside, const char *text,
                        size_t length)
{
    int descriptor = mkstemp(beside);
    if (descriptor < 0)
        return errno;
    int error = write_all(descriptor, text, length);
    if (fchown(descriptor, old->st_uid, old->st_gid) != 0 && error == 0 && errno != EPERM)
        error = errno;
    if (error == 0 && fchmod(descriptor, old->st_mode & 07777) != 0)
        error = errno;
    if (close(descriptor) != 0 && error == 0)
        error = errno;
    if (error == 0 && rename(beside, target) != 0)
        error = errno;
    if (error)
        unlink(beside);
    return error;
}

int file_replace(const char *path, const char *text, size_t length)
{
    static const char suffix[] = ".XXXXXX";
    struct stat old;
    char *target = realpath(path, NULL);
    if (target == NULL)
        return errno;
    size_t size = strlen(target);
    char *beside = malloc(size + sizeof suffix);
    int error = beside ? 0 : ENOMEM;
    if (error == 0 && stat(target, &old) != 0)
        error = errno;
    if (error == 0) {
        memcpy(beside, target, size);
        memcpy(beside + size, suffix, sizeof suffix);
        error = replace_with(target, &old, beside, text, length);
    }
    free(beside);
    free(target);
    return error;
}
