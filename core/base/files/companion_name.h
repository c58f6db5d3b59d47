// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <string>

namespace roofrack {

/// ".NAME." of a file, the beginning of the hidden names of what stands beside it. A long name is cut, and
/// its digest stands for the rest, so that 100 more bytes always fit.
std::string companion_prefix(const std::filesystem::path& file);

/// Where this program keeps what belongs to no project's folder: $XDG_DATA_HOME/roofrack, else
/// ~/.local/share/roofrack. Empty when the user has no home.
std::filesystem::path state_folder();

/// Where it keeps what it may lose at any time: $XDG_CACHE_HOME/roofrack, else ~/.cache/roofrack. Empty when
/// the user has no home.
std::filesystem::path cache_folder();

/// Makes a folder there and those above it that are missing, open to nobody but the user. One that exists
/// stays as it is.
void make_own_folder(const std::filesystem::path& folder);

} // namespace roofrack
