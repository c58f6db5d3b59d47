// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/matrix/limit_row.h"

#include "core/base/catalog/part_name.h"
#include "core/base/units/common_units.h"
#include "core/base/units/limit_share_text.h"
#include "core/base/units/quantity_text.h"
#include "core/drawing/unique_names.h"
#include "core/step/engine/figures/gpu_rates.h"
#include "core/step/engine/prepared_impl.h"
#include "core/step/search/fastest.h"
#include "core/step/workload/plan_check.h"
#include "core/study/matrix/limit_changes.h"
#include "core/study/matrix/limit_kinds.h"
#include "core/study/sharing/input_supply.h"
#include "core/study/standstill.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <functional>

namespace roofrack {

namespace {

constexpr const char* has_room = "there is room";

/// "0.4 MW of 2 MW left", "12 of 80 GB too much".
std::string left_text(double used, double have, const std::function<std::string(double)>& amount) {
    return used <= have ? fmt::format("{} of {} left", amount(have - used), amount(have))
                        : fmt::format("{} more than {}", amount(used - have), amount(have));
}

std::string watts_text(double watts) { return format_quantity(watts, Dimension::power, 3); }
std::string bytes_text(double bytes) { return format_quantity(bytes, Dimension::bytes, 3); }
std::string money_text(double dollars) {
    return (dollars < 0 ? "−" : "") + format_quantity(std::abs(dollars), Dimension::money, 3);
}
std::string weeks_text(double weeks) {
    constexpr double ten_years = 522; // weeks; longer times have units that people read
    if (weeks > ten_years) return format_quantity(weeks * seconds_a_week, Dimension::time, 3);
    return fmt::format("{:.0f} week{}", weeks, std::round(weeks) == 1 ? "" : "s");
}

class RowMaker {
public:
    RowMaker(const LimitSources& sources, const Catalog& catalog, const LimitTargets& targets,
             const std::stop_token& stop)
        : m_of(sources)
        , m_now(*sources.evaluation)
        , m_impl(sources.prepared->impl())
        , m_targets(targets)
        , m_names(sources.prepared->scenario().cluster)
        , m_stop(stop)
        , m_changes(limit_changes(sources, catalog, stop)) {}

    LimitRow make() {
        LimitRow out;
        out.scenario = m_impl.scenario.name;
        if (const Standstill standstill = standstill_of(m_now); !standstill.runs())
            out.reason = standstill.text();
        for (const LimitKind kind : limit_kinds) {
            LimitCell cell;
            cell.kind = kind;
            fill(cell);
            add_gain(cell);
            if (!cell.mitigation && cell.no_mitigation.empty())
                cell.no_mitigation = !m_now.feasible ? "no plan runs that could be changed"
                                     : is_rate(kind) ? "no change that the program knows helps"
                                     : cell.is_over  ? "no purchase that the program knows suffices"
                                     : !cell.have    ? "no limit is known"
                                                     : has_room;
            out.cells.push_back(std::move(cell));
        }
        return out;
    }

private:
    bool runs() const { return m_now.feasible && m_now.step_time > Seconds(0); }

    void fill(LimitCell& cell) {
        switch (cell.kind) {
        case LimitKind::arithmetic:
        case LimitKind::hbm:
        case LimitKind::network: return fill_rate(cell);
        case LimitKind::memory: return fill_memory(cell);
        case LimitKind::storage: return fill_storage(cell);
        case LimitKind::power:
        case LimitKind::cooling: return fill_level(cell);
        case LimitKind::space: return fill_space(cell);
        case LimitKind::money: return fill_money(cell);
        case LimitKind::time: return fill_time(cell);
        }
    }

    std::string accelerator() const { return short_name(m_impl.accelerators.front().name); }

