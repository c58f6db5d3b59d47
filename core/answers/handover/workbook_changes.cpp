// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/handover/workbook_changes.h"

#include "core/answers/handover/bill_columns.h"
#include "core/answers/handover/workbook_edits.h"
#include "core/answers/handover/workbook_rows.h"
#include "core/base/spreadsheet/workbook_writer.h"
#include "core/drawing/handover/cable_list.h"
#include "core/drawing/project/address/input_field.h"
#include "core/facility/economics/economics.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <set>

namespace roofrack {

namespace {

using EditKind = WorkbookEdit::Kind;

/// Inputs that stand among the named numbers of the sheet Assumptions.
struct NamedInput {
    const char* name;
    const char* address;
};
constexpr NamedInput named_inputs[] = {
    {"installation_share", "/site/money/installation"}, {"spares_share", "/site/money/spares"},
    {"contingency_share", "/site/money/contingency"},   {"interest_rate", "/site/money/interest"},
    {"book_life_years", "/site/book_life_years"},       {"residual_share", "/site/money/residual"},
    {"electricity_price", "/site/electricity_price"},   {"rent_price", "/site/gpu_hour_price"},
    {"space_price", "/site/money/space_price"},         {"operation_share", "/site/money/operation"},
    {"software_price", "/site/money/software"},         {"water_price", "/site/money/water_price"},
    {"demand_charge", "/site/grid/demand_charge"},      {"capital_per_gpu", "/site/capex_per_gpu"},
};

class ChangesReader {
public:
    ChangesReader(const ReadWorkbook& theirs, const ReadWorkbook& ours, const Answers& answers)
        : m_theirs(theirs)
        , m_ours(ours)
        , m_answers(answers)
        , m_bill(answers.value<PricedBill>()->bill) {}

    ImportedChanges read() {
        for (const ReadSheet& sheet : m_ours.sheets) {
            const ReadSheet* const other = m_theirs.sheet(sheet.name);
            if (!other) continue;
            if (sheet.name == "Bill")
                read_bill_sheet(sheet, *other);
            else if (sheet.name == "Assumptions")
                read_assumptions(sheet, *other);
            else
                read_results(sheet, *other);
        }
        add_cables();
        ImportedChanges out;
        out.scenario = with_edits(m_answers, m_edits);
        for (size_t i = 0; i < m_list.size(); ++i)
            if (m_edit_of[i] && m_list[i].refused.empty()) m_list[i].refused = m_edits[*m_edit_of[i]].refused;
        out.list = std::move(m_list);
        return out;
    }

private:
    /// Calls `see` for each cell that has another value and was not calculated anew.
    template<class See>
    static void visit_changed(const ReadSheet& ours, const ReadSheet& theirs, size_t row, See see) {
        const auto width = [&](const ReadSheet& sheet) {
            return row < sheet.rows.size() ? sheet.rows[row].size() : 0;
        };
        for (size_t column = 0; column < std::max(width(ours), width(theirs)); ++column) {
            if (same_cell(ours.at(row, column), theirs.at(row, column))) continue;
            const bool was = ours.formulas.contains({row, column});
            if (was && theirs.formulas.contains({row, column})) continue;
            see(column, was);
        }
    }

    /// Sheets that follow from the drawing: of them the part numbers of cables alone are read, where they are
    /// the same cables.
    void read_results(const ReadSheet& ours, const ReadSheet& theirs) {
        std::optional<std::pair<size_t, size_t>> first;
        size_t others = 0;
        std::map<size_t, std::pair<std::string, std::string>> parts;
        for (size_t row = 0; row < std::max(ours.rows.size(), theirs.rows.size()); ++row)
            visit_changed(ours, theirs, row, [&](size_t column, bool) {
                const std::string& before = ours.at(row, column);
                if (ours.name == "Cables" && column == CableColumn::part && !before.empty() &&
                    row >= WorkbookWriter::first_row) {
                    parts[row] = {before, theirs.at(row, column)};
                    return;
                }
                ++others;
                if (!first) first = {row, column};
            });
        if (!first) {
            m_cable_cells.insert(parts.begin(), parts.end());
            return;
        }
        refuse(ours.name, first->first, first->second, ours.at(first->first, first->second),
               theirs.at(first->first, first->second), "this sheet follows from others and from the drawing");
        if (others + parts.size() > 1)
            m_list.back().place += fmt::format(" and {} more cells", others + parts.size() - 1);
    }

