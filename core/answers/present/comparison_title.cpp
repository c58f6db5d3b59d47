// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/present/comparison_title.h"

#include "core/base/units/calendar_date.h"
#include "core/base/units/word_list.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <functional>
#include <ranges>
#include <utility>
#include <vector>

namespace roofrack {

namespace {

constexpr size_t most_named = 2; ///< more of them are counted

std::string quoted(const ComparedScenario& scenario) { return "“" + scenario.name + "”"; }

const ComparedRow* row_named(const Comparison& table, std::string_view name) {
    const auto found = std::ranges::find(table.rows, name, &ComparedRow::name);
    return found == table.rows.end() ? nullptr : &*found;
}

/// What a caution says of speed after the name of the scenario, "rests on its unconfirmed BF16 rate"; empty:
/// nothing.
std::string doubt_of(const Caution& caution) {
    switch (caution.kind) {
    case CautionKind::announced: return "is announced";
    case CautionKind::unconfirmed_rate: return fmt::format("rests on its unconfirmed {} rate", caution.rate);
    case CautionKind::memory: return caution.text;
    case CautionKind::shortage: // nothing has failed
    case CautionKind::new_liquid:
    case CautionKind::held_clocks:  // its step counts that
    case CautionKind::waiting_gpus: // likewise
    case CautionKind::uneven_batch: // likewise
    case CautionKind::done_meanwhile:
    case CautionKind::missing_price:
    case CautionKind::unknown_sales:
    case CautionKind::unconfirmed_price: break;
    }
    return {};
}

/// The gravest reason why what is said of a scenario's speed may not come true; empty: there is none.
std::string doubt_text(const ComparedScenario& scenario) {
    for (const Caution& each : scenario.cautions)
        if (std::string doubt = doubt_of(each); !doubt.empty()) return doubt;
    return {};
}

/// Scenarios that may be the best in a figure, the best first; none: fewer than two may be.
struct Ranking {
    const ComparedRow* row = nullptr;
    std::vector<size_t> places{};
    explicit operator bool() const { return places.size() > 1; }
    const ComparedValue& value(size_t rank) const { return row->values[places[rank]]; }
    bool is_likely() const { return value(0).overlaps; }
};

Ranking ranking_of(const Comparison& table, std::string_view figure) {
    Ranking out{row_named(table, figure)};
    if (!out.row) return out;
    for (size_t i = 0; i < table.scenarios.size(); ++i)
        if (out.row->values[i].absent.empty() && may_be_best(table.scenarios[i], out.row->values[i]))
            out.places.push_back(i);
    std::ranges::stable_sort(out.places, {}, [&](size_t i) { return out.row->values[i].number; });
    return out;
}

/// " (by 48 %)", what the first takes less than the second.
std::string lead_text(const Ranking& ranking) {
    const double share = 1 - ranking.value(0).number / ranking.value(1).number;
    if (!std::isfinite(share) || share > 1) return {};
    return share < 0.01 ? " (by less than 1 %)" : fmt::format(" (by {:.0f} %)", 100 * share);
}

/// The message as it is put together, and who is in it.
class Message {
public:
    Message(const Comparison& table, std::string_view work)
        : m_table(table)
        , m_work(work)
        , m_is_named(table.scenarios.size(), false) {
        for (const ComparedScenario& each : table.scenarios)
            m_is_sure = m_is_sure && doubt_text(each).empty();
    }

    std::string text() {
        const Ranking date = ranking_of(m_table, "money.increment.done_weeks");
        Ranking cost = ranking_of(m_table, "money.run.usd");
        std::string_view bought = "run";
        if (!cost) {
            cost = ranking_of(m_table, "money.run.usd_per_million");
            bought = m_work;
        }
        // Nobody is said to be first where all are made equal in it.
        if (cost && (!cost.value(0).is_best || has_cheaper_of_missing_price(cost))) cost = {};
        add_first(date, cost, bought);
        if (m_out.empty()) return {};
        add_rest();
        add_doubts();
        return m_out;
    }

private:
    std::string verb(std::string_view sure, std::string_view unsure, bool likely) const {
        if (m_is_sure) return fmt::format("{}{}", sure, likely ? " likely" : "");
        return fmt::format("would {}{}", likely ? "likely " : "", unsure);
    }
    std::string name(size_t place) {
        m_is_named[place] = true;
        return quoted(m_table.scenarios[place]);
    }
    void add(const std::string& clause) { m_out += (m_out.empty() ? "" : "; ") + clause; }

