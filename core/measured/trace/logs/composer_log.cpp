// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measured/trace/logs/timed_steps.h"

namespace roofrack {

namespace {

/// Composer of MosaicML (LLM Foundry): "[batch=10/4800]:" and below it lines such as
/// "Train throughput/tokens_per_sec: 51234.2" and "Train loss/train/total: 9.81".
class ComposerParser final : public LogParser {
public:
    void line(std::string_view raw, MeasuredFile& out) override {
        const std::string_view line = without_tag(raw);
        if (const auto batch = number_behind(raw, "[batch=")) {
            LoggedStep step;
            step.iteration = iteration_of(*batch);
            m_times.add(raw, step);
            out.steps.push_back(step);
            return;
        }
        if (const auto devices = device_count(number_behind(line, {"n_gpus", "world_size", "num_gpus"})))
            out.devices = devices;
        if (const auto batch = number_behind(line, {"global_train_batch_size", "train_batch_size"}))
            out.global_batch = batch;
        if (const auto tokens = number_behind(line, "max_seq_len")) out.sequence = tokens;
        if (out.steps.empty()) return;
        LoggedStep& step = out.steps.back();
        const auto take = [&](std::optional<double>& to, std::string_view label) {
            if (const auto value = number_behind(line, label)) to = value;
        };
        take(step.samples_per_s, "throughput/samples_per_sec");
        take(step.tokens_per_s, "throughput/tokens_per_sec");
        take(step.tokens_per_s_per_gpu, "throughput/device/tokens_per_sec");
        take(step.loss, "loss/train/total");
        if (const auto rate = number_behind(line, "throughput/batches_per_sec"); rate && *rate > 0)
            step.step_s = 1 / *rate;
        if (const auto flops = number_behind(line, "throughput/device/flops_per_sec"))
            step.tflops_per_gpu = *flops * 1e-12;
    }
    void end(MeasuredFile& out) override { m_times.end(out); }

private:
    TimedSteps m_times;
};

} // namespace

LogFormat composer_log() {
    return {MeasuredKind::training_log,
            "MosaicML Composer",
            [](std::string_view head) {
                return head.find("[batch=") != std::string_view::npos &&
                       head.find("Train ") != std::string_view::npos;
            },
            new_parser<ComposerParser>,
            false,
            "[batch="};
}

} // namespace roofrack