    void read_assumptions(const ReadSheet& ours, const ReadSheet& theirs) {
        AssumptionRows rows = assumption_rows(ours, theirs);
        m_their_row = std::move(rows.their_row);
        for (ImportedChange& each : rows.refused) m_list.push_back(std::move(each));
        m_edit_of.resize(m_list.size());
        read_rows(ours, rows.sheet, 0, ours.rows.size());
    }

    void read_rows(const ReadSheet& ours, const ReadSheet& theirs, size_t first, size_t last) {
        const bool is_bill = ours.name == "Bill";
        for (size_t row = first; row < std::max(last, is_bill ? last : theirs.rows.size()); ++row)
            visit_changed(ours, theirs, row, [&](size_t column, bool was_formula) {
                // A value is written a second time beside itself, with its unit.
                const bool is_twin =
                    !is_bill && column == 2 && !same_cell(ours.at(row, 1), theirs.at(row, 1));
                if (is_twin) return;
                if (was_formula)
                    refuse(ours.name, row, column, ours.at(row, column), theirs.at(row, column),
                           "a formula stood there, whose value follows");
                else
                    read_cell(ours, theirs, row, column);
            });
    }

    void read_bill_sheet(const ReadSheet& ours, const ReadSheet& theirs) {
        const size_t first = WorkbookWriter::first_row, last = first + m_bill.rows.size();
        const auto is_changed = [&](size_t row) {
            bool out = false;
            visit_changed(ours, theirs, row, [&](size_t, bool) { out = true; });
            return out;
        };
        size_t moved = 0, said = 0;
        for (size_t row = first; row < last; ++row)
            if (const auto column = differing_column(ours, row, theirs, row); column && moved++ == 0) {
                said = m_list.size();
                refuse("Bill", row, *column, ours.at(row, *column), theirs.at(row, *column),
                       "this row is another one than was exported: leave all rows in their places");
            }
        if (moved > 1) m_list[said].place += fmt::format(" and {} more rows", moved - 1);
        read_rows(ours, theirs, 0, first);
        for (size_t row = first; row < last; ++row) {
            if (differing_column(ours, row, theirs, row) || !is_changed(row)) continue;
            // Rows that say the same of themselves may have changed their places unseen.
            const bool is_cable = m_bill.rows[row - first].group == BillGroup::cable;
            bool is_alike = false;
            for (size_t other = first; other < last; ++other)
                if (other != row && !differing_column(ours, row, ours, other))
                    is_alike = is_alike || moved > 0 || (!is_cable && is_changed(other));
            const bool is_other_part =
                !is_cable && ours.at(row, BillColumn::part) != theirs.at(row, BillColumn::part);
            if (!is_alike && !is_other_part) {
                read_rows(ours, theirs, row, row + 1);
                continue;
            }
            visit_changed(ours, theirs, row, [&](size_t column, bool) {
                refuse("Bill", row, column, ours.at(row, column), theirs.at(row, column),
                       is_other_part
                           ? "the row has another part: parts are changed in the drawing"
                           : "another row says the same of itself, and rows were moved or both changed");
            });
        }
        // What stands below has moved with them.
        if (moved == 0) read_rows(ours, theirs, last, std::max(ours.rows.size(), theirs.rows.size()));
    }

    bool is_bill_row(size_t row) const {
        return row >= WorkbookWriter::first_row && row < WorkbookWriter::first_row + m_bill.rows.size();
    }

    ImportedChange change(const std::string& sheet, size_t row, size_t column, const std::string& before,
                          const std::string& after) const {
        const ReadSheet* const ours = m_ours.sheet(sheet);
        if (sheet == "Assumptions" && column == 1)
            return {place_of_assumption(row), ours->at(row, 0), before, after, {}};
        std::string heading = ours->at(WorkbookWriter::first_row - 1, column);
        if (heading.empty())
            heading = WorkbookWriter::cell(static_cast<uint32_t>(row), static_cast<uint16_t>(column));
        std::string what =
            sheet == "Bill" && is_bill_row(row) ? ours->at(row, BillColumn::name) : ours->at(row, 0);
        return {fmt::format("{}, row {}, {}", sheet, row + 1, heading), std::move(what), before, after, {}};
    }
    /// As the workbook has it that is read.
    std::string place_of_assumption(size_t row) const {
        const auto at = m_their_row.find(row);
        return fmt::format("Assumptions, row {}", (at == m_their_row.end() ? row : at->second) + 1);
    }
    void refuse(const std::string& sheet, size_t row, size_t column, const std::string& before,
                const std::string& after, std::string why) {
        m_list.push_back(change(sheet, row, column, before, after));
        m_list.back().refused = std::move(why);
        m_edit_of.emplace_back();
    }
    void take(const std::string& sheet, size_t row, size_t column, const std::string& before,
              const std::string& after, size_t edit) {
        m_list.push_back(change(sheet, row, column, before, after));
        m_edit_of.emplace_back(edit);
    }
    size_t edit_for(WorkbookEdit edit) {
        m_edits.push_back(std::move(edit));
        return m_edits.size() - 1;
    }

