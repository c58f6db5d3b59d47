// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measured/trace/logs/timed_steps.h"

namespace roofrack {

namespace {

/// NeMo under Lightning: "Training epoch 0, iteration 9/99 | lr: … | global_batch_size: 128 | global_step: 9
/// | reduced_train_loss: 11.03 | train_step_timing in s: 12.5", or the same names with = in a progress bar.
class NemoParser final : public TimedStepsParser {
    std::optional<LoggedStep> step_of(std::string_view line, MeasuredFile& out) override {
        // Lightning: "All distributed processes registered. Starting with 64 processes"
        if (const auto devices = device_count(number_behind(line, "registered. Starting with")))
            out.devices = devices;
        const auto seconds = number_behind(line, "train_step_timing in s");
        if (!seconds) return std::nullopt;
        const auto number = number_behind(line, {"global_step", "iteration"});
        if (!number || *seconds < 0) return std::nullopt;
        LoggedStep step;
        step.global_batch = number_behind(line, "global_batch_size");
        if (step.global_batch) out.global_batch = step.global_batch;
        step.iteration = iteration_of(*number);
        step.step_s = seconds;
        step.loss = number_behind(line, {"reduced_train_loss", "loss"});
        step.tflops_per_gpu = number_behind(line, {"TFLOPS_per_GPU", "tflops_per_sec_per_gpu"});
        return step;
    }
    std::vector<std::string_view> loss_labels() const override { return {"reduced_train_loss", "loss"}; }
    int64_t first_number() const override { return 0; }
};

} // namespace

LogFormat nemo_log() {
    return {
        MeasuredKind::training_log,
        "NeMo",
        [](std::string_view head) { return head.find("train_step_timing in s") != std::string_view::npos; },
        new_parser<NemoParser>,
        false,
        "train_step_timing in s"};
}

} // namespace roofrack
