// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/files/foreign_file.h"

#include <algorithm>

namespace roofrack {

namespace fs = std::filesystem;

namespace {

/// Folders deeper than this are somebody's mistake.
constexpr int deepest_folder = 64;
/// Names looked at for each file asked for: a folder of links or pipes ends, too.
constexpr size_t names_a_file = 10;

} // namespace

Result<FolderFiles> files_in_folder(const fs::path& folder, size_t most) {
    if (is_kernel_file(folder))
        return fail(folder.string(), "is made up by the kernel", "name an ordinary folder");
    std::error_code error;
    fs::recursive_directory_iterator walk(folder, fs::directory_options::skip_permission_denied, error);
    if (error)
        return fail(folder.string(), "could not be opened: " + error.message(), "check its permissions");
    FolderFiles out;
    size_t names = 0;
    for (; !error && walk != fs::recursive_directory_iterator(); walk.increment(error)) {
        std::error_code ignored;
        if (walk->is_directory(ignored) && (walk.depth() >= deepest_folder || is_kernel_file(walk->path())))
            walk.disable_recursion_pending();
        out.cut = out.files.size() >= most || ++names > most * names_a_file;
        if (out.cut) break;
        if (walk->is_regular_file(ignored)) out.files.push_back(walk->path());
    }
    std::ranges::sort(out.files);
    return out;
}

} // namespace roofrack
