// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measured/analysis/run_path.h"

#include <algorithm>
#include <map>
#include <optional>

namespace roofrack {

namespace {

// A stream takes 1–3 µs from one kernel to the next, an event of another stream a little longer.
constexpr int64_t next_on_stream_ns = 5'000, after_event_ns = 10'000;

/// The device of one rank, to be asked what held an activity.
class RankRows {
public:
    RankRows(const TraceLanes& lanes, int64_t start)
        : m_lanes(lanes)
        , m_gaps(*lanes.host)
        , m_start(start)
        , m_streams(lanes.streams) {
        for (uint32_t row = 0; row < lanes.device.size(); ++row)
            if (lanes.device.duration_ns[row] > 0) m_streams[lanes.device.lane[row]].push_back(row);
    }

    const TraceLanes& lanes() const { return m_lanes; }
    bool is_before(int64_t time) const { return time <= m_start; }
    int64_t start_ns(uint32_t row) const { return m_lanes.device.start_ns[row]; }
    int64_t end_ns(uint32_t row) const { return m_lanes.device.end_ns(row); }

    /// The last row to end, up to `end`.
    uint32_t last_until(int64_t end) const {
        uint32_t out = LaneColumns::no_row;
        for (const auto& stream : m_streams)
            for (auto row = stream.rbegin(); row != stream.rend(); ++row) {
                if (end_ns(*row) > end) continue;
                if (out == LaneColumns::no_row || end_ns(*row) > end_ns(out)) out = *row;
                break;
            }
        return out;
    }

    struct Held {
        uint32_t by = LaneColumns::no_row; ///< no_row: by nothing before it
        int64_t until = 0; ///< when that let go: its end, or the start of the row where it was still working
    };
    /// What held the start of `row`, and the gap between.
    Held held(uint32_t row, std::vector<IdlePiece>& gap) const {
        const int64_t start = start_ns(row);
        const Before before = all_before(row);
        const uint32_t call = m_lanes.launch[row];
        const int64_t launched = call == LaneColumns::no_row ? INT64_MIN : m_lanes.host->events.end_ns(call);
        uint32_t by = before.latest;
        if (before.own != LaneColumns::no_row && start - end_ns(before.own) <= next_on_stream_ns)
            by = before.own;
        const bool is_soon = by != LaneColumns::no_row && start - end_ns(by) <= after_event_ns &&
                             (by == before.own || launched <= end_ns(by));
        // The host launched it late, and the device had other work until then.
        if (!is_soon && before.works != LaneColumns::no_row) return {before.works, start};
        const int64_t until = by == LaneColumns::no_row ? std::min(m_start, start) : end_ns(by);
        if (until < start) m_gaps.split(m_lanes, {until, start}, row, gap);
        return {by, until};
    }

private:
    struct Before {
        uint32_t own = LaneColumns::no_row;    ///< the one before it on its stream
        uint32_t latest = LaneColumns::no_row; ///< that ended last
        uint32_t works = LaneColumns::no_row;  ///< it still computes or copies at the start
    };
    Before all_before(uint32_t row) const {
        Before out;
        const int64_t start = start_ns(row);
        for (size_t i = 0; i < m_streams.size(); ++i) {
            const auto& stream = m_streams[i];
            auto after =
                std::ranges::lower_bound(stream, start, {}, [&](uint32_t each) { return start_ns(each); });
            if (i == m_lanes.device.lane[row]) after = std::min(after, std::ranges::lower_bound(stream, row));
            if (after == stream.begin()) continue;
            const bool is_own = i == m_lanes.device.lane[row];
            auto at = std::prev(after);
            // A row that still runs was not waited for; the one before it on its stream may have been.
            if (end_ns(*at) > start) {
                if (!is_own && m_lanes.device.category[*at] != LaneCategory::communication) out.works = *at;
                if (at == stream.begin()) continue;
                --at;
            }
            if (end_ns(*at) > start) continue;
            if (is_own) out.own = *at;
            if (out.latest == LaneColumns::no_row || end_ns(*at) > end_ns(out.latest)) out.latest = *at;
        }
        return out;
    }

    const TraceLanes& m_lanes;
    HostGaps m_gaps;
    int64_t m_start;
    std::vector<std::vector<uint32_t>> m_streams; ///< rows that take time, by stream
};

class RunPathWalk {
public:
    RunPathWalk(const std::vector<TraceRank>& ranks, const std::vector<MatchedCollective>& matched)
        : m_ranks(ranks)
        , m_matched(matched)
        , m_rows(ranks.size())
        , m_offset(ranks.size(), 0)
        , m_matched_of(ranks.size())
        , m_is_tied(matched.size(), false) {
        for (size_t place = 0; place < ranks.size(); ++place) {
            const TraceRank& rank = ranks[place];
            if (!rank.lanes || !rank.times) continue;
            const std::vector<LaneStep>& steps = rank.lanes->steps;
            m_rows[place].emplace(*rank.lanes, steps.empty()       ? rank.start_ns
                                               : steps.size() >= 3 ? steps[1].start_ns
                                                                   : steps[0].start_ns);
        }
        for (size_t i = 0; i < matched.size(); ++i)
            for (const MatchedCollective::Part& part : matched[i].parts)
                if (m_rows[part.rank]) m_matched_of[part.rank].emplace(row_of(part), std::pair(i, part));
    }

