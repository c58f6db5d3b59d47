// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/decide/input_map.h"

#include "core/answers/compare/compared_bands.h"
#include "core/answers/compare/comparison.h"
#include "core/answers/compare/equal_size.h"
#include "core/answers/decide/figure_probe.h"
#include "core/drawing/project/address/input_field.h"
#include "core/drawing/project/address/input_title.h"
#include "core/step/engine/evaluation.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <string_view>

namespace roofrack {

namespace {

/// The cause where neither a cost nor a part of the step changes.
constexpr std::string_view turned_by_input = "the input itself";

struct CostPart {
    std::string_view label;
    double OwnershipCost::*part;
};
constexpr CostPart cost_parts[] = {
    {"capital", &OwnershipCost::capital},      {"space", &OwnershipCost::space},
    {"electricity", &OwnershipCost::power},    {"operation", &OwnershipCost::operation},
    {"software", &OwnershipCost::software},    {"water", &OwnershipCost::water},
    {"demand charge", &OwnershipCost::demand}, {"rent", &OwnershipCost::rent},
    {"sales", &OwnershipCost::sales}};

double useful_rate(const Evaluation& of) { return of.tokens_per_s > 0 ? of.tokens_per_s : of.samples_per_s; }

double relative(double before, double after) {
    return before > 0 && after > 0 ? std::abs(std::log(after / before)) : 0;
}

/// What changed most between two evaluations of a scenario that run: of a figure of money the part of the
/// cost per hour, where that changes by more than the useful rate does; else the part of the step, each per
/// unit of work. "electricity", "HBM".
std::string turning_cause(const Evaluation& before, const Evaluation& after, const ProbedFigure& figure) {
    const bool is_money = figure.row && figure.row->measure.stored.starts_with('$');
    const double rate = relative(useful_rate(before), useful_rate(after)),
                 hour = relative(before.cost.total(), after.cost.total());
    if (is_money && hour > rate) {
        const auto moved = [&](const CostPart& part) {
            return std::abs(after.cost.*part.part - before.cost.*part.part);
        };
        return std::string(std::ranges::max_element(cost_parts, {}, moved)->label);
    }
    const std::vector<SpeedReason> reasons = speed_reasons(before, after);
    if (!reasons.empty()) return std::string(label_of(reasons.front().part));
    if (before.power.metered != after.power.metered) return "power";
    return std::string(turned_by_input);
}

/// A scenario of a map with both of its inputs found in it.
struct MappedScenario {
    const FigureProbe* probe;
    std::optional<InputField> x, y;
    std::string fault; ///< why it has no such inputs; empty: it has

