// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/drawing_answers.h"
#include "core/answers/handover/bill_columns.h"
#include "core/answers/handover/cash_flow.h"
#include "core/answers/handover/workbook_changes.h"
#include "core/base/spreadsheet/workbook_writer.h"
#include "core/drawing/project/address/input_field.h"
#include "tests/support/every_drawing.h"
#include "tests/support/rounds.h"

#include <charconv>
#include <fmt/format.h>
#include <map>
#include <random>
#include <set>

using namespace roofrack;
using namespace roofrack::test;

namespace {

std::shared_ptr<const Answers> answers_for(Scenario scenario) {
    return std::make_shared<const Answers>(Snapshot{std::make_shared<const Scenario>(std::move(scenario))},
                                           Catalog::built_in());
}

ReadWorkbook written(const Answers& answers) {
    std::vector<Diagnostic> warnings;
    return *read_workbook(*project_workbook({answers, "Project"}, warnings), "w");
}

/// A cell that someone changes.
struct Typed {
    std::string sheet;
    size_t row = 0, column = 0;
    std::string text;
};

void type(ReadWorkbook& book, const Typed& typed) {
    ReadSheet& sheet = *std::ranges::find(book.sheets, typed.sheet, &ReadSheet::name);
    if (sheet.rows.size() <= typed.row) sheet.rows.resize(typed.row + 1);
    auto& row = sheet.rows[typed.row];
    if (row.size() <= typed.column) row.resize(typed.column + 1);
    row[typed.column] = typed.text;
    sheet.formulas.erase({typed.row, typed.column});
}

ImportedChanges changes_of(const Answers& answers, const std::vector<Typed>& all) {
    ReadWorkbook book = written(answers);
    for (const Typed& each : all) type(book, each);
    const auto out = workbook_changes(book, {answers, "Project"});
    if (!out) qFatal("%s", out.error().what.c_str());
    return *out;
}

/// The row of the same things in the bill of the changed scenario.
const BillRow* row_now(const PricedBill& now, const BillRow& was) {
    for (const BillRow& row : now.bill.rows)
        if (row.group == was.group && row.drawn == was.drawn && row.length == was.length) return &row;
    return nullptr;
}

bool close_to(double a, double b) { return std::abs(a - b) <= 1e-9 * std::max(std::abs(a), std::abs(b)); }

/// What the changed scenario has where a change was taken is what was typed; else what is wrong.
QByteArray wrong_of(const Typed& typed, const Answers& before, const Answers& after) {
    const auto wrong = [&](const std::string& what) {
        return QByteArray::fromStdString(
            fmt::format("{} {}:{} {}: {}", typed.sheet, typed.row, typed.column, typed.text, what));
    };
    if (typed.sheet == "Assumptions") {
        // Some inputs add or take away rows: they are found by their name.
        const ReadWorkbook own = written(before), book = written(after);
        const ReadSheet& sheet = *book.sheet("Assumptions");
        const std::string& name = own.sheet("Assumptions")->at(typed.row, 0);
        size_t row = 0;
        while (row < sheet.rows.size() && sheet.at(row, 0) != name) ++row;
        const std::string& cell = sheet.at(row, typed.column);
        // Where a change leaves no price or no step, there is no cash flow, whose inputs are not listed.
        if (cell.empty()) return cash_flow(after) ? wrong(name + " is gone") : QByteArray();
        const bool same = cell == typed.text || close_to(std::stod(cell), std::stod(typed.text));
        return same ? QByteArray() : wrong("the cell is " + cell);
    }
    const PricedBill &was = *before.value<PricedBill>(), &is = *after.value<PricedBill>();
    if (typed.sheet == "Cables" || typed.column == BillColumn::part) {
        int found = 0;
        for (const BillRow& row : is.bill.rows)
            found += row.group == BillGroup::cable && row.part == typed.text;
        return found > 0 ? QByteArray() : wrong("no cable has that part");
    }
    const BillRow& old = was.bill.rows[typed.row - WorkbookWriter::first_row];
    const BillRow* const now = row_now(is, old);
    if (!now) return wrong("the row is gone");
    const PriceBand price = is.capital.rows[static_cast<size_t>(now - is.bill.rows.data())].price;
    const double value = typed.column == BillColumn::quantity     ? now->count
                         : typed.column == BillColumn::power_each ? now->power.value_or(0) / now->count
                         : typed.column == BillColumn::price_each ? price.likely / now->count
                         : typed.column == BillColumn::low_each   ? price.low / now->count
                                                                  : price.high / now->count;
    return close_to(value, std::stod(typed.text)) ? QByteArray() : wrong(fmt::format("it is {}", value));
}

} // namespace

