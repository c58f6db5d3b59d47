// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/model/part.h"
#include "core/measured/draft/told_run.h"

#include <string>
#include <string_view>

namespace roofrack {

class Catalog;

/// An accelerator of the catalogue for what files call the GPU.
struct FoundAccelerator {
    const Part* part = nullptr; ///< null: nothing fits
    bool is_guess = false;      ///< by its memory, or by a name of several
    std::string reason;         ///< why it is guessed
};
/// Finds it by its name; where several have the name, by the memory (B; 0: not known); where no name is told,
/// it is the maker's that has this memory, if there is one alone.
FoundAccelerator find_accelerator(std::string_view name, double memory, const Catalog& catalog);

/// "NVIDIA A100-PG509-200" → "A100", "Tesla V100-DGXS-32GB" → "V100": letters, then figures; empty: no word
/// is so.
std::string gpu_family(std::string_view name);

/// "NVLink", "Infinity Fabric": what the scale-up of an accelerator is called.
std::string scale_up_name(const Part& accelerator);
/// "InfiniBand" for "infiniband".
std::string network_name(std::string_view kind);
/// Whether a network is called so in server parts: "infiniband", "roce", …
bool is_network_kind(std::string_view kind);

/// Gb/s a GPU of the network between servers as far as files tell its adapters: from "network_gbps", else
/// adapters × their rate over the GPUs of a server; 0 where they do not.
double told_network_gbps(const ToldRun& run, double gpus_per_server);

} // namespace roofrack