    Result<std::shared_ptr<const Scenario>> with(double at_x, double at_y) const {
        auto out = std::make_shared<Scenario>(*probe->as_is().scenario);
        if (y)
            if (auto done = y->set(*out, at_y); !done) return tl::unexpected(done.error());
        if (auto done = x->set(*out, at_x); !done) return tl::unexpected(done.error());
        return std::shared_ptr<const Scenario>(std::move(out));
    }
};

MappedScenario mapped(const FigureProbe& probe, const std::string& x, const std::optional<TriedValues>& y) {
    MappedScenario out{&probe, {}, {}, {}};
    const Scenario& scenario = *probe.as_is().scenario;
    auto found_x = InputField::find(scenario, x, probe.catalog());
    if (!found_x)
        out.fault = found_x.error().text();
    else
        out.x = std::move(*found_x);
    if (!y) return out;
    auto found_y = InputField::find(scenario, y->input, probe.catalog());
    if (!found_y)
        out.fault = found_y.error().text();
    else
        out.y = std::move(*found_y);
    return out;
}

/// What an input is in a few words, without what some of its values mean and without asides: of "tokens
/// (samples) of the run; 0: none given" there is left "tokens of the run".
std::string short_help(const InputField& field) {
    const std::string_view help = field.help();
    std::string out(help.substr(0, help.find("; ")));
    for (size_t from = out.find(" ("); from != std::string::npos; from = out.find(" (", from)) {
        const size_t to = out.find(')', from);
        if (to == std::string::npos) break;
        out.erase(from, to + 1 - from);
    }
    return out;
}

std::string axis_label(const InputField& field, const Scenario& scenario) {
    constexpr size_t longest_help = 48;
    const std::string title = short_title_of_input(field, scenario), help = short_help(field);
    const bool says_more = !help.empty() && help.size() <= longest_help && !title.ends_with(help) &&
                           title.find(help + ' ') == std::string::npos;
    return says_more ? fmt::format("{} ({})", title, help) : title;
}

/// The place of what all of them have that have the input.
std::optional<RoundTick> drawn_place(const std::vector<MappedScenario>& scenarios,
                                     std::optional<InputField> MappedScenario::*input,
                                     const std::vector<double>& values) {
    std::optional<double> own;
    const InputField* field = nullptr;
    for (const MappedScenario& each : scenarios) {
        if (!(each.*input)) continue;
        const auto value = (each.*input)->value(*each.probe->as_is().scenario);
        if (!value || (own && *own != *value)) return std::nullopt;
        own = value;
        field = &*(each.*input);
    }
    const auto place = own ? place_among(*own, *field, values) : std::nullopt;
    return place ? std::optional(RoundTick{*place, field->text(*own)}) : std::nullopt;
}

MapAxis axis_of(const TriedValues& tried, const std::vector<MappedScenario>& scenarios, size_t known,
                std::optional<InputField> MappedScenario::*input) {
    const InputField& field = *(scenarios[known].*input);
    MapAxis out{tried.input, axis_label(field, *scenarios[known].probe->as_is().scenario), tried.values,
                field.texts(tried.values)};
    out.ticks = round_ticks(field, tried.values);
    out.as_drawn = drawn_place(scenarios, input, tried.values);
    return out;
}

figures::BandValue cell_ends(const MapCell& cell) {
    return cell.band.value_or(figures::BandValue{cell.number, cell.number, cell.number});
}

/// Why a cell has no figure that may be the best, but for a price or a wait that is none; empty: it may be.
const std::string& why_not_best(const MapCell& cell) {
    return cell.absent.empty() ? cell.barred : cell.absent;
}

/// What is said of the cells, where it is of all that have the figure.
std::string said_of_all(const std::vector<MapCell>& cells, std::string MapCell::*what) {
    std::string out;
    for (const MapCell& cell : cells) {
        if (!cell.absent.empty()) continue;
        if ((cell.*what).empty()) return {};
        if (out.empty()) out = cell.*what;
    }
    return out;
}

class Mapper {
public:
    Mapper(std::vector<MappedScenario> scenarios, InputMap& out, const std::stop_token& stop)
        : m_scenarios(std::move(scenarios))
        , m_out(out)
        , m_stop(stop) {}

    void fill() {
        for (const MappedScenario& each : m_scenarios) m_out.cells.push_back(cells_of(each));
        find_winners();
        find_borders();
    }

private:
    std::vector<MapCell> cells_of(const MappedScenario& scenario) const {
        const size_t count = m_out.x.values.size() * m_out.y.values.size();
        std::vector<MapCell> out(count, MapCell{std::nan(""), scenario.fault, false});
        if (!scenario.fault.empty()) return out;
        const FigureProbe& probe = *scenario.probe;
        std::optional<Prepared> before;
        for (size_t row = 0; row < m_out.y.values.size(); ++row)
            for (size_t column = 0; column < m_out.x.values.size(); ++column) {
                if (m_stop.stop_requested()) return out;
                MapCell& cell = out[m_out.at(column, row)];
                Variation variation = probe.as_is();
                const auto changed = scenario.with(m_out.x.values[column], m_out.y.values[row]);
                if (!changed) {
                    cell.absent = changed.error().text();
                    continue;
                }
                variation.scenario = *changed;
                // Neighbours share most of what is prepared.
                auto prepared = before ? before->with(*changed, probe.catalog()) : probe.prepare(variation);
                if (!prepared) {
                    cell.absent = prepared.error().text();
                    continue;
                }
                cell = probe.at(variation, *prepared).front();
                before = std::move(*prepared);
            }
        return out;
    }

