// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/plan_search/search_axes.h"

#include <QCoreApplication>

#include <algorithm>

namespace roofrack {

namespace {

void without(SearchSpace& space, Recompute kind) {
    if (space.recompute.empty()) space.recompute = {Recompute::none, Recompute::selective, Recompute::full};
    std::erase(space.recompute, kind);
}

constexpr SearchAxis axes[] = {
    {QT_TRANSLATE_NOOP("roofrack::SearchControls", "Sequence parallelism"),
     QT_TRANSLATE_NOOP("roofrack::SearchControls", "With tensor parallelism (Korthikanti 2022)"),
     [](SearchSpace& space) { space.sequence_parallel = {false}; }},
    {QT_TRANSLATE_NOOP("roofrack::SearchControls", "Selective recompute"),
     QT_TRANSLATE_NOOP("roofrack::SearchControls",
                       "The attention core is computed again instead of kept (Korthikanti 2022)"),
     [](SearchSpace& space) { without(space, Recompute::selective); }},
    {QT_TRANSLATE_NOOP("roofrack::SearchControls", "Full recompute"),
     QT_TRANSLATE_NOOP("roofrack::SearchControls", "Whole layers are computed again instead of kept"),
     [](SearchSpace& space) { without(space, Recompute::full); }},
    {QT_TRANSLATE_NOOP("roofrack::SearchControls", "Interleaved stages"),
     QT_TRANSLATE_NOOP("roofrack::SearchControls", "Several chunks of layers a stage (VP, Narayanan 2021)"),
     [](SearchSpace& space) { space.vpp = {1}; }},
    {QT_TRANSLATE_NOOP("roofrack::SearchControls", "Zero-bubble schedules"),
     QT_TRANSLATE_NOOP("roofrack::SearchControls", "ZB-1p and ZB-2p (Qi 2023)"),
     [](SearchSpace& space) {
         space.schedule = {Schedule::one_f_one_b, Schedule::interleaved};
     }},
    {QT_TRANSLATE_NOOP("roofrack::SearchControls", "Context parallelism"),
     QT_TRANSLATE_NOOP("roofrack::SearchControls", "GPUs that share one sequence"),
     [](SearchSpace& space) { space.cp = {1}; }},
    {QT_TRANSLATE_NOOP("roofrack::SearchControls", "Expert parallelism"),
     QT_TRANSLATE_NOOP("roofrack::SearchControls", "GPUs that share the experts of a mixture"),
     [](SearchSpace& space) { space.ep = {1}; }},
    {QT_TRANSLATE_NOOP("roofrack::SearchControls", "Sharded gradients and weights"),
     QT_TRANSLATE_NOOP("roofrack::SearchControls", "ZeRO-2 and ZeRO-3 (FSDP, Rajbhandari 2020)"),
     [](SearchSpace& space) {
         space.zero = {0, 1};
     }},
    {QT_TRANSLATE_NOOP("roofrack::SearchControls", "Uneven batches"),
     QT_TRANSLATE_NOOP("roofrack::SearchControls",
                       "Some replicas run a micro-batch more than others, which wait for them"),
     [](SearchSpace& space) { space.even_batch = true; }},
};

} // namespace

std::span<const SearchAxis> search_axes() { return axes; }

} // namespace roofrack
