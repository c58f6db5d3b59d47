// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/handover/workbook.h"

#include "core/answers/compare/scenarios_beside.h"
#include "core/answers/drawing_answers.h"
#include "core/answers/handover/sheets.h"
#include "core/base/units/word_list.h"
#include "core/drawing/handover/cable_list.h"

#include <fmt/format.h>

namespace roofrack {

WorkbookInput WorkbookInput::of(const Answers& answers, const Project& project) {
    WorkbookInput out{answers, project.name};
    auto beside =
        ScenariosBeside::of(std::make_shared<const Answers>(answers.snapshot(), answers.catalog()), project);
    if (!beside.are_several()) return out;
    out.compared = std::move(beside.scenarios);
    out.left_out = std::move(beside.left_out);
    out.kept = std::move(beside.kept);
    return out;
}

Result<std::string> project_workbook(const WorkbookInput& input, std::vector<Diagnostic>& warnings,
                                     const std::stop_token& stop) {
    // The sheet Comparison asks scenarios one after another: each of them is told.
    const std::stop_callback ends(stop, [&input] {
        input.answers.stop();
        for (const auto& each : input.compared) each->stop();
    });
    const auto* const priced = input.answers.get<PricedBill>();
    if (!priced || !*priced) return tl::unexpected(why_missing(priced));
    const auto list = CableList::make(input.answers.scenario().cluster, input.answers.catalog());
    if (!list) return tl::unexpected(list.error());
    for (const Diagnostic& warning : list->warnings()) warnings.push_back(warning);
    if (!input.left_out.empty())
        warnings.push_back(
            {"Comparison",
             fmt::format("the sheet has {} of {} scenarios, without {}", input.compared.size(),
                         input.compared.size() + input.left_out.size(), word_list(input.left_out)),
             "`compare` and exports of their own tell of the others"});
    WorkbookWriter book;
    write_assumptions(book, input);
    write_bill_sheet(book, input);
    write_cable_sheet(book, *list, warnings);
    write_rack_sheet(book, input);
    write_power_sheet(book, input);
    write_cash_sheet(book, input);
    write_comparison_sheet(book, input, stop);
    write_figure_sheet(book, input);
    if (stop.stop_requested()) return fail("workbook", "stopped", "ask again");
    return book.finish();
}

} // namespace roofrack