    void find_winners() {
        const figures::Better better = m_out.figure.row->better;
        m_out.winners.resize(m_out.cells.front().size());
        m_out.overlaps.assign(m_out.winners.size(), false);
        m_out.shares.assign(m_out.cells.size(), 0);
        if (better == figures::Better::neither || nobody_is_best(m_out.sizes.resized, m_out.figure.name))
            return;
        const double sign = better == figures::Better::less ? -1 : 1;
        std::vector<bool> may_win;
        for (size_t i = 0; i < m_out.cells.size(); ++i) may_win.push_back(m_out.may_win(i));
        for (size_t cell = 0; cell < m_out.winners.size(); ++cell)
            for (size_t i = 0; i < m_out.cells.size(); ++i) {
                const MapCell& of = m_out.cells[i][cell];
                if (!of.is_known() || !may_win[i]) continue;
                std::optional<size_t>& best = m_out.winners[cell];
                if (!best || sign * of.number > sign * m_out.cells[*best][cell].number) best = i;
            }
        for (size_t cell = 0; cell < m_out.winners.size(); ++cell)
            for (size_t i = 0; i < m_out.cells.size() && m_out.winners[cell]; ++i)
                if (i != m_out.winners[cell] && may_win[i] && m_out.cells[i][cell].is_known() &&
                    bands_overlap(cell_ends(m_out.cells[*m_out.winners[cell]][cell]),
                                  cell_ends(m_out.cells[i][cell]), better))
                    m_out.overlaps[cell] = true;
        for (const std::optional<size_t>& winner : m_out.winners)
            if (winner) m_out.shares[*winner] += 1.0 / static_cast<double>(m_out.winners.size());
    }

    void find_borders() {
        const size_t columns = m_out.x.values.size(), rows = m_out.y.values.size();
        for (size_t row = 0; row < rows; ++row)
            for (size_t column = 0; column < columns; ++column) {
                if (column + 1 < columns) add_border(column, row, false);
                if (row + 1 < rows) add_border(column, row, true);
            }
    }

    void add_border(size_t column, size_t row, bool is_upwards) {
        const size_t here = m_out.at(column, row),
                     there = is_upwards ? m_out.at(column, row + 1) : m_out.at(column + 1, row);
        const auto &from = m_out.winners[here], &to = m_out.winners[there];
        if (!from || !to || *from == *to || m_stop.stop_requested()) return;
        m_out.borders.push_back({column, row, is_upwards, *from, *to, turns(*from, *to, here, there)});
    }

    /// What changes most, across the border, of the two that win on its sides.
    std::string turns(size_t from, size_t to, size_t here, size_t there) const {
        const auto moves = [&](size_t scenario) {
            const MapCell &a = m_out.cells[scenario][here], &b = m_out.cells[scenario][there];
            if (!why_not_best(a).empty() || !why_not_best(b).empty())
                return std::numeric_limits<double>::infinity();
            return std::abs(b.number - a.number) / std::max(std::abs(a.number), std::abs(b.number));
        };
        const size_t most = moves(from) >= moves(to) ? from : to;
        const std::string& name = m_out.scenarios[most];
        for (const size_t cell : {here, there})
            if (const std::string& why = why_not_best(m_out.cells[most][cell]); !why.empty())
                return fmt::format("{}: {}", name, why);
        const auto before = evaluation_at(m_scenarios[most], here),
                   after = evaluation_at(m_scenarios[most], there);
        if (!before || !after) return name;
        return fmt::format("{}: {}", name, turning_cause(*before, *after, m_out.figure));
    }

    std::optional<Evaluation> evaluation_at(const MappedScenario& scenario, size_t cell) const {
        const size_t columns = m_out.x.values.size();
        const auto changed = scenario.with(m_out.x.values[cell % columns], m_out.y.values[cell / columns]);
        if (!changed) return std::nullopt;
        Variation variation;
        variation.scenario = *changed;
        const auto prepared = scenario.probe->prepare(variation);
        if (!prepared) return std::nullopt;
        EvaluateOptions options;
        options.findings = false;
        return evaluate(*prepared, options);
    }

