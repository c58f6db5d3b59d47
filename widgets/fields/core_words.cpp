// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/fields/core_words.h"

#include <QCoreApplication>

#include <algorithm>
#include <string>

namespace roofrack {
namespace {

/// The core writes them down; here they are marked for the tools that gather what is to be translated.
[[maybe_unused]] constexpr const char* core_names[] = {
    QT_TRANSLATE_NOOP("Core", "compute"),
    QT_TRANSLATE_NOOP("Core", "HBM"),
    QT_TRANSLATE_NOOP("Core", "launch"),
    QT_TRANSLATE_NOOP("Core", "tensor comm"),
    QT_TRANSLATE_NOOP("Core", "context comm"),
    QT_TRANSLATE_NOOP("Core", "expert comm"),
    QT_TRANSLATE_NOOP("Core", "pipeline bubble"),
    QT_TRANSLATE_NOOP("Core", "pipeline comm"),
    QT_TRANSLATE_NOOP("Core", "data comm"),
    QT_TRANSLATE_NOOP("Core", "optimizer"),
    QT_TRANSLATE_NOOP("Core", "straggler"),
    QT_TRANSLATE_NOOP("Core", "throttle"),
    QT_TRANSLATE_NOOP("Core", "input"),
    QT_TRANSLATE_NOOP("Core", "checkpoint"),
    QT_TRANSLATE_NOOP("Core", "failure"),
    QT_TRANSLATE_NOOP("Core", "model"),
    QT_TRANSLATE_NOOP("Core", "sequence"),
    QT_TRANSLATE_NOOP("Core", "batch"),
    QT_TRANSLATE_NOOP("Core", "token budget"),
    QT_TRANSLATE_NOOP("Core", "Checkpoints"),
    QT_TRANSLATE_NOOP("Core", "Lost work"),
    QT_TRANSLATE_NOOP("Core", "Detection"),
    QT_TRANSLATE_NOOP("Core", "Rescheduling"),
    QT_TRANSLATE_NOOP("Core", "Loading"),
    QT_TRANSLATE_NOOP("Core", "Start-up"),
    QT_TRANSLATE_NOOP("Core", "Waiting for repair"),
    QT_TRANSLATE_NOOP("Core", "Planned stops"),
    QT_TRANSLATE_NOOP("Core", "GPU power cap"),
    QT_TRANSLATE_NOOP("Core", "chip temperature"),
    QT_TRANSLATE_NOOP("Core", "feeds"),
    QT_TRANSLATE_NOOP("Core", "cooling"),
    QT_TRANSLATE_NOOP("Core", "cooling plant"),
    QT_TRANSLATE_NOOP("Core", "site supply"),
    QT_TRANSLATE_NOOP("Core", "linear"),
    QT_TRANSLATE_NOOP("Core", "diminishing"),
    QT_TRANSLATE_NOOP("Core", "degrading"),
    QT_TRANSLATE_NOOP("Core", "rings inside a server"),
    QT_TRANSLATE_NOOP("Core", "rings between servers"),
    QT_TRANSLATE_NOOP("Core", "trees and latency"),
    QT_TRANSLATE_NOOP("Core", "serial work"),
    QT_TRANSLATE_NOOP("Core", "Compute- or communication-bound?"),
    QT_TRANSLATE_NOOP("Core", "Numerically stable at other counts?"),
    QT_TRANSLATE_NOOP("Core", "Does the network carry the volume?"),
    QT_TRANSLATE_NOOP("Core", "good"),
    QT_TRANSLATE_NOOP("Core", "limited"),
    QT_TRANSLATE_NOOP("Core", "bad"),
    QT_TRANSLATE_NOOP("Core", "not measured"),
    QT_TRANSLATE_NOOP("Core", "confirmed"),
    QT_TRANSLATE_NOOP("Core", "derived"),
    QT_TRANSLATE_NOOP("Core", "from memory"),
    QT_TRANSLATE_NOOP("Core", "judgement"),
    QT_TRANSLATE_NOOP("Core", "unknown"),
    QT_TRANSLATE_NOOP("Core", "computed"),
    QT_TRANSLATE_NOOP("Core", "none"),
    QT_TRANSLATE_NOOP("Core", "selective"),
    QT_TRANSLATE_NOOP("Core", "full"),
    QT_TRANSLATE_NOOP("Core", "1f1b"),
    QT_TRANSLATE_NOOP("Core", "interleaved"),
    QT_TRANSLATE_NOOP("Core", "zb-1p"),
    QT_TRANSLATE_NOOP("Core", "zb-2p"),
    QT_TRANSLATE_NOOP("Core", "each"),
    QT_TRANSLATE_NOOP("Core", "rail"),
    QT_TRANSLATE_NOOP("Core", "mesh"),
    QT_TRANSLATE_NOOP("Core", "torus"),
    QT_TRANSLATE_NOOP("Core", "waterside economiser"),
    QT_TRANSLATE_NOOP("Core", "dry cooler"),
    QT_TRANSLATE_NOOP("Core", "adiabatic dry cooler"),
    QT_TRANSLATE_NOOP("Core", "water cooled chiller"),
    QT_TRANSLATE_NOOP("Core", "air cooled chiller"),
    QT_TRANSLATE_NOOP("Core", "tower only"),
    QT_TRANSLATE_NOOP("Core", "dry cooler only"),
    QT_TRANSLATE_NOOP("Core", "16-bit arithmetic"),
    QT_TRANSLATE_NOOP("Core", "narrowest arithmetic"),
    QT_TRANSLATE_NOOP("Core", "HBM bandwidth"),
    QT_TRANSLATE_NOOP("Core", "scale-up link"),
    QT_TRANSLATE_NOOP("Core", "NICs"),
    QT_TRANSLATE_NOOP("Core", "FP8"),
    QT_TRANSLATE_NOOP("Core", "FP4"),
    QT_TRANSLATE_NOOP("Core", "bf16"),
    QT_TRANSLATE_NOOP("Core", "fp16"),
    QT_TRANSLATE_NOOP("Core", "bf16 summed in fp32"),
    QT_TRANSLATE_NOOP("Core", "fp32"),
    QT_TRANSLATE_NOOP("Core", "values of either sign"),
    QT_TRANSLATE_NOOP("Core", "values of equal sign"),
    QT_TRANSLATE_NOOP("Core", "all reduce"),
    QT_TRANSLATE_NOOP("Core", "reduce scatter"),
    QT_TRANSLATE_NOOP("Core", "ring"),
    QT_TRANSLATE_NOOP("Core", "tree"),
    QT_TRANSLATE_NOOP("Core", "NVLS"),
    QT_TRANSLATE_NOOP("Core", "CollNet"),
    QT_TRANSLATE_NOOP("Core", "PAT"),
    QT_TRANSLATE_NOOP("Core", "all-pairs"),
};

} // namespace

QString core_word(std::string_view name) {
    std::string words(name);
    std::ranges::replace(words, '_', ' ');
    return QCoreApplication::translate("Core", words.c_str());
}

} // namespace roofrack
