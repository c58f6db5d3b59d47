// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/base/load_option.h"

#include "app/cli/base/output.h"
#include "core/answers/step_answers.h"

namespace roofrack::cli {

void LoadOption::add_to(const Command& command) {
    command.add_option("--load", text,
                       "what the servers draw, whatever the model and the plan are: nameplate, idle, or a "
                       "share from 0 (idle) to 1 (nameplate)");
}

std::optional<StandingLoad> LoadOption::given() const {
    if (text.empty()) return std::nullopt;
    return value_or_throw<UsageError>(parse_standing_load(text, "--load"));
}

bool is_load_wanted(const LoadOption& load, const ProjectAnswers& project) {
    return load.given() || project.need<Evaluation>().gpus <= 0 || project.standstill().runs();
}

void print_assumed_load(StandingLoad load) {
    print_text("Load assumed: servers {}; switches and storage as always. --load says another.\n\n",
               text_of(load));
}

} // namespace roofrack::cli
