// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/drawing_answers.h"
#include "core/answers/facility_answers.h"
#include "core/answers/handover/cash_flow.h"
#include "core/answers/handover/drawio_export.h"
#include "core/answers/handover/rack_pictures.h"
#include "core/answers/handover/report_charts.h"
#include "core/answers/handover/report_parts.h"
#include "core/base/figures/measure.h"
#include "core/base/units/percent_text.h"
#include "core/base/units/quantity_text.h"
#include "core/base/units/sentence.h"
#include "core/drawing/bill/bill_text.h"
#include "core/drawing/bill/procurement.h"
#include "core/drawing/drawn_parts.h"
#include "core/drawing/project/address/input_title.h"
#include "core/drawing/project/address/json_pointer.h"
#include "core/drawing/unique_names.h"
#include "core/facility/economics/capital_text.h"
#include "core/study/money/hour_rows.h"

#include <algorithm>
#include <fmt/format.h>
#include <set>
#include <span>

namespace roofrack {

namespace {

constexpr size_t most_bars = 16;

std::string dollars(double value) { return format_quantity(value, Dimension::money); }
std::string watts(double value) { return format_quantity(value, Dimension::power); }

/// "from memory" of "from_memory".
std::string in_words(std::string_view name) {
    std::string out(name);
    std::ranges::replace(out, '_', ' ');
    return out;
}

/// Where an input is kept: "site, money" of "/site/money/interest".
std::string input_owner(const InputField& field) {
    const std::vector<std::string> keys = pointer_tokens(field.address());
    std::string out;
    for (size_t i = 0; i + 1 < keys.size(); ++i) {
        if (keys[i].find_first_not_of("0123456789") == std::string::npos) continue; // a place in a list
        out += (out.empty() ? "" : ", ") + in_words(keys[i]);
    }
    return out;
}

/// An input of adapters or of a kind of training that the workload has not.
bool is_of_other_training(const Workload& workload, std::string_view address) {
    if (address.starts_with("/workload/tuning/lora/")) return !(workload.tuning.lora.rank > 0);
    return address.starts_with("/workload/tuning/") && address != "/workload/tuning/kind" &&
           workload.tuning.kind == TrainingKind::pretraining;
}

/// Inputs that say something; those that leave it to the program, or say that there is none, are named below.
void report_inputs(ReportDocument& out, const Answers& answers) {
    const Scenario& scenario = answers.scenario();
    ReportDocument::Table table{{"Of", "Input", "Value", "What it is"}, {}, 4};
    std::string left;
    for (const std::string& address : single_inputs(scenario)) {
        if (address.starts_with("/cluster") || is_of_other_training(scenario.workload, address)) continue;
        const auto field = InputField::find(scenario, address, answers.catalog());
        const auto value = field ? field->value(scenario) : std::nullopt;
        if (!value) continue;
        const std::string of = input_owner(*field), name = short_title_of_input(*field, scenario);
        if (const std::string meaning = meaning_of_value(*field, *value); meaning.empty())
            table.rows.push_back({of, name, field->text(*value), std::string(field->help())});
        else
            left += fmt::format("{}{}, {} ({})", left.empty() ? "" : "; ", of, name, meaning);
    }
    out.table(std::move(table));
    if (!left.empty()) out.paragraph("Left to the program, or none: " + left + ".");
}

/// What $ and dates rest on, each with its ends and who says so.
void report_money_terms(ReportDocument& out, const Answers& answers) {
    const auto* const study = answers.value<MoneyStudy>();
    if (!study) return;
    ReportDocument::Table table{
        {"What $ and dates rest on", "Value", "Low", "High", "How sure", "Source"}, {}, 6};
    for (const TornadoBar& bar : study->tornado.bars)
        table.rows.push_back({std::string(label_of(bar.what)), assumption_text(bar, bar.now),
                              assumption_text(bar, bar.low), assumption_text(bar, bar.high),
                              in_words(name_of(bar.status)), bar.source});
    const auto weeks = [](double value) { return figures::figure_text(value, figures::weeks); };
    for (const LeadItem& each : study->increment.waits)
        table.rows.push_back({fmt::format("lead time: {}", label_of_lead(each.what)),
                              weeks(each.weeks.likely), weeks(each.weeks.low), weeks(each.weeks.high),
                              in_words(name_of(each.status)), each.source});
    out.table(std::move(table));
}

/// As levels have it: a meter's highest mean and that of a step are one figure to three digits.
std::string load_watts(Watts value) { return format_quantity(value.si(), Dimension::power, 3); }

/// "71 %: 512 kW of 720 kW after one failure", "no spare"; empty: no limit of it is known, or none that a
/// failure leaves.
std::string after_one_failure(std::span<const Level> levels, std::string_view id) {
    const auto level = std::ranges::find_if(levels, [id](const Level& each) {
        return each.id == id && each.kind != Level::Kind::rack && each.kind != Level::Kind::rack_heat &&
               each.kind != Level::Kind::inlet;
    });
    if (level == levels.end() || !level->bound() || (level->has_spare && !level->secured)) return {};
    if (!level->secured) return "no spare";
    return share_in_percent(*level->share()) + ": " + carried_text(*level);
}

} // namespace

void report_drawing(ReportDocument& out, const Answers& answers) {
    Cluster cluster = answers.scenario().cluster;
    const bool sells = has_sold(cluster); // the window draws that too
    set_sold_aside(cluster);
    const UniqueNames names(cluster);
    if (const auto* priced = answers.value<PricedBill>())
        out.paragraph(pieces_text(priced->bill.totals) + ".");
    if (!cluster.elements.empty())
        out.picture(drawing_svg(cluster, answers.catalog()), "The drawing", sells ? "" : "drawing");
    ReportDocument::Table table{{"Drawn", "Kind", "Part", "All in all"}, {}, 3};
    for (const Element& element : cluster.elements) {
        if (element.kind == ElementKind::note) continue;
        const Part* part = drawn_part(element, answers.catalog());
        table.rows.push_back({names.of(element.id), std::string(name_of(element.kind)),
                              part ? part->name : "", format_count(cluster.instances(element))});
    }
    out.table(std::move(table));
    for (const std::string& fronts : rack_fronts_svg(cluster, answers.catalog()))
        out.picture(fronts, "The fronts of the racks");
}

void report_power(ReportDocument& out, const Answers& answers) {
    const auto* const levels = answers.get<FacilityLevels>();
    if (!levels || !*levels) return out.paragraph("There is none: " + why_missing(levels).what + ".");
    const FacilityStudy& study = (*levels)->study;
    if (study.assumed) out.paragraph("At the standing load, since no step says what the servers draw.");
    out.paragraph(fmt::format("IT draws {} in the mean and the facility {}, at PUE {:.2f}.",
                              load_watts(study.state.it), load_watts(study.state.facility), study.state.pue));
    const UniqueNames names(answers.scenario().cluster);
    ReportDocument::Table table{
        {"What carries it", "Kind", "Units", "Load", "Limit", "Without a failure", "After one failure"},
        {},
        2};
    std::vector<ReportBar> used;
    for (const Budget& each : study.budgets) {
        const std::string known = names.of(each.id), name = known.empty() ? each.id : known;
        if (each.share() && *each.share() > 0)
            used.push_back({name + ", " + std::string(name_of(each.kind)), *each.share(),
                            share_in_percent(*each.share())});
        table.rows.push_back({name, std::string(name_of(each.kind)), format_count(each.instances),
                              load_watts(each.load), each.limit ? load_watts(*each.limit) : "not known",
                              each.share() ? share_in_percent(*each.share()) : "",
                              after_one_failure(study.levels, each.id)});
    }
    std::ranges::stable_sort(used, std::ranges::greater(), &ReportBar::value);
    if (used.size() > most_bars) used.resize(most_bars);
    // The window's levels are those after the worst single failure, which the table has, too.
    out.picture(bars_svg(used), "How full power and cooling are without a failure, the fullest first");
    out.table(std::move(table));
}

void report_bill(ReportDocument& out, const Answers& answers) {
    const auto* const priced = answers.get<PricedBill>();
    if (!priced || !*priced) return out.paragraph("There is none: " + why_missing(priced).what + ".");
    const auto& [bill, capital] = **priced;
    out.paragraph(pieces_text(bill.totals) + "; " + capital_text(capital) + ".");
    ReportDocument::Table table{{"Group", "Part", "Length", "Count", "Power", "Price", "Low", "High"}, {}, 2};
    for (size_t i = 0; i < bill.rows.size(); ++i) {
        const BillRow& row = bill.rows[i];
        const CapitalRow& cost = capital.rows[i];
        const bool has_price = cost.basis != PriceBasis::none;
        table.rows.push_back(
            {std::string(name_of(row.group)), row.name, row.length ? fmt::format("{:g} m", *row.length) : "",
             format_count(row.count), row.power && *row.power > 0 ? watts(*row.power) : "",
             has_price ? dollars(cost.price.likely) : "not known", has_price ? dollars(cost.price.low) : "",
             has_price ? dollars(cost.price.high) : ""});
    }
    out.table(std::move(table));
}

void report_money(ReportDocument& out, const Answers& answers) {
    const auto* const money = answers.get<MoneyStudy>();
    if (!money || !*money) return out.paragraph("There is none: " + why_missing(money).what + ".");
    const MoneyStudy& study = **money;
    if (!study.capital || !study.run.has_price())
        return out.paragraph("There is none: the plan does not run, or no price is known.");
    out.paragraph(capital_text(*study.capital, study.building) + ".");
    ReportDocument::Table hour{{"An hour", "$"}, {}, 1};
    std::vector<ReportBar> parts;
    for (const HourPart& part : parts_of(study.run.hour)) {
        hour.rows.push_back({std::string(part.what), dollars(part.dollars)});
        parts.push_back({std::string(part.what), part.dollars, dollars(part.dollars)});
    }
    hour.rows.push_back({"all", dollars(study.run.hour.total())});
    out.picture(bars_svg(parts), "What an hour costs", "money");
    out.table(std::move(hour));
    std::vector<std::string> sentences;
    if (study.run.dollars_per_million > 0)
        sentences.push_back(fmt::format("A million {} cost {}",
                                        study.run.counts_samples ? "samples" : "tokens",
                                        dollars(study.run.dollars_per_million)));
    if (study.run.has_budget()) sentences.push_back("The run costs " + dollars(study.run.dollars.si()));
    if (const std::string next = next_racks_text(study.next, study.run.counts_samples); !next.empty())
        sentences.push_back(begin_sentence(next));
    out.list(sentences);
    const auto flow = cash_flow(answers);
    if (!flow) return;
    ReportDocument::Table years{{"Year", "Paid and received", "Present value", "Cumulative"}, {}, 1};
    for (const CashYear& each : flow->years)
        years.rows.push_back({fmt::format("{:g}", each.year), dollars(each.sum), dollars(each.present),
                              dollars(each.cumulative)});
    out.table(std::move(years));
}

void report_assumptions(ReportDocument& out, const Answers& answers) {
    report_money_terms(out, answers);
    report_inputs(out, answers);
}

void report_sources(ReportDocument& out, const Answers& answers) {
    const auto* const asked = answers.get<PricedBill>();
    if (!asked || !*asked) return out.paragraph("There are none: " + why_missing(asked).what + ".");
    const PricedBill* const priced = &**asked;
    ReportDocument::Table table{{"Part", "Price is from", "Its source", "Power is from"}, {}, 4};
    std::set<std::vector<std::string>> said; // a cable of many lengths has one price a metre
    for (size_t i = 0; i < priced->bill.rows.size(); ++i) {
        const BillRow& row = priced->bill.rows[i];
        const CapitalRow& cost = priced->capital.rows[i];
        std::vector<std::string> cells{row.name, price_status_text(cost), price_source_text(cost),
                                       row.power_source};
        if (said.insert(cells).second) table.rows.push_back(std::move(cells));
    }
    out.table(std::move(table));
}

} // namespace roofrack