    void fill_rate(LimitCell& cell) {
        cell.element = cell.kind == LimitKind::network ? std::string() : accelerator();
        if (!m_now.has_power()) {
            cell.margin = "not known: no step";
            return;
        }
        cell.used = seconds_of(cell.kind, m_now);
        cell.have = m_now.step_time.si();
        cell.unit = "s";
        cell.margin = fmt::format("{:.1f} % of the step", 100 * *cell.used / *cell.have);
        if (cell.kind == LimitKind::arithmetic && std::isfinite(m_now.mfu))
            cell.margin += fmt::format(
                ", {} of {} a GPU{}",
                format_quantity(m_now.mfu * m_now.peak.si() / m_now.gpus, Dimension::flop_rate, 3),
                format_quantity(m_now.peak.si() / m_now.gpus, Dimension::flop_rate, 3),
                mfu_basis(m_now.plan).empty() ? "" : ", the BF16 peak");
        cell.mitigation = cheapest_for(cell.kind, m_changes, m_now);
    }

    void fill_memory(LimitCell& cell) {
        const MemoryFit& memory = m_now.memory;
        if (!(memory.capacity > Bytes(0))) {
            cell.margin = "not known";
            return;
        }
        cell.used = memory.needed.si();
        cell.have = memory.capacity.si();
        cell.unit = "B";
        cell.margin = left_text(*cell.used, *cell.have, bytes_text);
        cell.is_over = memory.refused();
        cell.element = accelerator();
        if (memory.stages.size() > 1)
            cell.element += fmt::format(", stage {} of {}", memory.fullest + 1, memory.stages.size());
        if (!cell.is_over || m_stop.stop_requested()) return;
        const Plan hints[] = {m_impl.scenario.plan};
        const FastestPlan found = prudent_plan(*m_of.prepared, hints, m_stop);
        if (!found.plan) {
            cell.no_mitigation = memory.would_fit.empty() ? found.reason : memory.would_fit;
            return;
        }
        EvaluateOptions options;
        options.findings = false;
        options.plan = found.plan;
        const Evaluation then = evaluate(*m_of.prepared, options);
        cell.mitigation =
            LimitMitigation{"The best plan: " + plan_text(*found.plan),
                            {},
                            PriceBand{},
                            left_text(then.memory.needed.si(), then.memory.capacity.si(), bytes_text),
                            std::nullopt};
    }

    void fill_storage(LimitCell& cell) {
        if (!runs()) {
            cell.margin = "not known: no step";
            return;
        }
        const InputSupply input = input_supply(*m_of.prepared, m_now);
        for (const Element& element : m_impl.scenario.cluster.elements)
            if (element.kind == ElementKind::storage) {
                cell.where.push_back(element.id);
                cell.element += (cell.element.empty() ? "" : ", ") + m_names.of(element.id);
            }
        const double waits = seconds_of(cell.kind, m_now) / m_now.step_time.si();
        cell.unit = "B/s";
        cell.used = input.needed.si();
        if (input.reached > ByteRate(0)) {
            cell.have = input.reached.si();
            cell.margin = left_text(*cell.used, *cell.have, [](double rate) {
                return format_quantity(rate, Dimension::byte_rate, 3);
            });
            cell.is_over = *cell.used > *cell.have;
        } else {
            cell.margin = "no storage is drawn";
        }
        cell.margin += fmt::format("; {:.1f} % of the step", 100 * waits);
        constexpr double worth_a_word = 0.005; // share of the step
        if (waits >= worth_a_word || cell.is_over)
            cell.mitigation = cheapest_for(cell.kind, m_changes, m_now);
        else
            cell.no_mitigation = has_room;
    }

