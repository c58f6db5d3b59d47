// SPDX-License-Identifier: GPL-3.0-or-later
// Loaded into a program (LD_PRELOAD), it counts the calls that change files in one folder, and at one of them
// kills the program or lets the disk be full. By environment:
//   ROOFRACK_FAULT_FOLDER  absolute, with its folders
//   ROOFRACK_FAULT_LOG     a file elsewhere that gets a letter for each call: o for open, w write, m mode,
//                          t truncate or allocate, s sync, r rename, u unlink
//   ROOFRACK_FAULT_AT      the call, counted from 1; 0: none
//   ROOFRACK_FAULT_KIND    "kill": before the call, a write is half done; "full": ENOSPC from it on
#include <atomic>
#include <cerrno>
#include <climits>
#include <csignal>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace {

std::atomic<int> calls;

const char* setting(const char* name) {
    const char* const value = std::getenv(name);
    return value ? value : "";
}

bool is_watched(const char* path) {
    const char* const folder = setting("ROOFRACK_FAULT_FOLDER");
    return *folder && std::strncmp(path, folder, std::strlen(folder)) == 0;
}

bool is_watched(int descriptor) {
    char link[64], path[PATH_MAX + 1];
    std::snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
    const ssize_t size = readlink(link, path, PATH_MAX);
    if (size <= 0) return false;
    path[size] = '\0';
    return is_watched(path);
}

void kill_program() { syscall(SYS_kill, getpid(), SIGKILL); }

/// Notes the call. True: it fails.
bool fails(char letter) {
    const int at = std::atoi(setting("ROOFRACK_FAULT_AT"));
    const int number = ++calls;
    const auto log = static_cast<int>(
        syscall(SYS_openat, AT_FDCWD, setting("ROOFRACK_FAULT_LOG"), O_WRONLY | O_CREAT | O_APPEND, 0666));
    syscall(SYS_write, log, &letter, 1);
    syscall(SYS_close, log);
    if (at == 0 || number < at) return false;
    const bool is_full = std::strcmp(setting("ROOFRACK_FAULT_KIND"), "full") == 0;
    if (!is_full && letter != 'w') kill_program();
    const bool takes_room = std::strchr("owts", letter) || (letter == 'r' && number == at);
    if (is_full && takes_room) errno = ENOSPC;
    return !is_full || takes_room;
}

template<class Function>
Function* next(const char* name) {
    return reinterpret_cast<Function*>(dlsym(RTLD_NEXT, name));
}

int open_watched(int folder, const char* path, int flags, mode_t mode) {
    const bool changes = (flags & (O_CREAT | O_TRUNC)) != 0 || (flags & O_ACCMODE) != O_RDONLY;
    if (changes && is_watched(path) && fails('o')) return -1;
    return static_cast<int>(syscall(SYS_openat, folder, path, flags, mode));
}

ssize_t write_watched(int descriptor, const void* bytes, size_t size) {
    if (!is_watched(descriptor) || !fails('w')) return syscall(SYS_write, descriptor, bytes, size);
    const ssize_t half = size > 1 ? syscall(SYS_write, descriptor, bytes, size / 2) : 0;
    if (std::strcmp(setting("ROOFRACK_FAULT_KIND"), "full") != 0) kill_program();
    errno = ENOSPC;
    return half > 0 ? half : -1;
}

mode_t mode_of(int flags, va_list arguments) {
    return (flags & (O_CREAT | O_TMPFILE)) != 0 ? va_arg(arguments, mode_t) : 0;
}

} // namespace

// The names are those of the C library.
extern "C" {

int open(const char* path, int flags, ...) {
    va_list arguments;
    va_start(arguments, flags);
    const mode_t mode = mode_of(flags, arguments);
    va_end(arguments);
    return open_watched(AT_FDCWD, path, flags, mode);
}
int open64(const char* path, int flags, ...) {
    va_list arguments;
    va_start(arguments, flags);
    const mode_t mode = mode_of(flags, arguments);
    va_end(arguments);
    return open_watched(AT_FDCWD, path, flags, mode);
}
int openat(int folder, const char* path, int flags, ...) {
    va_list arguments;
    va_start(arguments, flags);
    const mode_t mode = mode_of(flags, arguments);
    va_end(arguments);
    return open_watched(folder, path, flags, mode);
}
int openat64(int folder, const char* path, int flags, ...) {
    va_list arguments;
    va_start(arguments, flags);
    const mode_t mode = mode_of(flags, arguments);
    va_end(arguments);
    return open_watched(folder, path, flags, mode);
}

ssize_t write(int descriptor, const void* bytes, size_t size) {
    return write_watched(descriptor, bytes, size);
}

int fchmod(int descriptor, mode_t mode) {
    if (is_watched(descriptor)) fails('m');
    return static_cast<int>(syscall(SYS_fchmod, descriptor, mode));
}
int fsync(int descriptor) {
    if (is_watched(descriptor) && fails('s')) return -1;
    return static_cast<int>(syscall(SYS_fsync, descriptor));
}
int fdatasync(int descriptor) { return fsync(descriptor); }
int ftruncate(int descriptor, off_t size) {
    if (is_watched(descriptor) && fails('t')) return -1;
    return static_cast<int>(syscall(SYS_ftruncate, descriptor, size));
}
int ftruncate64(int descriptor, off64_t size) { return ftruncate(descriptor, size); }
int posix_fallocate(int descriptor, off_t at, off_t size) {
    if (is_watched(descriptor) && fails('t')) return ENOSPC;
    return next<int(int, off_t, off_t)>("posix_fallocate")(descriptor, at, size);
}
int posix_fallocate64(int descriptor, off64_t at, off64_t size) {
    return posix_fallocate(descriptor, at, size);
}

int rename(const char* from, const char* to) {
    if (is_watched(to) && fails('r')) return -1;
    return next<int(const char*, const char*)>("rename")(from, to);
}
int unlink(const char* path) {
    if (is_watched(path)) fails('u');
    return next<int(const char*)>("unlink")(path);
}
int remove(const char* path) {
    if (is_watched(path)) fails('u');
    return next<int(const char*)>("remove")(path);
}

} // extern "C"