    void read_cell(const ReadSheet& ours, const ReadSheet& theirs, size_t row, size_t column) {
        const std::string &before = ours.at(row, column), &after = theirs.at(row, column);
        if (ours.name == "Assumptions" && column == 1) return read_assumption(ours, row, before, after);
        if (ours.name == "Bill" && is_bill_row(row)) return read_bill(row, column, before, after);
        refuse(ours.name, row, column, before, after,
               "it follows from other things, or is a text for people");
    }

    void read_assumption(const ReadSheet& ours, size_t row, const std::string& before,
                         const std::string& after) {
        const std::string& name = ours.at(row, 0);
        std::string address = name.starts_with('/') ? name : "";
        for (const NamedInput& each : named_inputs)
            if (name == each.name) address = each.address;
        const Site& site = m_answers.scenario().site;
        std::string why;
        if (address.empty())
            why = "it follows from the drawing, the plan and the site";
        else if (after.empty())
            why = "no value is given";
        else if (name == "electricity_price" && !site.grid.tariff.empty())
            why = "the site has a tariff by hours: change its prices";
        else if (name == "space_price" && has_own_building(site.money.deployment))
            why = "it is what the site's own building comes to: change its price";
        if (!why.empty()) return refuse(ours.name, row, 1, before, after, why);
        const auto [at, added] = m_inputs.try_emplace(address, m_edits.size());
        if (!added) {
            if (same_cell(m_edits[at->second].text, after))
                return take(ours.name, row, 1, before, after, at->second);
            return refuse(ours.name, row, 1, before, after, "another row gives the same input another value");
        }
        WorkbookEdit edit;
        edit.address = address;
        edit.text = after;
        take(ours.name, row, 1, before, after, edit_for(std::move(edit)));
    }

    void read_bill(size_t row, size_t column, const std::string& before, const std::string& after) {
        const size_t at = row - WorkbookWriter::first_row;
        const auto no = [&](const char* why) { refuse("Bill", row, column, before, after, why); };
        if (column == BillColumn::part) {
            if (m_bill.rows[at].group != BillGroup::cable)
                return no("parts are changed in the drawing; the part number of cables alone is read back");
            m_bill_cables[at] = {before, after};
            return;
        }
        const auto kind = column == BillColumn::quantity     ? std::optional(EditKind::quantity)
                          : column == BillColumn::power_each ? std::optional(EditKind::power)
                          : column == BillColumn::price_each || column == BillColumn::low_each ||
                                  column == BillColumn::high_each
                              ? std::optional(EditKind::price)
                              : std::nullopt;
        if (!kind) return no("it follows from other things, or is a text for people");
        const auto number = number_in_cell(after);
        if (!number) return no("it is no number");
        if (*kind == EditKind::price) {
            const auto [known, added] = m_prices.try_emplace(at, m_edits.size());
            if (added) {
                WorkbookEdit edit;
                edit.kind = *kind;
                edit.row = at;
                edit_for(std::move(edit));
            }
            m_edits[known->second].price[column - BillColumn::price_each] = number;
            return take("Bill", row, column, before, after, known->second);
        }
        WorkbookEdit edit;
        edit.kind = *kind;
        edit.row = at;
        edit.number = *number;
        take("Bill", row, column, before, after, edit_for(std::move(edit)));
    }