    /// Power or cooling: what is fullest on the way of power, or of heat.
    void fill_level(LimitCell& cell) {
        cell.unit = "W";
        const Level* const fullest =
            m_of.facility ? fullest_level(m_of.facility->levels, cell.kind == LimitKind::cooling) : nullptr;
        if (!fullest) {
            cell.margin = m_of.facility ? "no limit is known" : "not known: no step";
            return;
        }
        cell.used = fullest->load.si();
        cell.have = fullest->bound()->si();
        cell.margin = margin_text(*fullest);
        cell.is_over = fullest->is_over();
        const std::string name = m_names.of(fullest->id);
        cell.element = name.empty() ? std::string(word_of(*fullest)) : name;
        if (!name.empty()) cell.where.push_back(fullest->id);
        const bool holds = std::ranges::any_of(m_now.gains, [&](const Gain& gain) {
            return kind_of(gain.resource.kind) == cell.kind && gain.tenth > Gain::noise;
        });
        if (!cell.is_over && !holds) return;
        cell.mitigation = purchase_for(cell.kind);
        if (!cell.mitigation) cell.mitigation = supply_change(cell.kind);
        if (!cell.mitigation && holds && !cell.is_over)
            cell.no_mitigation =
                "it holds clocks down; no purchase that the program knows is needed to carry it";
    }

    /// More of the site's supply, where that is what holds the step.
    std::optional<LimitMitigation> supply_change(LimitKind kind) const {
        if (kind != LimitKind::power) return std::nullopt;
        std::vector<LimitChange> supply;
        for (const LimitChange& change : m_changes)
            if (change.id == "site-supply") supply.push_back(change);
        return cheapest_for(LimitKind::time, supply, m_now);
    }

    /// What the room must buy to carry what is drawn there.
    std::optional<LimitMitigation> purchase_for(LimitKind kind) const {
        if (!m_of.room) return std::nullopt;
        std::vector<const RoomRow*> rows;
        for (const RoomRow& row : m_of.room->rows)
            if (is_of_room(kind, row.need.key.limit) && row.is_short() && row.buy && row.buy->suffices)
                rows.push_back(&row);
        if (rows.empty()) return std::nullopt;
        LimitMitigation out;
        out.price = PriceBand{};
        out.effect = "all that is drawn is carried";
        for (const RoomRow* row : rows) {
            const RoomPurchase& buy = *row->buy;
            const std::string_view unit = unit_of(row->need.key.limit);
            out.action +=
                (out.action.empty() ? "" : "; ") +
                (buy.count > 0 ? fmt::format("{} more × {}", format_count(buy.count), buy.name)
                 : unit == "W" ? fmt::format("{} more of {}", watts_text(buy.amount), buy.name)
                 : row->need.key.limit == RoomLimit::positions
                     ? fmt::format("{} more {}", format_count(std::ceil(buy.amount)), buy.name)
                     : fmt::format("{} {} more {}", format_count(std::ceil(buy.amount)), unit, buy.name));
            if (out.price && buy.price)
                *out.price += *buy.price;
            else
                out.price.reset();
            if (buy.lead && (!out.weeks || buy.lead->weeks.likely > out.weeks->likely))
                out.weeks = buy.lead->weeks;
        }
        return out;
    }

    void fill_space(LimitCell& cell) {
        const RoomRow* fullest = nullptr;
        if (m_of.room)
            for (const RoomRow& row : m_of.room->rows)
                if (is_of_room(cell.kind, row.need.key.limit) && row.need.have && *row.need.have > 0 &&
                    (!fullest || row.need.need / *row.need.have > fullest->need.need / *fullest->need.have))
                    fullest = &row;
        if (!fullest) {
            cell.margin = m_of.room ? "nothing is said about the room" : m_of.no_room;
            return;
        }
        cell.unit = unit_of(fullest->need.key.limit);
        cell.used = fullest->need.need;
        cell.have = *fullest->need.have;
        cell.element = label_of(fullest->need.key.limit);
        cell.margin = left_text(*cell.used, *cell.have, [&](double amount) {
            return fmt::format("{} {}", format_count(std::round(amount)), cell.unit);
        });
        cell.is_over = fullest->is_short();
        if (cell.is_over) cell.mitigation = purchase_for(cell.kind);
    }