    std::vector<RunPathPiece> walk() {
        std::vector<bool> known(m_ranks.size(), false);
        for (size_t place = 0; place < m_ranks.size(); ++place) {
            if (known[place] || !m_rows[place]) continue;
            walk_from(tied_to(place, known));
        }
        return std::move(m_path);
    }

private:
    uint32_t row_of(const MatchedCollective::Part& part) const {
        return m_ranks[part.rank].lanes->collectives[part.collective];
    }

    /// All ranks that collectives tie to this one, their clocks set by the ends of these: a collective ends
    /// everywhere at once.
    std::vector<size_t> tied_to(size_t first, std::vector<bool>& known) {
        std::vector<size_t> out{first};
        known[first] = true;
        for (size_t next = 0; next < out.size(); ++next) {
            std::map<size_t, std::vector<int64_t>> differences;
            for (const auto& [row, entry] : m_matched_of[out[next]]) {
                if (m_is_tied[entry.first]) continue;
                m_is_tied[entry.first] = true;
                for (const MatchedCollective::Part& part : m_matched[entry.first].parts)
                    if (!known[part.rank] && m_rows[part.rank])
                        differences[part.rank].push_back(m_rows[out[next]]->end_ns(row) -
                                                         m_rows[part.rank]->end_ns(row_of(part)));
            }
            for (auto& [place, each] : differences) {
                const auto middle = each.begin() + static_cast<std::ptrdiff_t>(each.size() / 2);
                std::ranges::nth_element(each, middle);
                m_offset[place] = m_offset[out[next]] + *middle;
                known[place] = true;
                out.push_back(place);
            }
        }
        return out;
    }

    void walk_from(const std::vector<size_t>& tied) {
        size_t place = tied.front(), most = 0;
        uint32_t row = LaneColumns::no_row;
        int64_t last = INT64_MIN;
        for (const size_t each : tied) {
            const std::vector<LaneStep>& steps = m_ranks[each].lanes->steps;
            const uint32_t of_rank =
                m_rows[each]->last_until(steps.empty() ? INT64_MAX : steps.back().end_ns);
            most += m_ranks[each].lanes->device.size();
            if (of_rank == LaneColumns::no_row) continue;
            const int64_t end = m_rows[each]->end_ns(of_rank) + m_offset[each];
            if (row != LaneColumns::no_row && end <= last) continue;
            place = each;
            row = of_rank;
            last = end;
        }
        if (row == LaneColumns::no_row) return;
        int64_t until = m_rows[place]->end_ns(row);
        // Clocks that contradict each other could lead in a circle.
        for (size_t i = 0; i < most && row != LaneColumns::no_row; ++i) {
            add_work(place, row, until);
            if (m_rows[place]->is_before(m_rows[place]->start_ns(row))) return;
            std::vector<IdlePiece> gap;
            const RankRows::Held held = m_rows[place]->held(row, gap);
            for (auto piece = gap.rbegin(); piece != gap.rend(); ++piece) add_gap(place, *piece);
            row = held.by;
            until = held.until;
        }
    }

    /// The work of a row up to a time; of a collective only once all are there, and the path goes on where
    /// the last came from.
    void add_work(size_t& place, uint32_t& row, int64_t until) {
        RunPathPiece piece;
        piece.place = place;
        piece.does = m_ranks[place].lanes->device.category[row];
        piece.row = row;
        piece.time = {m_rows[place]->start_ns(row), until};
        const auto found = m_matched_of[place].find(row);
        if (found != m_matched_of[place].end() && m_matched[found->second.first].is_whole) {
            const MatchedCollective& matched = m_matched[found->second.first];
            const MatchedCollective::Part& last = matched.parts[matched.last];
            piece.matched = found->second.first;
            piece.time.start = std::max(piece.time.start, until - matched.latency_ns);
            if (m_rows[last.rank]) {
                place = last.rank;
                row = row_of(last);
            }
        }
        add(piece);
    }
    void add_gap(size_t place, const IdlePiece& idle) {
        RunPathPiece piece;
        piece.place = place;
        piece.time = idle.time;
        piece.is_gap = true;
        piece.cause = idle.cause;
        piece.row = idle.next;
        add(piece);
    }
    void add(const RunPathPiece& piece) {
        if (piece.time.end > piece.time.start) m_path.push_back(piece);
    }

    const std::vector<TraceRank>& m_ranks;
    const std::vector<MatchedCollective>& m_matched;
    std::vector<std::optional<RankRows>> m_rows;
    std::vector<int64_t> m_offset; ///< ns to be added to each rank's clock
    std::vector<std::map<uint32_t, std::pair<size_t, MatchedCollective::Part>>> m_matched_of; ///< by row
    std::vector<bool> m_is_tied; ///< matched collectives by which clocks were already set
    std::vector<RunPathPiece> m_path;
};

} // namespace

std::vector<RunPathPiece> run_path(const std::vector<TraceRank>& ranks,
                                   const std::vector<MatchedCollective>& matched) {
    return RunPathWalk(ranks, matched).walk();
}

} // namespace roofrack
