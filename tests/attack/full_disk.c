/* Preloaded into a command: the disk is full from one write on. FULL_DISK_AFTER says how many writes to files succeed;
   FULL_DISK_COUNT names a file that the number of writes goes to when the command ends. FULL_DISK_WHILE names a file: the
   disk is full while that is there. Standard streams do not count. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

static atomic_long count;
static long allowed = -1;
static const char *flag;

__attribute__((constructor)) static void read_settings(void) {
    const char *given = getenv("FULL_DISK_AFTER");
    allowed = given ? atol(given) : -1;
    flag = getenv("FULL_DISK_WHILE");
}

__attribute__((destructor)) static void write_count(void) {
    const char *path = getenv("FULL_DISK_COUNT");
    FILE *file;
    allowed = -1;
    if (path && count && (file = fopen(path, "w"))) {
        fprintf(file, "%ld", (long)count);
        fclose(file);
    }
}

static int is_full(int file) {
    struct stat about;
    if (file <= 2 || fstat(file, &about) || !S_ISREG(about.st_mode)) return 0;
    long before = atomic_fetch_add(&count, 1);
    if ((allowed < 0 || before < allowed) && !(flag && access(flag, F_OK) == 0)) return 0;
    errno = ENOSPC;
    return 1;
}

#define NEXT(name) ((__typeof__(name) *)dlsym(RTLD_NEXT, #name))

ssize_t write(int file, const void *bytes, size_t size) {
    return is_full(file) ? -1 : NEXT(write)(file, bytes, size);
}
ssize_t writev(int file, const struct iovec *parts, int number) {
    return is_full(file) ? -1 : NEXT(writev)(file, parts, number);
}
ssize_t pwrite(int file, const void *bytes, size_t size, off_t at) {
    return is_full(file) ? -1 : NEXT(pwrite)(file, bytes, size, at);
}
ssize_t pwrite64(int file, const void *bytes, size_t size, off64_t at) {
    return is_full(file) ? -1 : NEXT(pwrite64)(file, bytes, size, at);
}
