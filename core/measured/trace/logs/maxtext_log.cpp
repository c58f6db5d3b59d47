// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measured/trace/logs/timed_steps.h"

namespace roofrack {

namespace {

/// "completed step: 5, seconds: 12.3, TFLOP/s/device: 180.1, Tokens/s/device: 1200.2, total_weights: 65536,
/// loss: 9.1"
class MaxtextParser final : public TimedStepsParser {
    std::optional<LoggedStep> step_of(std::string_view line, MeasuredFile& out) override {
        if (const auto devices = device_count(number_behind(line, {"num_devices", "Num_devices"})))
            out.devices = devices;
        if (const auto batch = number_behind(line, {"Config param global_batch_size_to_train_on"}))
            out.global_batch = batch;
        if (const auto tokens = number_behind(line, "Config param max_target_length")) out.sequence = tokens;
        const auto number = number_behind(line, "completed step"), seconds = number_behind(line, "seconds");
        if (!number || !seconds || *seconds < 0) return std::nullopt;
        LoggedStep step;
        step.iteration = iteration_of(*number);
        step.step_s = seconds;
        step.tflops_per_gpu = number_behind(line, "TFLOP/s/device");
        step.tokens_per_s_per_gpu = number_behind(line, "Tokens/s/device");
        step.loss = number_behind(line, "loss");
        return step;
    }
    int64_t first_number() const override { return 0; }
};

} // namespace

LogFormat maxtext_log() {
    return {MeasuredKind::training_log,
            "MaxText",
            [](std::string_view head) { return head.find("completed step:") != std::string_view::npos; },
            new_parser<MaxtextParser>,
            false,
            "completed step:"};
}

} // namespace roofrack