    void fill_money(LimitCell& cell) {
        cell.unit = "$";
        cell.have = m_targets.dollars;
        if (!m_of.money || !m_of.money->capital) {
            cell.margin = "not known: no step";
            return;
        }
        const Increment& increment = m_of.money->increment;
        const Capital& capital = *m_of.money->capital;
        if (!capital.has_price()) {
            cell.margin = "no price is known";
            return;
        }
        const std::string at_least = capital.is_complete() ? "" : "at least ";
        cell.used = increment.net.likely;
        cell.margin = cell.have
                          ? left_text(*cell.used, *cell.have, money_text)
                          : fmt::format("{}{} to pay; no budget is given", at_least, money_text(*cell.used));
        if (cell.have && !at_least.empty()) cell.margin += ", with prices missing";
        cell.is_over = cell.have && *cell.used > *cell.have;
        const auto dearest = std::ranges::max_element(
            capital.rows, {}, [](const CapitalRow& row) { return row.is_bought() ? row.price.likely : 0; });
        if (dearest != capital.rows.end() && dearest->is_bought() && dearest->price.likely > 0)
            cell.element = fmt::format("{} × {}", format_count(dearest->count), dearest->name);
        cell.mitigation = cheapest_for_money(m_changes, m_now);
        if (!cell.mitigation) cell.no_mitigation = "no change that the program knows makes a token cheaper";
    }

    void fill_time(LimitCell& cell) {
        cell.unit = "weeks";
        cell.have = m_targets.weeks;
        if (!runs() || !m_of.money) {
            cell.margin = "not known: no step";
            return;
        }
        const DeploymentPath* own = nullptr;
        for (const DeploymentPath& path : m_of.money->paths)
            if (path.is_sites_own) own = &path;
        if (own && !own->lead.items.empty()) cell.element = label_of_lead(own->lead.items.front().what);
        if (!own || !(own->done_weeks.likely > 0)) {
            cell.margin = own ? fmt::format("runs after {}; no token budget is given",
                                            weeks_text(own->lead_weeks.likely))
                              : "not known";
        } else {
            cell.used = own->done_weeks.likely;
            const std::string early = own->done_meanwhile();
            cell.is_over = cell.have && *cell.used > *cell.have;
            if (cell.have)
                cell.margin = left_text(*cell.used, *cell.have, weeks_text);
            else
                cell.margin = early.empty() ? fmt::format("done after {}, runs after {}; no date is given",
                                                          weeks_text(*cell.used),
                                                          format_count(std::round(own->lead_weeks.likely)))
                                            : "no date is given";
            if (!early.empty()) {
                cell.margin += fmt::format("; done after {} {}", weeks_text(*cell.used), early);
                cell.element = "what is there already";
                cell.no_mitigation = "what is bought helps this run only where it is ready sooner";
                return;
            }
        }
        cell.mitigation = cheapest_for(cell.kind, m_changes, m_now);
    }

    void add_gain(LimitCell& cell) const {
        if (!runs()) return;
        for (const Gain& gain : m_now.gains) {
            if (kind_of(gain.resource.kind) != cell.kind) continue;
            if (cell.gain && gain.tenth <= *cell.gain) continue;
            cell.gain = gain.tenth;
            cell.binds = &gain == &m_now.gains.front() && gain.tenth > Gain::noise;
            if (cell.kind != LimitKind::network) continue;
            cell.where = gain.where;
            cell.element = gain.label;
        }
        if (is_rate(cell.kind) && !cell.gain) cell.gain = 0;
    }

    const LimitSources& m_of;
    const Evaluation& m_now;
    const Prepared::Impl& m_impl;
    const LimitTargets& m_targets;
    const UniqueNames m_names;
    std::stop_token m_stop;
    std::vector<LimitChange> m_changes;
};

} // namespace

const LimitCell* LimitRow::find(LimitKind kind) const {
    const auto found = std::ranges::find(cells, kind, &LimitCell::kind);
    return found == cells.end() ? nullptr : &*found;
}

LimitRow limit_row(const LimitSources& sources, const Catalog& catalog, const LimitTargets& targets,
                   const std::stop_token& stop) {
    return RowMaker(sources, catalog, targets, stop).make();
}

} // namespace roofrack
