// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/step/engine/evaluation.h"
#include "widgets/theme/theme.h"

#include <QString>

#include <vector>

namespace roofrack {

/// The words of the chart of a step: the terms of the field in the window, plain words on slides.
struct StepWords {
    bool is_plain = false;

    QString name(StepPart part) const;
    /// "MFU 42 %", of FP8 "MFU 105 % against the BF16 peak"; empty: it is not known.
    QString utilisation(const Evaluation& evaluation) const;
    /// "binds: leaf uplinks, 4:1"; empty: it is not known.
    QString binding(const Evaluation& evaluation) const;
    /// How much wider than the terms of the field the plain names are, px at scale 1.
    int wider_names(const std::vector<StepPart>& parts, const QString& family) const;
};

} // namespace roofrack
