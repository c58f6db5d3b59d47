// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/sharing/shared_jobs_figures.h"

#include "core/base/figures/builder.h"

namespace roofrack {

void describe(figures::Builder<JobLevel>& f) {
    using namespace figures;
    using L = JobLevel;
    f.text("level", &L::level, "level", "of the fabric, as drawn");
    f.number("duty", &L::duty, share, "duty", "of the shared step, in which the job sends there", always);
    f.number("sends_bytes_per_s", &L::sends, bytes_per_second, "sends", "a GPU, while it does", always);
    f.number("alone_bytes_per_s", &L::alone, bytes_per_second, "alone",
             "what the level gives a GPU when no other job runs", more, always);
    f.number("shared_bytes_per_s", &L::shared, bytes_per_second, "shared",
             "what it gives a GPU beside the others, in the mean", more, always);
}

void describe(figures::Builder<JobShare>& f) {
    using namespace figures;
    using J = JobShare;
    constexpr std::string_view no_step = "the job has no step";
    f.text("name", &J::name, "job", "the scenario's own first", names_item);
    f.number("gpus", &J::gpus, count, "GPUs", "of the job", always);
    f.text("reason", &J::reason, "reason", "why it has no step; empty: it has one, or only traffic is given");
    f.number("step_alone_s", &J::alone, seconds, "step alone", "with its checkpoints and failures", less,
             f.gate([](const J& j) { return j.alone > Seconds(0); }, no_step));
    f.number("step_shared_s", &J::shared, seconds, "step beside the others",
             "with its checkpoints and failures", less,
             f.gate([](const J& j) { return j.shared > Seconds(0); }, no_step));
    f.number("loss", &J::loss, share, "loss", "of its speed, that the others take", less, always);
    f.list("levels", &J::levels, "levels", "that it crosses and shares, innermost first");
}

void describe(figures::Builder<SharedJobs>& f) {
    using namespace figures;
    using S = SharedJobs;
    f.choice("placement", &S::placement, "placement", "of the jobs on the fabric",
             one_of({JobPlacement::packed, JobPlacement::scattered}));
    f.number("gpus", &S::drawn, count, "GPUs", "as drawn", always);
    f.flag("settled", &S::settled, "settled", "the shares came to rest");
    f.list("jobs", &S::jobs, "jobs", "on one fabric, the scenario's own first");
}

} // namespace roofrack
