// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/drawing_answers.h"
#include "core/answers/handover/cash_flow.h"
#include "core/answers/handover/workbook.h"
#include "core/drawing/handover/cable_list.h"
#include "tests/support/every_drawing.h"
#include "tests/support/sheet_formula.h"

#include <chrono>

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
        const auto flow = cash_flow(money, answers.scenario().site, answers.catalog().defaults());
        QVERIFY(flow);
        // The annuity of all payments over the book life is the hour of ownership: interest is paid at the
        // end of each year there and here.
        const double years = flow->book_life, r = flow->interest;
        const double recovery = r > 0 ? r / (1 - std::pow(1 + r, -years)) : 1 / years;
        QVERIFY(std::abs(-flow->net_present * recovery / 8760 / flow->hour.total() - 1) < 1e-3);
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
