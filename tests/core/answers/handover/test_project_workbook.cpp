// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/compare/equal_size.h"
#include "core/answers/drawing_answers.h"
#include "core/answers/handover/cash_flow.h"
#include "core/answers/handover/report.h"
#include "core/answers/handover/workbook.h"
#include "core/drawing/handover/cable_list.h"
#include "tests/support/every_drawing.h"
#include "tests/support/sample.h"
#include "tests/support/sheet_formula.h"

#include <chrono>
#include <fmt/format.h>

using namespace roofrack;
using namespace roofrack::test;

namespace {

Answers answers_of(Scenario scenario) {
    return {Snapshot{std::make_shared<const Scenario>(std::move(scenario))}, Catalog::built_in()};
}

Result<ReadWorkbook> book_of(const Answers& answers,
                             std::vector<std::shared_ptr<const Answers>> compared = {}) {
    std::vector<Diagnostic> warnings;
    const auto bytes = project_workbook({answers, "Project", std::move(compared)}, warnings);
    if (!bytes) return tl::unexpected(bytes.error());
    return read_workbook(*bytes, "p.xlsx");
}

bool is_near(double a, double b) {
    return std::abs(a - b) <= 1e-9 * std::max({1.0, std::abs(a), std::abs(b)});
}

/// Calculates all formulas anew; the first that has another value beside it is said.
QByteArray wrong_formula(const ReadWorkbook& book, int& formulas) {
    for (const ReadSheet& sheet : book.sheets)
        for (const auto& [place, text] : sheet.formulas) {
            ++formulas;
            try {
                const double anew = SheetFormula(book, sheet, text).value();
                const std::string& beside = sheet.at(place.first, place.second);
                if (is_near(anew, beside.empty() ? 0 : std::stod(beside))) continue;
                return QByteArray::fromStdString(sheet.name + " " + text + ": " + std::to_string(anew) +
                                                 " and not " + beside);
            } catch (const std::exception& error) {
                return QByteArray::fromStdString(sheet.name + " " + text + ": " + error.what());
            }
        }
    return {};
}

double defined(const ReadWorkbook& book, const std::string& name) {
    return SheetFormula(book, book.sheets.front(), name).value();
}

ReadSheet& sheet_of(ReadWorkbook& book, const std::string& name) {
    return *std::ranges::find(book.sheets, name, &ReadSheet::name);
}

std::string number_text(double value) { return fmt::format("{:.17g}", value); }

/// Types a number into the cell of a name: "Assumptions!$B$4".
void set_defined(ReadWorkbook& book, const std::string& name, double value) {
    const std::string& range = book.defined.at(name);
    const size_t row = std::stoul(range.substr(range.rfind('$') + 1)) - 1;
    ReadSheet& sheet = sheet_of(book, range.substr(0, range.find('!')));
    if (sheet.formulas.contains({row, 1})) qFatal("%s is a formula", name.c_str());
    sheet.rows[row].resize(std::max<size_t>(sheet.rows[row].size(), 2));
    sheet.rows[row][1] = number_text(value);
}

/// Calculates all formulas until none changes any more, as a sheet does.
void calculate(ReadWorkbook& book) {
    for (int pass = 0; pass < 40; ++pass) {
        bool changed = false;
        for (ReadSheet& sheet : book.sheets)
            for (const auto& [place, text] : sheet.formulas) {
                std::string anew = number_text(SheetFormula(book, sheet, text).value());
                std::string& cell = sheet.rows[place.first][place.second];
                if (cell.empty() || std::stod(anew) != std::stod(cell)) changed = true;
                cell = std::move(anew);
            }
        if (!changed) return;
    }
    qFatal("the workbook does not come to rest");
}

} // namespace