class TestWorkbookChanges : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void nothing_changed_is_nothing_to_take_data() { add_every_drawing(); }
    void nothing_changed_is_nothing_to_take() {
        QFETCH(QByteArray, name);
        const auto answers = answers_for(*scenario_of(name));
        const ImportedChanges changes = changes_of(*answers, {});
        QVERIFY2(changes.list.empty(), changes.list.empty() ? "" : changes.list[0].place.c_str());
        QVERIFY(changes.scenario == answers->scenario());
    }

    void a_quantity_a_price_a_power_and_an_input_are_taken() {
        const auto answers = answers_for(*scenario_of("fat-tree"));
        const PricedBill& bill = *answers->value<PricedBill>();
        const auto first = WorkbookWriter::first_row;
        QCOMPARE(bill.bill.rows[0].group, BillGroup::server);
        const std::string servers = fmt::format("{:.0f}", 2 * bill.bill.rows[0].count);
        const ImportedChanges changes =
            changes_of(*answers, {{"Bill", first, BillColumn::quantity, servers},
                                  {"Bill", first, BillColumn::price_each, "123456.25"},
                                  {"Bill", first, BillColumn::power_each, "9876"}});
        QCOMPARE(changes.list.size(), size_t{3});
        for (const ImportedChange& each : changes.list)
            QVERIFY2(each.refused.empty(), (each.place + ": " + each.refused).c_str());
        const auto after = answers_for(changes.scenario);
        const PricedBill& now = *after->value<PricedBill>();
        QCOMPARE(now.bill.rows[0].count, 2 * bill.bill.rows[0].count);
        QVERIFY(close_to(now.capital.rows[0].price.likely, 123456.25 * now.bill.rows[0].count));
        QVERIFY(close_to(*now.bill.rows[0].power, 9876 * now.bill.rows[0].count));
        QCOMPARE(changes.list[0].place, std::string("Bill, row 4, Quantity"));
        QVERIFY(changes.list[2].text().ends_with(" → 123456"));
    }

    void a_power_leaves_the_price_as_it_is() {
        Scenario scenario = *scenario_of("samples/dgx-h100-su.roofrack.json");
        ListedPrice quote;
        quote.item = "dgx-h100";
        quote.low = quote.likely = quote.high = 251'000;
        scenario.site.prices.push_back(quote);
        const auto answers = answers_for(std::move(scenario));
        const ImportedChanges changes =
            changes_of(*answers, {{"Bill", WorkbookWriter::first_row, BillColumn::power_each, "9000"}});
        QCOMPARE(changes.taken(), size_t{1});
        const auto after = answers_for(changes.scenario);
        QVERIFY(close_to(after->value<PricedBill>()->capital.rows[0].price.likely,
                         answers->value<PricedBill>()->capital.rows[0].price.likely));
    }

    void what_cannot_be_taken_says_why() {
        const auto answers = answers_for(*scenario_of("samples/dgx-h100-su.roofrack.json"));
        const PricedBill& bill = *answers->value<PricedBill>();
        const auto row_of = [&](BillGroup group) {
            const auto at = std::ranges::find(bill.bill.rows, group, &BillRow::group);
            return WorkbookWriter::first_row + static_cast<size_t>(at - bill.bill.rows.begin());
        };
        const std::pair<Typed, const char*> rows[] = {
            {{"Bill", row_of(BillGroup::cable), BillColumn::quantity, "7"}, "follows from the links"},
            {{"Bill", row_of(BillGroup::server), BillColumn::quantity, "33"}, "drawn as 2 things"},
            {{"Bill", row_of(BillGroup::server), BillColumn::price, "7"}, "formula"},
            {{"Bill", row_of(BillGroup::server), BillColumn::part, "dgx-b200"}, "in the drawing"},
            {{"Bill", row_of(BillGroup::server), BillColumn::price_each, "many"}, "no number"},
            {{"Bill", row_of(BillGroup::switch_), BillColumn::price_each, "7"}, "other rows"},
            {{"Bill", row_of(BillGroup::cable), BillColumn::part, "no-such"}, "cable"},
            {{"Bill", row_of(BillGroup::server), BillColumn::name, "Other"}, "another one"},
            {{"Cables", 3, CableColumn::part, "sr4-400g"}, "same link"},
            {{"Assumptions", WorkbookWriter::first_row, 1, "many"}, "many"},
        };
        for (const auto& [typed, said] : rows) {
            const ImportedChanges changes = changes_of(*answers, {typed});
            QCOMPARE(changes.list.size(), size_t{1});
            QVERIFY2(changes.list[0].refused.find(said) != std::string::npos,
                     (changes.list[0].place + ": " + changes.list[0].refused).c_str());
            QVERIFY(changes.scenario == answers->scenario());
        }
    }

    /// A group of which some are there already has two rows, which are not taken for each other.
    void what_is_partly_there_changes_in_the_drawing() {
        Scenario scenario = *scenario_of("fat-tree");
        const auto server = std::ranges::find(scenario.cluster.elements, ElementKind::server, &Element::kind);
        QVERIFY(server != scenario.cluster.elements.end() && server->count > 2);
        server->procurement = Procurement::owned;
        server->owned_count = 1;
        const auto answers = answers_for(scenario);
        const std::vector<BillRow>& rows = answers->value<PricedBill>()->bill.rows;
        const auto typed = [&](const BillRow& row, double number) {
            const size_t at = WorkbookWriter::first_row + static_cast<size_t>(&row - rows.data());
            return Typed{"Bill", at, BillColumn::quantity, fmt::format("{:.0f}", number)};
        };
        int parts = 0;
        for (const BillRow& row : rows)
            if (row.group == BillGroup::server) {
                ++parts;
                const ImportedChanges changes = changes_of(*answers, {typed(row, row.count / 2)});
                QCOMPARE(changes.list.size(), size_t(1));
                const std::string& why = changes.list[0].refused;
                QVERIFY2(why.find("there already") != std::string::npos, why.c_str());
                QVERIFY(changes.scenario == scenario);
            }
        QCOMPARE(parts, 2);
        // It does not hold up what else is changed.
        const auto cooler = std::ranges::find(rows, BillGroup::cooling, &BillRow::group);
        QVERIFY(cooler != rows.end());
        const ImportedChanges changes = changes_of(*answers, {typed(*cooler, cooler->count + 1)});
        QCOMPARE(changes.list.size(), size_t(1));
        QVERIFY2(changes.list[0].refused.empty(), changes.list[0].refused.c_str());
    }

    void cables_of_a_link_change_together() {
        const auto answers = answers_for(*scenario_of("samples/dgx-h100-su.roofrack.json"));
        const PricedBill& bill = *answers->value<PricedBill>();
        std::vector<Typed> all;
        for (size_t i = 0; i < bill.bill.rows.size(); ++i)
            if (bill.bill.rows[i].group == BillGroup::cable)
                all.push_back({"Bill", WorkbookWriter::first_row + i, BillColumn::part, "sr4-400g"});
        const ImportedChanges changes = changes_of(*answers, all);
        QVERIFY(changes.list.size() >= 2);
        for (const ImportedChange& each : changes.list) QVERIFY2(each.refused.empty(), each.refused.c_str());
        const auto after = answers_for(changes.scenario);
        for (const BillRow& row : after->value<PricedBill>()->bill.rows)
            if (row.group == BillGroup::cable) QCOMPARE(row.part, std::string("sr4-400g"));
    }

    /// Anything that is typed anywhere is either in the scenario, as the workbook of it shows, or said.
    void random_edits_are_taken_or_refused() {
        std::mt19937 random(11);
        int edits = 0, taken = 0;
        const std::vector<std::string> names{"samples/dgx-h100-su.roofrack.json", "fat-tree",
                                             "samples/gb200-nvl72-x8.roofrack.json"};
        std::map<std::string, std::pair<std::shared_ptr<const Answers>, ReadWorkbook>> books;
        for (const std::string& name : names) {
            auto answers = answers_for(*scenario_of(QByteArray::fromStdString(name)));
            ReadWorkbook book = written(*answers);
            books.emplace(name, std::pair(std::move(answers), std::move(book)));
        }
        for (int round = 0; edits < rounds(3000, 300); ++round) {
            const auto& [answers, book] = books.at(names[static_cast<size_t>(round) % names.size()]);
            const auto pick = [&](size_t count) { return static_cast<size_t>(random() % count); };
            const size_t bill_rows = answers->value<PricedBill>()->bill.rows.size();
            std::map<std::tuple<std::string, size_t, size_t>, Typed> typed;
            for (size_t i = 0; i < 1 + pick(8); ++i) {
                Typed each;
                if (const size_t where = pick(10); where < 6) {
                    constexpr uint16_t columns[] = {BillColumn::quantity,   BillColumn::price_each,
                                                    BillColumn::low_each,   BillColumn::high_each,
                                                    BillColumn::power_each, BillColumn::part,
                                                    BillColumn::source,     BillColumn::price};
                    each = {"Bill", WorkbookWriter::first_row + pick(bill_rows),
                            columns[pick(std::size(columns))], ""};
                } else if (where < 9) {
                    each = {"Assumptions", WorkbookWriter::first_row + pick(40), 1, ""};
                } else
                    each = {"Cables", WorkbookWriter::first_row + pick(20), CableColumn::part, ""};
                const std::string& now = book.sheet(each.sheet)->at(each.row, each.column);
                double number = 0;
                const bool is_number =
                    std::from_chars(now.data(), now.data() + now.size(), number).ec == std::errc();
                const double factors[] = {2, 0.5, 1.25, 3, 0, -1};
                each.text = is_number && pick(8) > 0 ? fmt::format("{:.15g}", number * factors[pick(6)])
                            : pick(2) == 0           ? "sr4-400g"
                                                     : "text";
                if (each.text != now && !(is_number && close_to(std::atof(each.text.c_str()), number)))
                    typed[{each.sheet, each.row, each.column}] = each;
            }
            std::vector<Typed> all;
            for (const auto& [place, each] : typed) all.push_back(each);
            const ImportedChanges changes = changes_of(*answers, all);
            QCOMPARE(changes.list.size(), all.size());
            const auto after = answers_for(changes.scenario);
            QVERIFY(after->value<PricedBill>());
            for (const ImportedChange& change : changes.list) {
                if (!change.refused.empty()) continue;
                ++taken;
                const auto its = std::ranges::find_if(all, [&](const Typed& each) {
                    const std::string place = fmt::format("{}, row {}", each.sheet, each.row + 1);
                    const std::string& heading =
                        book.sheet(each.sheet)->at(WorkbookWriter::first_row - 1, each.column);
                    return each.text == change.after &&
                           (each.sheet == "Assumptions" ? change.place == place
                                                        : change.place == place + ", " + heading);
                });
                QVERIFY2(its != all.end(), change.place.c_str());
                QCOMPARE(wrong_of(*its, *answers, *after), QByteArray());
            }
            if (changes.taken() == 0) QVERIFY(changes.scenario == answers->scenario());
            // Things that nobody typed are as many, and draw as much, as they were.
            const auto is_typed = [&](size_t row, uint16_t column) {
                return typed.contains({"Bill", WorkbookWriter::first_row + row, column});
            };
            const auto& rows = answers->value<PricedBill>()->bill.rows;
            for (size_t i = 0; i < rows.size(); ++i) {
                if (rows[i].group == BillGroup::cable || rows[i].group == BillGroup::optic) continue;
                const BillRow* const now = row_now(*after->value<PricedBill>(), rows[i]);
                QVERIFY(now);
                QVERIFY(is_typed(i, BillColumn::quantity) || now->count == rows[i].count);
                QVERIFY(
                    is_typed(i, BillColumn::power_each) ||
                    close_to(now->power.value_or(0) / now->count, rows[i].power.value_or(0) / rows[i].count));
            }
            edits += static_cast<int>(all.size());
        }
        qInfo("%d edits, %d taken", edits, taken);
        QVERIFY(taken > edits / 10);
    }

    void a_stop_reaches_the_compared_scenarios() {
        const Project hall = *make_template("workstation", {}, Catalog::built_in());
        Project project = hall;
        for (const char* name : {"second", "third"}) {
            project.scenarios.push_back(hall.scenarios.front());
            project.scenarios.back().name = name;
        }
        const auto asked = [&] { return answers_for(project.scenarios.front()); };
        const auto answers = asked();
        std::vector<Diagnostic> warnings;
        const auto bytes = project_workbook(WorkbookInput::of(*answers, project), warnings);
        QVERIFY(bytes.has_value());
        const auto book = read_workbook(*bytes, "w");
        QVERIFY(book && workbook_changes(*book, WorkbookInput::of(*asked(), project)));
        const auto stopped = asked();
        const WorkbookInput input = WorkbookInput::of(*stopped, project);
        QCOMPARE(input.compared.size(), size_t{3});
        std::stop_source stop;
        stop.request_stop();
        const auto changes = workbook_changes(*book, input, stop.get_token());
        QVERIFY(!changes);
        QCOMPARE(changes.error().what, std::string("stopped"));
        QVERIFY(stopped->is_stopped());
        for (const auto& each : input.compared) QVERIFY(each->is_stopped());
    }

    void another_workbook_is_refused() {
        const auto answers = answers_for(*scenario_of("fat-tree"));
        QVERIFY(!workbook_changes({}, {*answers, "Project"}));
        const auto other = workbook_changes(written(*answers), {*answers, "Other"});
        QVERIFY(!other);
        QVERIFY(other.error().what.find("\"Project: ") != std::string::npos);
        QVERIFY(other.error().what.find("\"Other: ") != std::string::npos);
    }

    void a_moved_row_changes_no_other() {
        const auto answers = answers_for(*scenario_of("samples/dgx-h100-su.roofrack.json"));
        // The rows below a formula move with it.
        const auto take_out = [](ReadSheet& sheet, size_t row) {
            sheet.rows.erase(sheet.rows.begin() + static_cast<std::ptrdiff_t>(row));
            std::map<std::pair<size_t, size_t>, std::string> formulas;
            for (const auto& [cell, formula] : sheet.formulas)
                if (cell.first != row)
                    formulas[{cell.first - (cell.first > row ? 1 : 0), cell.second}] = formula;
            sheet.formulas = std::move(formulas);
        };
        const size_t rows = answers->value<PricedBill>()->bill.rows.size();
        const ReadWorkbook exported = written(*answers);
        for (const std::string name : {"Assumptions", "Bill"}) {
            const size_t all =
                name == "Bill" ? rows : exported.sheet(name)->rows.size() - WorkbookWriter::first_row;
            for (size_t i = 0; i < all; ++i) {
                ReadWorkbook book = exported;
                ReadSheet& sheet = *std::ranges::find(book.sheets, name, &ReadSheet::name);
                const bool is_named = !sheet.at(WorkbookWriter::first_row + i, 0).empty();
                take_out(sheet, WorkbookWriter::first_row + i);
                const auto changes = workbook_changes(book, {*answers, "Project"});
                QVERIFY(changes);
                QCOMPARE(changes->list.empty(), !is_named);
                QCOMPARE(changes->taken(), size_t{0});
                QVERIFY(changes->scenario == answers->scenario());
            }
        }
        // A value beside its own name is taken, wherever it stands.
        ReadWorkbook book = exported;
        ReadSheet& sheet = *std::ranges::find(book.sheets, std::string("Assumptions"), &ReadSheet::name);
        take_out(sheet, WorkbookWriter::first_row);
        size_t row = 0;
        while (row < sheet.rows.size() && sheet.at(row, 0) != "/site/electricity_price") ++row;
        QVERIFY(row < sheet.rows.size());
        sheet.rows[row][1] = "0.5";
        const auto changes = workbook_changes(book, {*answers, "Project"});
        QCOMPARE(changes->taken(), size_t{1});
        const auto field =
            InputField::find(answers->scenario(), "/site/electricity_price", answers->catalog());
        QVERIFY(field);
        QVERIFY(changes->scenario == *field->with(answers->scenario(), *field->parse("0.5")));
    }
};

QTEST_GUILESS_MAIN(TestWorkbookChanges)
#include "test_workbook_changes.moc"
