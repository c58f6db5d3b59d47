// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

namespace roofrack::test {

/// When things happen that wait for each other: each begins when all before it have ended, plus a lag; what
/// belongs to one collective ends when the last has begun and the transfer is over. Times in µs.
class EventTimes {
public:
    int add(double duration) {
        m_things.push_back({duration});
        return static_cast<int>(m_things.size() - 1);
    }
    void after(int thing, int earlier, double lag = 0) {
        if (earlier >= 0) m_things[at(thing)].waits_for.push_back({earlier, lag});
    }
    /// The transfer takes the longest of the members' durations.
    void join(const std::vector<int>& members) {
        for (const int member : members) m_things[at(member)].group = static_cast<int>(m_groups.size());
        m_groups.push_back(members);
    }

    void solve() {
        std::vector<std::vector<int>> next(m_things.size());
        std::vector<int> missing(m_things.size(), 0), ready;
        std::vector<size_t> absent;
        for (const auto& group : m_groups) absent.push_back(group.size());
        for (size_t i = 0; i < m_things.size(); ++i) {
            missing[i] = static_cast<int>(m_things[i].waits_for.size());
            for (const Wait& wait : m_things[i].waits_for)
                next[at(wait.thing)].push_back(static_cast<int>(i));
            if (missing[i] == 0) ready.push_back(static_cast<int>(i));
        }
        const auto ended = [&](int thing) {
            ++m_solved;
            for (const int each : next[at(thing)])
                if (--missing[at(each)] == 0) ready.push_back(each);
        };
        while (!ready.empty()) {
            const int now = ready.back();
            ready.pop_back();
            Thing& thing = m_things[at(now)];
            for (const Wait& wait : thing.waits_for)
                thing.start = std::max(thing.start, m_things[at(wait.thing)].end + wait.lag);
            if (thing.group < 0) {
                thing.end = thing.start + thing.duration;
                ended(now);
                continue;
            }
            if (--absent[at(thing.group)] > 0) continue;
            double start = 0, duration = 0;
            for (const int member : m_groups[at(thing.group)]) {
                start = std::max(start, m_things[at(member)].start);
                duration = std::max(duration, m_things[at(member)].duration);
            }
            for (const int member : m_groups[at(thing.group)]) {
                m_things[at(member)].end = start + duration;
                ended(member);
            }
        }
    }
    /// False where things wait for each other in a circle.
    bool all_solved() const { return m_solved == m_things.size(); }
    double start(int thing) const { return m_things[at(thing)].start; }
    double end(int thing) const { return m_things[at(thing)].end; }

private:
    struct Wait {
        int thing;
        double lag;
    };
    struct Thing {
        double duration = 0;
        int group = -1;
        double start = 0, end = 0;
        std::vector<Wait> waits_for{};
    };
    static size_t at(int index) { return static_cast<size_t>(index); }

    std::vector<Thing> m_things;
    std::vector<std::vector<int>> m_groups;
    size_t m_solved = 0;
};

} // namespace roofrack::test
