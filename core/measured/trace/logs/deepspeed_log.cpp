// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measured/trace/logs/timed_steps.h"

namespace roofrack {

namespace {

/// "[2024-…] [INFO] [timer.py:260:stop] epoch=0/micro_step=80/global_step=10, RunningAvgSamplesPerSec=26.1,
/// CurrSamplesPerSec=26.4, …", and of its pipeline engine "steps: 10 loss: 3.21 iter time (s): 1.2
/// samples/sec: 26.6".
class DeepspeedParser final : public TimedStepsParser {
    std::optional<LoggedStep> step_of(std::string_view line, MeasuredFile& out) override {
        if (const auto devices = device_count(number_behind(line, {"dist_world_size", "world_size"})))
            out.devices = devices;
        if (const auto batch = number_behind(line, "train_batch_size")) out.global_batch = batch;
        const auto samples = number_behind(line, {"CurrSamplesPerSec", "samples/sec"});
        const auto number = number_behind(line, {"global_step", "steps"});
        if (!samples || !number) return std::nullopt;
        LoggedStep step;
        step.iteration = iteration_of(*number);
        step.samples_per_s = samples;
        step.step_s = number_behind(line, "iter time (s)");
        step.loss = number_behind(line, "loss");
        return step;
    }
};

bool is_deepspeed(std::string_view head) {
    const auto has = [&](std::string_view part) { return head.find(part) != std::string_view::npos; };
    return has("CurrSamplesPerSec=") || (has("iter time (s):") && has("samples/sec:"));
}

} // namespace

LogFormat deepspeed_log() {
    return {MeasuredKind::training_log, "DeepSpeed", is_deepspeed, new_parser<DeepspeedParser>};
}

} // namespace roofrack
