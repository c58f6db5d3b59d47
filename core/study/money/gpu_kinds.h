// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/step/engine/prepared.h"

#include <string>
#include <vector>

namespace roofrack {

/// GPUs of one kind.
struct GpusOfKind {
    std::string name; ///< "H100"
    double gpus = 0;
};

/// GPUs of each kind that is drawn, the most first, by their short names where these tell them apart. Empty:
/// there is one kind.
std::vector<GpusOfKind> drawn_kinds(const Prepared& prepared);

/// "H100 + B200"; where there is one kind, this name.
std::string kinds_text(const std::vector<GpusOfKind>& kinds, const std::string& name);
/// "512 × H100 + 384 × B200"; where there is one kind, so many of this name: "1,008 × GB200".
std::string gpus_text(const std::vector<GpusOfKind>& kinds, double gpus, const std::string& name);

} // namespace roofrack
