// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/compare/comparison_study.h"
#include "core/answers/compare/comparison_text.h"
#include "core/answers/figure_index.h"
#include "core/answers/handover/sheets.h"
#include "core/base/figures/figure_texts.h"
#include "core/base/units/word_list.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <map>

namespace roofrack {

void write_comparison_sheet(WorkbookWriter& book, const WorkbookInput& input, const std::stop_token& stop) {
    std::vector<WorkbookWriter::Column> columns{{"Figure", 44}, {"Unit", 12}};
    const std::string title = "Scenarios beside each other";
    const auto none = [&](const std::string& why) {
        book.begin_sheet("Comparison", title, columns);
        book.text(WorkbookWriter::first_row, 0, why, CellStyle::note);
    };
    if (input.compared.size() < fewest_compared) return none("The project has one scenario alone.");
    auto request = handover_request(input.kept, input.compared);
    if (!request) return none("There is none: " + request.error().text());
    request->ways.clear(); // the sheet has none
    const auto equal = made_equal_as_kept(input.compared, input.kept, stop);
    if (!equal) return none("There is none: " + equal.error().text());
    const std::stop_callback ends(stop, [&] { stop_all(*equal); });
    const auto study = comparison_study(*equal, *request, stop);
    if (!study) return none("There is none: " + study.error().text());
    const Comparison& table = study->table;
    for (const ComparedScenario& each : table.scenarios) columns.push_back({each.name, 20});
    for (size_t i = 0; i < table.scenarios.size(); ++i)
        if (i != table.reference)
            columns.push_back({table.scenarios[i].name + " ÷ " + table.scenarios[table.reference].name, 16});
    book.begin_sheet("Comparison", fmt::format("{}, {}", title, equal->sizes.text), columns);
    uint32_t row = WorkbookWriter::first_row;
    const auto value_column = [](size_t scenario) { return static_cast<uint16_t>(2 + scenario); };
    // They stand above the figures that they are of.
    if (std::ranges::any_of(table.scenarios, [](const auto& each) { return !each.cautions.empty(); })) {
        book.text(row, 0, "cautions");
        for (size_t i = 0; i < table.scenarios.size(); ++i)
            book.text(row, value_column(i),
                      fmt::format("{}", fmt::join(caution_texts(table.scenarios[i].cautions), ", ")),
                      CellStyle::wrapped);
        ++row;
    }
    for (const ComparedRow& each : table.rows) {
        book.text(row, 0, each.label.empty() ? each.name : each.label);
        std::vector<double> numbers;
        for (const ComparedValue& value : each.values) numbers.push_back(value.number);
        const figures::SheetUnit unit = figures::sheet_unit(numbers, each.measure);
        book.text(row, 1, unit.text);
        for (size_t i = 0; i < each.values.size(); ++i) {
            const ComparedValue& value = each.values[i];
            if (std::isfinite(value.number))
                book.number(row, value_column(i), value.number * unit.factor, CellStyle::decimal);
            else
                book.text(row, value_column(i), value.absent.empty() ? value.text : value.absent);
        }
        const double own = each.values[table.reference].number;
        auto column = static_cast<uint16_t>(2 + table.scenarios.size());
        for (size_t i = 0; i < each.values.size(); ++i) {
            if (i == table.reference) continue;
            const double other = each.values[i].number;
            if (std::isfinite(own) && std::isfinite(other) && own != 0)
                book.formula(row, column,
                             fmt::format("={}/{}", WorkbookWriter::cell(row, value_column(i)),
                                         WorkbookWriter::cell(row, value_column(table.reference))),
                             other / own, CellStyle::decimal);
            ++column;
        }
        ++row;
    }
    ++row;
    if (!input.left_out.empty())
        book.text(row++, 0, "Not on this sheet: " + word_list(input.left_out), CellStyle::note);
    for (const auto& said : {scenario_sentences(table), equal->sizes.sentences()})
        for (const std::string& each : said) book.text(row++, 0, each, CellStyle::note);
}

void write_figure_sheet(WorkbookWriter& book, const WorkbookInput& input) {
    book.begin_sheet("Figures", "Figures of the scenario, as `roofrack-cli ask` prints them",
                     {{"Figure", 44},
                      {"Meaning", 40},
                      {"Value", 18},
                      {"Unit", 10},
                      {"For people", 20},
                      {"Why it is absent", 44}});
    // Those take a search over plans or GPU counts, and have charts of their own.
    constexpr std::array searched{"scale", "collectives", "limits", "wall", "year"};
    uint32_t row = WorkbookWriter::first_row;
    std::map<const FigureStudy*, Result<const void*>> studies;
    for (const IndexedFigure& each : figure_index()) {
        const std::string& name = each.figure.name;
        if (std::ranges::find(searched, each.study->name) != searched.end()) continue;
        if (name.find(".*") != std::string::npos || name.starts_with("step.regime")) continue;
        auto study = studies.find(each.study);
        if (study == studies.end())
            study =
                studies
                    .emplace(each.study, each.study->find_for ? each.study->find_for(input.answers, "step")
                                                              : each.study->find(input.answers))
                    .first;
        book.text(row, 0, name);
        book.text(row, 1, each.figure.row->label);
        book.text(row, 3, each.figure.row->measure.stored);
        if (!study->second) {
            book.text(row++, 5, study->second.error().what);
            continue;
        }
        const auto reading = figures::read_figure({&each.study->shape(), *study->second},
                                                  name.substr(each.study->name.size() + 1));
        if (reading) {
            book.number(row, 2, reading->number, CellStyle::decimal);
            book.text(row, 4, reading->text);
            book.text(row, 5, reading->absent);
        }
        ++row;
    }
}

} // namespace roofrack
