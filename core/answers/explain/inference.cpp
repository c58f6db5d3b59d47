// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/explain/inference.h"

#include "core/answers/explain/communication.h"

namespace roofrack {

namespace {

ExplanationPtr generation_node(const Inputs& in, const InferenceTimes& times) {
    const Tuning& tuning = in.impl().scenario.workload.tuning;
    const Generation& made = times.generated;
    const auto leaf = [&](const char* key, const char* name, double value, const char* unit = "") {
        return in.found("generation", key, name, value, unit);
    };
    if (tuning.split.is_given() || made.gpus <= 0)
        return leaf("seconds", "time of generation, by the split that is given", times.generation, "s");
    const ExplanationPtr token =
        leaf("token_time", "time of a token of all sequences at a time, of HBM, arithmetic and exchange",
             made.token_time, "s");
    return recorded("generation", times.generation, "s",
                    Term(leaf("prefill", "time of the prompts", made.prefill, "s")) +
                        Term(leaf("rounds", "rounds of sequences", made.rounds)) *
                            leaf("tokens", "generated tokens of a sequence", made.tokens) * token,
                    "Pope 2022 (arXiv 2211.05102), section 2");
}

} // namespace

ExplanationPtr inference_node(const Inputs& in) {
    const InferenceTimes& times = in.state().cost.inference_times;
    if (times.total() <= 0)
        return absent_part(in, StepPart::inference, "the step trains and does nothing else");
    const Term scoring =
        in.found("generation", "scoring", "time of forward passes that train nothing", times.scoring, "s");
    return in.recorded_part(StepPart::inference,
                            (Term(generation_node(in, times)) + scoring) / in.drawn_speed());
}

} // namespace roofrack