    std::vector<MappedScenario> m_scenarios;
    InputMap& m_out;
    const std::stop_token& m_stop;
};

} // namespace

std::string InputMap::missing_price(size_t scenario) const {
    return said_of_all(cells[scenario], &MapCell::missing);
}

std::string InputMap::no_wait(size_t scenario) const {
    return said_of_all(cells[scenario], &MapCell::no_wait);
}

std::string InputMap::barred(size_t scenario) const {
    if (std::string why = no_wait(scenario); !why.empty()) return why;
    if (std::string why = said_of_all(cells[scenario], &MapCell::barred); !why.empty()) return why;
    std::vector<Caution> cautions = sizes.cautions_about(scenarios[scenario]);
    // This one is told of the scenario as it is; each cell says for itself who does its run.
    std::erase_if(cautions, [](const Caution& each) { return each.kind == CautionKind::done_meanwhile; });
    return barring_caution(figure.name, cautions);
}

bool InputMap::may_win(size_t scenario) const {
    return !sizes.is_barred(scenario) && barred(scenario).empty();
}

std::string InputMap::caution_of_winner(size_t scenario) const {
    return caution_of_best(sizes.cautions_about(scenarios[scenario]), {{figure.name, figure.row}});
}

std::string BorderRun::text() const { return "decided by " + turns; }

std::vector<BorderRun> border_runs(const InputMap& map) {
    std::vector<BorderRun> out;
    std::vector<std::vector<size_t>> places;
    const std::string itself = fmt::format(": {}", turned_by_input);
    for (size_t i = 0; i < map.borders.size(); ++i) {
        const MapBorder& border = map.borders[i];
        if (border.turns.empty() || border.turns.ends_with(itself)) continue;
        const auto [first, second] = std::minmax(border.from, border.to);
        size_t run = 0;
        while (run < out.size() &&
               !(out[run].first == first && out[run].second == second && out[run].turns == border.turns))
            ++run;
        if (run == out.size()) {
            out.push_back({first, second, border.turns, 0, 0});
            places.emplace_back();
        }
        places[run].push_back(i);
    }
    for (size_t run = 0; run < out.size(); ++run) {
        // Twice the place of a border, which lies between two cells.
        const auto at = [&](size_t place) {
            const MapBorder& border = map.borders[place];
            return std::pair(static_cast<double>(2 * border.x + (border.is_upwards ? 0 : 1)),
                             static_cast<double>(2 * border.y + (border.is_upwards ? 1 : 0)));
        };
        double x = 0, y = 0;
        for (const size_t place : places[run]) {
            x += at(place).first / static_cast<double>(places[run].size());
            y += at(place).second / static_cast<double>(places[run].size());
        }
        out[run].cells = places[run].size();
        out[run].middle = *std::ranges::min_element(places[run], {}, [&](size_t place) {
            return std::hypot(at(place).first - x, at(place).second - y);
        });
    }
    std::ranges::stable_sort(out, std::greater(), &BorderRun::cells);
    return out;
}

Result<InputMap> input_map(const std::vector<const FigureProbe*>& probes, const TriedValues& x,
                           const std::optional<TriedValues>& y, const std::stop_token& stop,
                           const ComparedSizes& sizes) {
    if (probes.empty()) return fail("", "there is no scenario", "name one");
    if (y && x.input == y->input) return fail(x.input, "both axes are this input", "name two inputs");
    const size_t rows = y ? y->values.size() : 1;
    if (x.values.size() * rows > most_map_cells)
        return fail(x.input, fmt::format("the map has {} × {} cells", x.values.size(), rows),
                    fmt::format("ask for {} at most", most_map_cells));
    InputMap out;
    out.sizes = sizes;
    out.figure = probes.front()->figures().front();
    std::vector<MappedScenario> scenarios;
    for (const FigureProbe* probe : probes) {
        scenarios.push_back(mapped(*probe, x.input, y));
        out.scenarios.push_back(probe->as_is().scenario->name);
    }
    const auto first =
        std::ranges::find_if(scenarios, [](const MappedScenario& each) { return each.fault.empty(); });
    if (first == scenarios.end())
        return fail(x.input, scenarios.front().fault, "name inputs that one of them has");
    const auto known = static_cast<size_t>(first - scenarios.begin());
    out.x = axis_of(x, scenarios, known, &MappedScenario::x);
    out.y = y ? axis_of(*y, scenarios, known, &MappedScenario::y) : MapAxis{{}, {}, {0}, {""}};
    Mapper(std::move(scenarios), out, stop).fill();
    if (stop.stop_requested()) return fail("", "stopped", "ask again");
    return out;
}

} // namespace roofrack