    /// A link has one cable: all rows that it stands in have to name the same.
    void add_cables() {
        std::map<std::string, std::set<std::string>> wanted; // parts by link
        const ReadSheet *const ours = m_ours.sheet("Cables"), *const theirs = m_theirs.sheet("Cables");
        const bool in_bill = !m_bill_cables.empty(), in_list = !m_cable_cells.empty();
        if (in_bill)
            for (size_t i = 0; i < m_bill.rows.size(); ++i) {
                if (m_bill.rows[i].group != BillGroup::cable) continue;
                const auto changed = m_bill_cables.find(i);
                for (const std::string& link : m_bill.rows[i].drawn)
                    wanted[link].insert(changed == m_bill_cables.end() ? m_bill.rows[i].part
                                                                       : changed->second.second);
            }
        std::vector<std::string> link_of; // by row of the sheet
        if (in_list && ours && theirs) {
            const auto list = CableList::make(m_answers.scenario().cluster, m_answers.catalog());
            size_t row = WorkbookWriter::first_row;
            if (list)
                list->visit([&](const LaidCable& cable) {
                    link_of.push_back(list->cluster().links[static_cast<size_t>(cable.link)].id);
                    const std::string& part = theirs->at(row++, CableColumn::part);
                    // Where the bill was changed, the list of cables need not be.
                    if (!in_bill || m_cable_cells.contains(row - 1)) wanted[link_of.back()].insert(part);
                    return row < ours->rows.size();
                });
        }
        std::map<std::string, size_t> edits; // by part
        const auto is_of_one = [&](const std::string& link) {
            return wanted[link].size() == 1 && !wanted[link].begin()->empty();
        };
        const auto edit_of_link = [&](const std::string& link) {
            const std::string& part = *wanted[link].begin();
            const auto [at, added] = edits.try_emplace(part, m_edits.size());
            if (added) {
                WorkbookEdit edit;
                edit.kind = EditKind::cable;
                edit.text = part;
                edit_for(std::move(edit));
            }
            std::vector<std::string>& links = m_edits[at->second].links;
            if (std::ranges::find(links, link) == links.end()) links.push_back(link);
            return at->second;
        };
        constexpr const char* why = "other cables of the same link have another part: a link has one";
        for (const auto& [at, cells] : m_bill_cables) {
            const size_t row = at + WorkbookWriter::first_row;
            const std::vector<std::string>& links = m_bill.rows[at].drawn;
            if (links.empty() || !std::ranges::all_of(links, is_of_one)) {
                refuse("Bill", row, BillColumn::part, cells.first, cells.second, why);
                continue;
            }
            size_t edit = 0;
            for (const std::string& link : links) edit = edit_of_link(link);
            take("Bill", row, BillColumn::part, cells.first, cells.second, edit);
        }
        for (const auto& [row, cells] : m_cable_cells) {
            const size_t at = row - WorkbookWriter::first_row;
            if (at < link_of.size() && is_of_one(link_of[at]))
                take("Cables", row, CableColumn::part, cells.first, cells.second, edit_of_link(link_of[at]));
            else
                refuse("Cables", row, CableColumn::part, cells.first, cells.second, why);
        }
    }

    const ReadWorkbook &m_theirs, &m_ours;
    const Answers& m_answers;
    const BillOfMaterials& m_bill;
    std::vector<ImportedChange> m_list;
    std::vector<std::optional<size_t>> m_edit_of; ///< by change
    std::vector<WorkbookEdit> m_edits;
    std::map<std::string, size_t> m_inputs; ///< edits by address
    std::map<size_t, size_t> m_prices;      ///< edits by row of the bill
    std::map<size_t, size_t> m_their_row;   ///< rows of the sheet Assumptions, by ours
    /// Part numbers before and after, by row of the bill and of the sheet Cables.
    std::map<size_t, std::pair<std::string, std::string>> m_bill_cables, m_cable_cells;
};

} // namespace

Result<ImportedChanges> workbook_changes(const ReadWorkbook& book, const WorkbookInput& input,
                                         const std::stop_token& stop) {
    if (!book.sheet("Bill") || !book.sheet("Assumptions"))
        return fail("workbook", "it has not the sheets Bill and Assumptions",
                    "give one that `export --format xlsx` wrote");
    std::vector<Diagnostic> ignored;
    WorkbookInput as_drawn = input; // nobody reads the sheet Comparison, so nothing is resized for it
    as_drawn.kept = {};
    const auto bytes = project_workbook(as_drawn, ignored, stop);
    if (!bytes) return tl::unexpected(bytes.error());
    const auto ours = read_workbook(*bytes, "workbook");
    if (!ours) return tl::unexpected(ours.error());
    const std::string &its = book.sheet("Assumptions")->at(0, 0), &own = ours->sheet("Assumptions")->at(0, 0);
    if (its != own)
        return fail("workbook", fmt::format("it was written of \"{}\", and this is \"{}\"", its, own),
                    "choose the project and the scenario that it was written of");
    return ChangesReader(book, *ours, input.answers).read();
}

} // namespace roofrack
