// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measured/trace/logs/timed_steps.h"

namespace roofrack {

namespace {

/// "[titan] 2025-01-07 21:09:01,112 - root - INFO - step: 10  loss:  7.02  memory: 30.1GiB(38.0%)  tps: 5,802
/// tflops: 340.2  mfu: 34.4%". Tokens are those of one device; older ones write wps.
class TorchtitanParser final : public TimedStepsParser {
    std::optional<LoggedStep> step_of(std::string_view line, MeasuredFile& out) override {
        if (line.find("device mesh with") != std::string_view::npos) mesh(line, out);
        if (const auto batch = number_behind(line, "global batch size")) out.global_batch = batch;
        if (const auto tokens = number_behind(line, "sequence length")) out.sequence = tokens;
        const auto number = number_behind(line, "step:");
        const auto tokens = number_behind(line, {"tps:", "wps:"});
        if (!number || !tokens) return std::nullopt;
        LoggedStep step;
        step.iteration = iteration_of(*number);
        step.tokens_per_s_per_gpu = tokens;
        step.tflops_per_gpu = number_behind(line, "tflops:");
        step.loss = number_behind(line, {"loss:", "global_avg_loss:"});
        return step;
    }

    /// "Building 2-D device mesh with ['dp_shard', 'tp'], [4, 2]": the product is the world.
    static void mesh(std::string_view line, MeasuredFile& out) {
        const size_t open = line.rfind('[');
        if (open == std::string_view::npos) return;
        double product = 1;
        std::string_view rest = line.substr(open + 1);
        while (const auto size = leading_number(rest)) {
            product *= *size;
            const size_t comma = rest.find(", ");
            if (comma == std::string_view::npos) break;
            rest.remove_prefix(comma + 2);
        }
        if (const auto devices = device_count(product)) out.devices = devices;
    }
};

bool is_torchtitan(std::string_view head) {
    const auto has = [&](std::string_view part) { return head.find(part) != std::string_view::npos; };
    return has("step:") && has("loss:") && (has("tps:") || has("wps:")) &&
           (has("mfu:") || has("memory:") || has("torchtitan"));
}

} // namespace

LogFormat torchtitan_log() {
    return {MeasuredKind::training_log,   "torchtitan", is_torchtitan,
            new_parser<TorchtitanParser>, false,        " tps: "};
}

} // namespace roofrack