    /// One that lacks a price already costs less: who is the cheapest is not known.
    bool has_cheaper_of_missing_price(const Ranking& cost) const {
        return std::ranges::any_of(cost.row->values, [&](const ComparedValue& each) {
            return !each.missing.empty() && each.number < cost.value(0).number;
        });
    }

    /// "has the cheapest run (by 48 %)".
    std::string cheapest(const Ranking& cost, std::string_view bought) const {
        const bool likely = cost.is_likely();
        const std::string has =
            m_is_sure ? std::string(likely ? "likely has" : "has") : verb("", "have", likely);
        return fmt::format("{} the cheapest {}{}", has, bought, lead_text(cost));
    }

    void add_first(const Ranking& date, const Ranking& cost, std::string_view bought) {
        size_t first = m_table.scenarios.size();
        std::string others;
        if (date && is_one_day(date)) {
            std::vector<std::string> names;
            for (const size_t place : date.places) names.push_back(name(place));
            const bool are_all = names.size() == m_table.scenarios.size();
            add(fmt::format("{} {} done on the same day",
                            !are_all            ? word_list(names)
                            : names.size() == 2 ? std::string("Both")
                                                : fmt::format("All {}", names.size()),
                            m_is_sure ? "are" : "would be"));
        } else if (date && date.value(0).is_best) {
            size_t next = 1;
            while (is_same_day(date, next)) ++next;
            if (next == 1) {
                first = date.places.front();
                add(fmt::format("{} {} done first", name(first), verb("is", "be", date.is_likely())));
            } else {
                std::vector<std::string> names;
                for (size_t rank = 0; rank < next; ++rank) names.push_back(name(date.places[rank]));
                add(fmt::format("{} {} done first, on the same day", word_list(names),
                                verb("are", "be", false)));
            }
            others = later_ones(date, next);
        } else if (!date) {
            first = add_fastest();
        }
        if (cost && cost.places.front() == first) {
            // "would" is said once of both.
            std::string has = cheapest(cost, bought);
            constexpr std::string_view would = "would ";
            if (has.starts_with(would)) has.erase(0, would.size());
            m_out += " and " + has;
        }
        if (!others.empty()) add(others);
        if (cost && cost.places.front() != first)
            add(fmt::format("{} {}", name(cost.places.front()), cheapest(cost, bought)));
    }

    static bool is_same_day(const Ranking& date, size_t rank) {
        return date_difference_text(date.value(rank).number, date.value(0).number) == "the same";
    }
    static bool is_one_day(const Ranking& date) { return is_same_day(date, date.places.size() - 1); }

    /// "“B” 1 day later, “C” 28 weeks later" of those that are not done on the first day, which begin with
    /// the rank `next`; of many the first by name, and the last. "“B” 1 day later than the first, …": another
    /// one is the reference.
    std::string later_ones(const Ranking& date, size_t next) {
        const auto later = [&](size_t rank) {
            return date_difference_text(date.value(rank).number, date.value(0).number);
        };
        // The differences of the table are to the reference: where that is not the first, it is said of whom
        // these are.
        const auto first_places = std::ranges::subrange(
            date.places.begin(), date.places.begin() + static_cast<std::ptrdiff_t>(next));
        const bool is_reference = std::ranges::find(first_places, m_table.reference) != first_places.end();
        const size_t last = date.places.size() - 1;
        std::string out = fmt::format("{} {}{}", name(date.places[next]), later(next),
                                      is_reference ? "" : " than the first");
        if (last == next) return out;
        if (last - next < most_named)
            return out + fmt::format(", {} {}", name(date.places[last]), later(last));
        for (size_t rank = next + 1; rank <= last; ++rank) m_is_named[date.places[rank]] = true;
        return out + fmt::format(", {} others up to {}", last - next, later(last));
    }