class TestProjectWorkbook : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void formulas_give_the_values_beside_them_data() { add_every_drawing(); }
    void formulas_give_the_values_beside_them() {
        QFETCH(QByteArray, name);
        const Answers answers = answers_of(*scenario_of(name));
        const auto book = book_of(answers);
        QVERIFY2(book.has_value(), book ? "" : book.error().what.c_str());
        std::vector<std::string> sheets;
        for (const ReadSheet& sheet : book->sheets) sheets.push_back(sheet.name);
        QCOMPARE(sheets, (std::vector<std::string>{"Assumptions", "Bill", "Cables", "Racks", "Power tree",
                                                   "Cash flow", "Comparison", "Figures"}));
        int formulas = 0;
        QCOMPARE(wrong_formula(*book, formulas), QByteArray());
        QVERIFY(formulas > 10);
        const PricedBill& priced = *answers.value<PricedBill>();
        QVERIFY(is_near(defined(*book, "capital_of_parts"),
                        priced.capital.parts().likely * priced.capital.overhead()));
        QVERIFY(is_near(defined(*book, "it_power_w"), priced.bill.totals.it_power));
        if (priced.bill.totals.cables > 0)
            QVERIFY(is_near(defined(*book, "cable_count"), priced.bill.totals.cables));
    }

    void a_changed_price_changes_the_capital() {
        const Answers answers = answers_of(*scenario_of("fat-tree"));
        auto book = book_of(answers);
        QVERIFY(book);
        const double before = defined(*book, "capital_of_parts");
        // The price of the first server, as someone changes it in a sheet; a program calculates in this
        // order.
        for (ReadSheet& sheet : book->sheets)
            if (sheet.name == "Bill") {
                sheet.rows[3][10] = std::to_string(2 * std::stod(sheet.rows[3][10]));
                for (const auto& [place, text] : sheet.formulas)
                    sheet.rows[place.first][place.second] =
                        std::to_string(SheetFormula(*book, sheet, text).value());
            }
        const PricedBill& priced = *answers.value<PricedBill>();
        const double more = priced.capital.rows[0].price.likely * priced.capital.overhead();
        QVERIFY(std::abs(defined(*book, "capital_of_parts") - before - more) < 1e-6 * before);
    }

    void cash_is_what_an_hour_costs() {
        const Answers answers = answers_of(*scenario_of("fat-tree"));
        const MoneyStudy& money = *answers.value<MoneyStudy>();
        const auto flow = cash_flow(answers);
        QVERIFY(flow);
        QVERIFY(is_near(flow->hour.total(), money.run.hour.total()));
        // The annuity of all payments over the book life is the hour of ownership: interest is paid at the
        // end of each year there and here.
        const double years = flow->book_life, r = flow->interest;
        const double recovery = r > 0 ? r / (1 - std::pow(1 + r, -years)) : 1 / years;
        QVERIFY(std::abs(-flow->net_present * recovery / 8760 / flow->hour.total() - 1) < 1e-3);
    }

    void all_cash_follows_from_assumptions_and_bill() {
        const Answers answers = answers_of(*scenario_of("fat-tree"));
        const auto book = book_of(answers);
        QVERIFY(book);
        const ReadSheet& cash = *book->sheet("Cash flow");
        for (size_t row = 3; row < cash.rows.size(); ++row)
            for (size_t column = 1; column < cash.rows[row].size(); ++column) {
                const std::string& cell = cash.at(row, column);
                const bool is_number =
                    !cell.empty() && cell.find_first_not_of("0123456789.-+eE") == std::string::npos;
                QVERIFY2(!is_number || cash.formulas.contains({row, column}), cell.c_str());
            }
    }

    void a_changed_input_changes_the_cash_as_it_does_here_data() {
        QTest::addColumn<QByteArray>("name");
        QTest::addColumn<QByteArray>("cell");
        for (const char* name : {"fat-tree", "samples/llama3-405b-16k.roofrack.json"})
            for (const char* cell :
                 {"electricity_price", "interest_rate", "residual_share", "operation_share", "space_price",
                  "demand_charge", "water_price", "book_life_years"})
                QTest::addRow("%s of %s", cell, name) << QByteArray(name) << QByteArray(cell);
    }
    void a_changed_input_changes_the_cash_as_it_does_here() {
        QFETCH(QByteArray, name);
        QFETCH(QByteArray, cell);
        Scenario scenario = *scenario_of(name);
        auto book = book_of(answers_of(scenario));
        QVERIFY(book);
        const double before = defined(*book, "net_present_value");
        const double old = defined(*book, cell.toStdString());
        const double anew = cell == "book_life_years" ? old - 1
                            : cell == "demand_charge" ? old + 7
                                                      : old * 1.25;
        set_defined(*book, cell.toStdString(), anew);
        calculate(*book);
        Site& site = scenario.site;
        if (cell == "electricity_price") {
            site.electricity_price = anew;
            site.grid.tariff.clear();
        } else if (cell == "interest_rate")
            site.money.interest = anew;
        else if (cell == "residual_share")
            site.money.residual = anew;
        else if (cell == "operation_share")
            site.money.operation = anew;
        else if (cell == "space_price")
            site.money.space_price = anew;
        else if (cell == "demand_charge")
            site.grid.demand_charge = anew;
        else if (cell == "water_price")
            site.money.water_price = anew;
        else
            site.book_life_years = anew;
        const auto flow = cash_flow(answers_of(std::move(scenario)));
        QVERIFY(flow);
        QVERIFY(before != flow->net_present);
        QVERIFY2(is_near(defined(*book, "net_present_value"), flow->net_present),
                 qPrintable(QString("%1 and not %2, before %3")
                                .arg(defined(*book, "net_present_value"), 0, 'g', 12)
                                .arg(flow->net_present, 0, 'g', 12)
                                .arg(before, 0, 'g', 12)));
    }

    void a_changed_price_changes_the_cash() {
        const Answers answers = answers_of(*scenario_of("fat-tree"));
        auto book = book_of(answers);
        const double before = defined(*book, "net_present_value");
        const auto flow = cash_flow(answers);
        const PricedBill& priced = *answers.value<PricedBill>();
        // One more of what stands in the first row, for the price of one.
        ReadSheet& bill = sheet_of(*book, "Bill");
        bill.rows[3][10] = number_text(2 * std::stod(bill.rows[3][10]));
        calculate(*book);
        const double more = priced.capital.rows[0].price.likely * priced.capital.overhead();
        double expected = before - more + more * flow->residual_share * flow->years.back().discount;
        for (size_t i = 1; i < flow->years.size(); ++i)
            expected -= more * flow->drivers.operation * (flow->years[i].year - flow->years[i - 1].year) *
                        flow->years[i].discount;
        QVERIFY(std::abs(defined(*book, "net_present_value") - expected) < 1e-9 * std::abs(expected));
        // Watts of the nameplate move the energy.
        const double energy = -std::stod(book->sheet("Cash flow")->at(4, 4));
        bill.rows[3][8] = number_text(2 * std::stod(bill.rows[3][8]));
        calculate(*book);
        QVERIFY(-std::stod(book->sheet("Cash flow")->at(4, 4)) > 1.5 * energy);
    }

    void each_way_to_pay_has_its_formulas_data() {
        QTest::addColumn<QByteArray>("way");
        for (const char* way :
             {"rented", "by the GPU", "cloud", "own hall", "owned and sold", "by the GPU, owned"})
            QTest::newRow(way) << QByteArray(way);
    }
    void each_way_to_pay_has_its_formulas() {
        QFETCH(QByteArray, way);
        Scenario scenario = *scenario_of("samples/dgx-h100-su.roofrack.json");
        if (way == "rented") scenario.site.gpu_hour_price = 2.5;
        if (way == "cloud") scenario.site.money.deployment = Deployment::on_demand_cloud;
        if (way == "own hall") scenario.site.money.deployment = Deployment::own_hall;
        if (way.startsWith("by the GPU")) scenario.site.capex_per_gpu = 50'000;
        if (way.contains("owned")) {
            int racks = 0;
            for (Element& element : scenario.cluster.elements)
                if (element.kind == ElementKind::rack)
                    element.procurement = racks++ == 0 ? Procurement::owned : Procurement::buy;
                else if (element.kind == ElementKind::storage && !way.startsWith("by")) {
                    element.procurement = Procurement::sell;
                    element.sale_price = 10'000;
                }
        }
        const Answers answers = answers_of(std::move(scenario));
        const auto flow = cash_flow(answers);
        QVERIFY2(flow.has_value(), flow ? "" : flow.error().what.c_str());
        const auto book = book_of(answers);
        QVERIFY(book);
        int formulas = 0;
        QCOMPARE(wrong_formula(*book, formulas), QByteArray());
        QVERIFY(is_near(defined(*book, "net_present_value"), flow->net_present));
        QCOMPARE(way == "owned and sold", flow->years[0].sales > 0);
    }

    void a_long_book_life_has_all_its_years() {
        Scenario scenario = *scenario_of("fat-tree");
        scenario.site.book_life_years = 60;
        const Answers answers = answers_of(std::move(scenario));
        const auto flow = cash_flow(answers);
        QVERIFY(flow);
        QCOMPARE(flow->years.size(), size_t{61});
        const auto book = book_of(answers);
        int formulas = 0;
        QCOMPARE(wrong_formula(*book, formulas), QByteArray());
        QCOMPARE(book->sheet("Cash flow")->at(63, 0), std::string("60"));
    }

    void scenarios_that_find_no_room_are_said() {
        std::vector<std::shared_ptr<const Answers>> both;
        for (const char* name : {"fat-tree", "rail-optimised"})
            both.push_back(std::make_shared<const Answers>(
                Snapshot{std::make_shared<const Scenario>(*scenario_of(name))}, Catalog::built_in()));
        std::vector<Diagnostic> warnings;
        const auto bytes = project_workbook({*both[0], "Project", both, {"Seventh", "Eighth"}}, warnings);
        QVERIFY(bytes);
        QVERIFY(std::ranges::any_of(warnings, [](const Diagnostic& each) {
            return each.what.find("2 of 4 scenarios, without Seventh and Eighth") != std::string::npos;
        }));
        const auto book = read_workbook(*bytes, "p");
        bool said = false;
        for (const auto& row : book->sheet("Comparison")->rows)
            said |= !row.empty() && row[0].find("Seventh and Eighth") != std::string::npos;
        QVERIFY(said);
    }

    void scenarios_stand_beside_each_other() {
        std::vector<std::shared_ptr<const Answers>> both;
        for (const char* name : {"fat-tree", "rail-optimised"}) {
            Scenario scenario = *scenario_of(name);
            scenario.name = std::string("=1+1 ") + name;
            both.push_back(std::make_shared<const Answers>(
                Snapshot{std::make_shared<const Scenario>(std::move(scenario))}, Catalog::built_in()));
        }
        const auto book = book_of(*both[0], both);
        QVERIFY(book);
        const ReadSheet& sheet = *book->sheet("Comparison");
        QCOMPARE(sheet.at(2, 2), std::string("=1+1 fat-tree"));
        QVERIFY(sheet.formulas.size() > 3);
        int formulas = 0;
        QCOMPARE(wrong_formula(*book, formulas), QByteArray());
    }

    /// As large as the report of the same scenario has them, and it says so.
    void the_comparison_is_that_of_the_report() {
        Project project;
        for (const char* name : {"A", "B"}) {
            project.scenarios.push_back(*scenario_of("fat-tree"));
            project.scenarios.back().name = name;
        }
        const auto answers = std::make_shared<const Answers>(
            Snapshot{std::make_shared<const Scenario>(project.scenarios.front())}, Catalog::built_in());
        const auto sheet_as_kept = [&] {
            std::vector<Diagnostic> warnings;
            const auto bytes = project_workbook(WorkbookInput::of(*answers, project), warnings);
            return bytes ? *read_workbook(*bytes, "p")->sheet("Comparison") : ReadSheet();
        };
        const auto row_named = [](const ReadSheet& sheet, const std::string& name) {
            const auto found = std::ranges::find_if(
                sheet.rows, [&](const auto& each) { return !each.empty() && each[0] == name; });
            return found == sheet.rows.end() ? std::vector<std::string>() : *found;
        };
        const ReadSheet drawn = sheet_as_kept();
        QCOMPARE(drawn.at(0, 0), std::string("Scenarios beside each other, all as drawn"));
        project.comparison.at_equal = "gpus";
        project.comparison.at = "32";
        project.comparison.figures = {"step.hfu"};
        const ReadSheet equal = sheet_as_kept();
        const std::vector<std::string> only{"comparison"};
        const auto beside = ReportBeside::of(answers, project, {});
        const auto report = scenario_report(*answers, "P", only, beside);
        QVERIFY(report);
        const std::string &title = equal.at(0, 0), text = report->markdown();
        QVERIFY2(title.find("at 32 GPUs each") != std::string::npos, title.c_str());
        QVERIFY2(text.find(title.substr(title.find(", "))) != std::string::npos, text.c_str());
        const auto gpus = row_named(equal, "GPUs");
        QCOMPARE(gpus.at(2), std::string("32"));
        QVERIFY(row_named(drawn, "GPUs").at(2) != gpus.at(2));
        QVERIFY(text.find("| GPUs | 32 | 32 |") != std::string::npos);
        const auto is_size = [](const auto& each) {
            return !each.empty() && each[0].starts_with("“B”: ") &&
                   each[0].find(" rack") != std::string::npos;
        };
        QVERIFY(std::ranges::any_of(equal.rows, is_size));
        QVERIFY(std::ranges::none_of(drawn.rows, is_size));
        QVERIFY(!row_named(equal, "HFU").empty());
        QCOMPARE(row_named(drawn, "peak power").at(1), std::string("kW"));
        QCOMPARE(row_named(drawn, "MFU").at(1), std::string("%"));
        // What is to be known of a column stands in it.
        QVERIFY(row_named(drawn, "cautions").empty());
        project.comparison = {};
        project.scenarios.back() = test::sample("decisions/owned-h100", 0);
        project.scenarios.back().name = "B";
        const std::vector<std::string> cautions = row_named(sheet_as_kept(), "cautions");
        QCOMPARE(cautions.at(2), std::string());
        QCOMPARE(cautions.at(3), std::string("may not fit in memory"));
    }

    /// What all meet is the project's, whichever scenario the workbook is of.
    void the_size_is_that_of_the_reference_of_the_project() {
        Project project;
        for (const char* name : {"A", "B"}) {
            project.scenarios.push_back(*scenario_of("fat-tree"));
            project.scenarios.back().name = name;
        }
        const auto asked = [&](size_t i) {
            return std::make_shared<const Answers>(
                Snapshot{std::make_shared<const Scenario>(project.scenarios[i])}, Catalog::built_in());
        };
        const auto half = sized_to(*asked(1), EqualBy::gpus, 256);
        QVERIFY(half && half->meets);
        project.scenarios[1] = half->scenario;
        project.comparison.reference = "B";
        project.comparison.at_equal = "gpus";
        for (const size_t of : {0, 1}) {
            const auto answers = asked(of);
            std::vector<Diagnostic> warnings;
            const auto bytes = project_workbook(WorkbookInput::of(*answers, project), warnings);
            QVERIFY(bytes);
            const auto book = read_workbook(*bytes, "p");
            QVERIFY(book);
            const std::string& title = book->sheet("Comparison")->at(0, 0);
            QVERIFY2(title.find("256 GPUs each") != std::string::npos, title.c_str());
        }
    }

    void names_are_never_formulas() {
        Scenario scenario = *scenario_of("fat-tree");
        scenario.name = "=HYPERLINK(\"http://x\",\"y\")";
        for (Element& element : scenario.cluster.elements) element.name = "=cmd|' /C calc'!A0 " + element.id;
        const Answers answers = answers_of(std::move(scenario));
        const auto book = book_of(answers);
        QVERIFY(book);
        for (const ReadSheet& sheet : book->sheets)
            for (const auto& [place, text] : sheet.formulas) {
                QVERIFY(text.find("cmd") == std::string::npos);
                QVERIFY(text.find("HYPER") == std::string::npos);
            }
    }

    /// 16,384 GPUs and all their cables, in a time that one waits for.
    void a_large_cluster_is_written_soon() {
        const auto answers = answers_of(*scenario_of("samples/llama3-405b-16k.roofrack.json"));
        std::vector<Diagnostic> warnings;
        const auto begin = std::chrono::steady_clock::now();
        const auto bytes = project_workbook({answers, "Project", {}}, warnings);
        const double seconds =
            std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
        QVERIFY(bytes);
        qInfo("%.2f s, %.1f MB", seconds, static_cast<double>(bytes->size()) / 1e6);
        QVERIFY(seconds < 60);
    }
};

QTEST_GUILESS_MAIN(TestProjectWorkbook)
#include "test_project_workbook.moc"
