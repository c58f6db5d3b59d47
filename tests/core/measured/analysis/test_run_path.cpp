// SPDX-License-Identifier: GPL-3.0-or-later
// The critical path across ranks, computed by hand.
#include "core/measured/analysis/run_path.h"

#include "core/measured/lanes/lane_builder.h"
#include "core/measured/trace/stragglers.h"

#include <QTest>

#include <algorithm>
#include <tuple>

using namespace roofrack;

namespace {

constexpr int64_t us = 1000;

struct PathWork {
    int64_t start_us, end_us;
    const char* group = ""; ///< a collective's group; empty: it computes
    int64_t launched_us = -1;
};

/// A rank whose kernels compute on stream 7, collectives on 20; its clock is ahead by so much.
TraceRank rank_of(int number, int64_t ahead_us, const std::vector<PathWork>& works, int world_size = 2) {
    LaneBuilder builder;
    std::vector<LaneActivity> activities;
    TraceRank out;
    int64_t correlation = 0;
    for (const PathWork& work : works) {
        const bool is_collective = *work.group != 0;
        const int64_t start = (work.start_us + ahead_us) * us, end = (work.end_us + ahead_us) * us;
        const int64_t launched = work.launched_us < 0 ? -10 : work.launched_us;
        builder.host(LaneCategory::launch, "cudaLaunchKernel", (launched + ahead_us) * us, us, "1/1",
                     ++correlation);
        const uint32_t stream = !is_collective ? 7 : *work.group == 'c' ? 24 : 20;
        activities.push_back({start, end, correlation, stream,
                              is_collective ? LaneCategory::communication : LaneCategory::compute, "kernel"});
        if (!is_collective) continue;
        TraceCollective collective;
        collective.id = std::string(work.group) + ":0";
        collective.kind = "all_reduce";
        collective.group = work.group;
        collective.start_ns = start;
        collective.duration_ns = end - start;
        out.collectives.push_back(collective);
    }
    out.rank = number;
    out.world_size = world_size;
    out.start_ns = ahead_us * us;
    out.times.emplace().window_ns = 400 * us;
    out.lanes = builder.device(activities, {});
    return out;
}

/// Rank, from and to in µs without its clock's lead, whether a gap.
std::vector<std::tuple<size_t, int64_t, int64_t, bool>> told(const std::vector<RunPathPiece>& path,
                                                             const std::vector<int64_t>& ahead_us) {
    std::vector<std::tuple<size_t, int64_t, int64_t, bool>> out;
    for (const RunPathPiece& piece : path)
        out.emplace_back(piece.place, piece.time.start / us - ahead_us[piece.place],
                         piece.time.end / us - ahead_us[piece.place], piece.is_gap);
    return out;
}

} // namespace

class TestRunPath : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void lateness_goes_back_to_whom_it_was_waited_for();
    void a_late_launch_beside_a_collective();
    void what_began_meanwhile_was_not_waited_for();
    void a_send_and_its_receive_are_one();
};

void TestRunPath::lateness_goes_back_to_whom_it_was_waited_for() {
    // Rank 0 computes until 300; rank 1 waits for it in "a", and makes rank 2 wait in "b".
    const std::vector<int64_t> ahead{0, 5'000'000, -700};
    const std::vector<TraceRank> ranks{
        rank_of(0, ahead[0], {{0, 300}, {301, 321, "a"}}, 3),
        rank_of(1, ahead[1], {{0, 100}, {101, 321, "a"}, {322, 342}, {343, 373, "b"}}, 3),
        rank_of(2, ahead[2], {{0, 100}, {101, 373, "b"}, {374, 400}}, 3)};
    const auto path = told(run_path(ranks, matched_collectives(ranks)), ahead);
    const std::vector<std::tuple<size_t, int64_t, int64_t, bool>> expected{
        {2, 374, 400, false}, {2, 373, 374, true},  {2, 343, 373, false},
        {1, 342, 343, true},  {1, 322, 342, false}, {1, 321, 322, true},
        {1, 301, 321, false}, {0, 300, 301, true},  {0, 0, 300, false}};
    QVERIFY(path == expected);
}

void TestRunPath::a_late_launch_beside_a_collective() {
    // A collective waits from 101 on; the host launches the kernel that it needs at 249.
    const std::vector<TraceRank> ranks{
        rank_of(0, 0, {{0, 100}, {101, 330, "a"}}),
        rank_of(1, 0, {{0, 100}, {101, 330, "c"}, {253, 300, "", 249}, {301, 330, "a"}})};
    const std::vector<RunPathPiece> path = run_path(ranks, matched_collectives(ranks));
    int64_t host_us = 0, all_us = 0;
    for (const RunPathPiece& piece : path) {
        const int64_t length = (piece.time.end - piece.time.start) / us;
        all_us += length;
        if (piece.is_gap && piece.cause == IdleCause::host) host_us += length;
    }
    QCOMPARE(all_us, int64_t{330});
    QCOMPARE(host_us, int64_t{153}); // from 100 to 249, and the launch to 253
}

void TestRunPath::what_began_meanwhile_was_not_waited_for() {
    // The kernel at 202 waits for "a"; "b" begins before it, and goes on.
    const std::vector<TraceRank> ranks{rank_of(0, 0, {{0, 50}, {51, 201, "a"}, {202, 300}, {201, 290, "b"}}),
                                       rank_of(1, 0, {{0, 180}, {181, 201, "a"}, {201, 290, "b"}})};
    const auto path = told(run_path(ranks, matched_collectives(ranks)), {0, 0});
    const std::vector<std::tuple<size_t, int64_t, int64_t, bool>> expected{{0, 202, 300, false},
                                                                           {0, 201, 202, true},
                                                                           {0, 181, 201, false},
                                                                           {1, 180, 181, true},
                                                                           {1, 0, 180, false}};
    QVERIFY(path == expected);
}

void TestRunPath::a_send_and_its_receive_are_one() {
    std::vector<TraceRank> ranks{rank_of(0, 0, {{0, 100}, {101, 121, "p"}}),
                                 rank_of(1, 0, {{0, 10, "p"}, {11, 121, "q"}})};
    ranks[1].collectives[0].duration_ns = 121 * us;
    ranks[0].collectives[0].kind = "send";
    ranks[1].collectives[0].kind = "recv";
    for (TraceRank& rank : ranks) rank.collectives[0].group_size = 2;
    QCOMPARE(matched_collectives(ranks).size(), size_t{1});
    QCOMPARE(find_stragglers(ranks).front().rank, 0);
    QCOMPARE(find_stragglers(ranks).front().wait_caused_ns, 101 * us); // 121 − 20
    // Of a larger group it is not known who sends to whom.
    for (TraceRank& rank : ranks) rank.collectives[0].group_size = 4;
    QVERIFY(matched_collectives(ranks).empty());
    ranks[1].collectives[0].kind = "send";
    ranks[0].collectives[0].kind = "all_reduce";
    for (TraceRank& rank : ranks) rank.collectives[0].group_size = 2;
    QVERIFY(matched_collectives(ranks).empty());
}

QTEST_APPLESS_MAIN(TestRunPath)
#include "test_run_path.moc"
