// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/units/diagnostic.h"

#include <filesystem>
#include <string>
#include <vector>

namespace roofrack {

/// GPUs that the header of an output of nccl-tests (or rccl-tests) lists, each name once: "NVIDIA
/// A100-SXM4-80GB". Empty where it lists none or cannot be read.
std::vector<std::string> gpus_of_nccl_log(const std::filesystem::path& path);

/// What to say when none of `drawn` (names or ids of accelerators) is one of `logged`: their model, "A100",
/// counts, not form or memory. Empty: alike, or one side is not known.
std::string other_gpu_warning(const std::vector<std::string>& logged, const std::vector<std::string>& drawn);

} // namespace roofrack