    /// "“B” is 1.17 × faster than “A”", the fastest and the next; returns the place of the fastest.
    size_t add_fastest() {
        const size_t count = m_table.scenarios.size();
        std::vector<size_t> places;
        const auto speed = [&](size_t i) { return i == m_table.reference ? 1 : m_table.scenarios[i].speed; };
        for (size_t i = 0; i < count; ++i)
            if (m_table.scenarios[i].reason.empty() && !m_table.scenarios[i].misses() &&
                m_table.scenarios[i].vanished.empty() && speed(i) > 0)
                places.push_back(i);
        std::ranges::stable_sort(places, std::greater(), speed);
        if (places.size() < 2) return count;
        const std::string how = speed_text(speed(places[0]) / speed(places[1]));
        add(fmt::format("{} {} {} {} {}", name(places[0]), verb("is", "be", false), how,
                        how == "as fast" ? "as" : "than", name(places[1])));
        const size_t slower = places.size() - 2;
        if (slower == 1) add(fmt::format("{} is slower", name(places[2])));
        if (slower > 1) {
            for (const size_t each : places) m_is_named[each] = true;
            add(fmt::format("{} others are slower", slower));
        }
        return places.front();
    }

    /// Who is not in it yet, and why.
    void add_rest() {
        std::vector<std::pair<std::string, std::vector<std::string>>> rest;
        for (size_t i = 0; i < m_table.scenarios.size(); ++i) {
            if (m_is_named[i]) continue;
            const ComparedScenario& each = m_table.scenarios[i];
            const std::string why = !each.reason.empty()     ? "not run"
                                    : each.misses()          ? "not meet the amount"
                                    : !each.vanished.empty() ? "not add anything that fits"
                                    : !each.work.empty()     ? "other work"
                                                             : std::string();
            const auto known = std::ranges::find(rest, why, [](const auto& one) { return one.first; });
            if (known == rest.end())
                rest.push_back({why, {quoted(each)}});
            else
                known->second.push_back(quoted(each));
        }
        for (const auto& [why, names] : rest) {
            const std::string who =
                names.size() > most_named ? fmt::format("{} others", names.size()) : word_list(names);
            add(why.empty() ? "beside " + who
                            : fmt::format("{} {} {}", who, names.size() == 1 ? "does" : "do", why));
        }
    }

    /// "“A” and “B” may not fit in memory", where a title has room for it; below it cautions stand anyway.
    void add_doubts() {
        constexpr size_t most_letters = 150; // two lines of a title
        std::string doubts;
        std::vector<std::string> said;
        for (const ComparedScenario& each : m_table.scenarios) {
            const std::string doubt = doubt_text(each);
            if (doubt.empty() || std::ranges::find(said, doubt) != said.end()) continue;
            said.push_back(doubt);
            std::vector<std::string> names;
            for (const ComparedScenario& other : m_table.scenarios)
                if (doubt_text(other) == doubt) names.push_back(quoted(other));
            const bool is_of_all = names.size() == m_table.scenarios.size();
            doubts += fmt::format("; {} {}",
                                  !is_of_all          ? word_list(names)
                                  : names.size() == 2 ? std::string("each")
                                                      : fmt::format("each of the {}", names.size()),
                                  doubt);
        }
        const auto letters = [](const std::string& text) {
            return static_cast<size_t>(
                std::ranges::count_if(text, [](char c) { return (c & 0xC0) != 0x80; }));
        };
        if (letters(m_out) + letters(doubts) <= most_letters) m_out += doubts;
    }

    const Comparison& m_table;
    std::string_view m_work;
    std::vector<bool> m_is_named;
    bool m_is_sure = true; ///< no caution is said of anybody's speed
    std::string m_out;
};

} // namespace

std::string comparison_title(const Comparison& table, bool counts_samples) {
    std::string out = Message(table, counts_samples ? "samples" : "tokens").text();
    if (!out.empty()) return out;
    std::vector<std::string> all;
    for (const ComparedScenario& each : table.scenarios) all.push_back(quoted(each));
    return word_list(all) + " beside each other";
}

} // namespace roofrack
