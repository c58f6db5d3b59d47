// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measured/trace/breakdown.h"
#include "core/measured/trace/comm_names.h"
#include "core/measured/trace/device_events.h"
#include "core/measured/trace/intervals.h"
#include "core/measured/trace/matched_collectives.h"
#include "core/measured/trace/stragglers.h"
#include "core/measured/trace/text/decimal_time.h"
#include "core/measured/trace/text/event_window.h"
#include "core/measured/trace/text/json_scanner.h"
#include "core/measured/trace/text/trace_event.h"
#include "core/measured/trace/warning_log.h"

#include <QTest>

#include <algorithm>
#include <random>

using namespace roofrack;

class TestTraceParts : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void times_are_exact_data();
    void times_are_exact();
    void intervals_agree_with_counting();
    void activities_in_any_order_are_cut_alike();
    void activities_in_any_order_are_counted_alike();
    void communication_by_name_data();
    void communication_by_name();
    void users_extend_the_table();
    void strings_decode_data();
    void strings_decode();
    void scanner_notes_and_refuses_data();
    void scanner_notes_and_refuses();
    void suspicion_data();
    void suspicion();
    void repeated_faults_are_counted();
    void stragglers_need_one_job();
    void a_late_rank_alone_on_time_gains_until_the_second_to_last();
    void waits_on_a_rank_without_a_file_blame_nobody();
    void several_jobs_lack_each_their_own();
};

void TestTraceParts::times_are_exact_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<bool>("valid");
    QTest::addColumn<qlonglong>("ns");
    const auto row = [](const char* text, bool valid, qlonglong ns) {
        QTest::newRow(text) << text << valid << ns;
    };
    row("0", true, 0);
    row("12", true, 12000);
    row("4458676983543.183", true, 4458676983543183);
    row("1718000000001010.001", true, 1718000000001010001); // as a double it would be …010.000
    row("30669.0", true, 30669000);
    row("0.0005", true, 1); // half a nanosecond rounds up
    row("0.0004999", true, 0);
    row("-1.5", true, -1500);
    row("1.5e3", true, 1500000);
    row("15E-1", true, 1500);
    row("+2", true, 2000);
    row(".5", true, 500);
    row("0e99999999999", true, 0);
    row("4000000000000000", true, 4000000000000000000);
    row("4000000000000000.001", false, 0);
    row("18446744073709551", false, 0); // robustness: an unsigned overflow of CUPTI
    row("1e300", false, 0);
    row("", false, 0);
    row("-", false, 0);
    row("nan", false, 0);
    row("1,5", false, 0);
    row("1.2.3", false, 0);
    row("1e", false, 0);
    row("0x10", false, 0);
}

void TestTraceParts::times_are_exact() {
    QFETCH(QString, text);
    QFETCH(bool, valid);
    QFETCH(qlonglong, ns);
    const auto got = nanoseconds_of_microseconds(text.toStdString());
    QCOMPARE(got.has_value(), valid);
    if (valid) QCOMPARE(qlonglong(*got), ns);
}

void TestTraceParts::intervals_agree_with_counting() {
    std::mt19937 random(7);
    const auto some = [&] {
        std::vector<Interval> out;
        for (unsigned i = random() % 12; i > 0; --i) {
            const auto start = int64_t(random() % 60);
            out.push_back({start, start + int64_t(random() % 9) - 1}); // some empty, some inverted
        }
        return out;
    };
    const auto covers = [](const std::vector<Interval>& all, int64_t t) {
        return std::any_of(all.begin(), all.end(),
                           [&](const Interval& i) { return i.start <= t && t < i.end; });
    };
    for (int round = 0; round < 500; ++round) {
        const auto a = some(), b = some();
        const IntervalUnion ua(a), ub(b);
        const IntervalUnion both = intersected(ua, ub), either = united(ua, ub), rest = subtracted(ua, ub);
        const Interval window{int64_t(random() % 40), int64_t(random() % 70)};
        int64_t in_a = 0, in_both = 0, in_either = 0, in_rest = 0, in_window = 0;
        for (int64_t t = 0; t < 80; ++t) {
            const bool x = covers(a, t), y = covers(b, t);
            in_a += x;
            in_both += x && y;
            in_either += x || y;
            in_rest += x && !y;
            in_window += x && window.start <= t && t < window.end;
        }
        QCOMPARE(ua.measure(), in_a);
        QCOMPARE(both.measure(), in_both);
        QCOMPARE(either.measure(), in_either);
        QCOMPARE(rest.measure(), in_rest);
        QCOMPARE(ua.measure_within(window), in_window);
        for (size_t i = 1; i < either.spans().size(); ++i)
            QVERIFY(either.spans()[i - 1].end < either.spans()[i].start);
    }
}

/// A stream works in order: who reaches over three later starts of it ends at the first, whatever the order
/// in the file, and whether another of them does so.
void TestTraceParts::activities_in_any_order_are_cut_alike() {
    std::mt19937 random(29);
    const CommNames communication;
    ActivityNames names(communication);
    const uint32_t name = names.number_of("gemm");
    int untouched = 0, cut = 0;
    for (int round = 0; round < 2000; ++round) {
        std::vector<DeviceEvent> events(random() % 16);
        for (DeviceEvent& event : events) {
            event.time.start = int64_t(random() % 60);
            event.time.end = event.time.start + 1 + int64_t(random() % (random() % 4 == 0 ? 40 : 4));
            event.stream = uint32_t(random() % 2) * (round % 3 ? 1U : 90'000U); // as of a file with so many
            event.graph_node = random() % 12 == 0;
            event.name = name;
        }
        if (round % 2)
            std::ranges::stable_sort(events, {}, [](const DeviceEvent& event) { return event.time.start; });
        std::vector<int64_t> expected;
        size_t cuts = 0;
        for (const DeviceEvent& event : events) {
            std::vector<int64_t> starts;
            bool is_graph = event.graph_node;
            for (const DeviceEvent& other : events)
                if (other.stream == event.stream && other.time.start > event.time.start &&
                    other.time.start < event.time.end) {
                    starts.push_back(other.time.start);
                    is_graph = is_graph || other.graph_node;
                }
            const bool is_cut = starts.size() >= 3 && !is_graph;
            cuts += is_cut;
            expected.push_back(is_cut ? *std::ranges::min_element(starts) : event.time.end);
        }
        WarningLog warnings("f");
        cut_impossible_durations(events, names, warnings);
        for (size_t i = 0; i < events.size(); ++i) QCOMPARE(events[i].time.end, expected[i]);
        QCOMPARE(warnings.take().size(), cuts);
        ++(cuts > 0 ? cut : untouched);
    }
    QVERIFY(untouched > 100 && cut > 100);
}

void TestTraceParts::activities_in_any_order_are_counted_alike() {
    std::mt19937 random(31);
    for (int round = 0; round < 500; ++round) {
        DeviceActivity activity;
        std::vector<Interval> all;
        for (std::vector<Interval>* part : {&activity.compute, &activity.comm, &activity.mem}) {
            for (unsigned i = random() % 9 + (all.empty() ? 1 : 0); i > 0; --i) {
                const auto start = int64_t(random() % 60);
                part->push_back({start, start + 1 + int64_t(random() % 9)});
            }
            if (round % 2) std::ranges::sort(*part, {}, &Interval::start);
            all.insert(all.end(), part->begin(), part->end());
        }
        const Breakdown breakdown(activity, {});
        QCOMPARE(breakdown.all().start, std::ranges::min(all, {}, &Interval::start).start);
        QCOMPARE(breakdown.all().end, std::ranges::max(all, {}, &Interval::end).end);
        const Interval window{int64_t(random() % 40), int64_t(40 + random() % 40)};
        const auto expected = std::ranges::count_if(
            all, [&](const Interval& each) { return each.start < window.end && each.end > window.start; });
        QCOMPARE(breakdown.within(window).device_events, int64_t(expected));
    }
}

void TestTraceParts::communication_by_name_data() {
    QTest::addColumn<QString>("name");
    QTest::addColumn<bool>("comm");
    const auto row = [](const char* name, bool comm) { QTest::newRow(name) << name << comm; };
    row("ncclDevKernel_AllReduce_Sum_f32_RING_LL", true);
    row("ncclKernel_SendRecv_RING_SIMPLE_Sum_int8_t(ncclDevComm*)", true);
    row("RCCL_Generic", true);
    row("mscclpp::allreduce6", true);
    row("void nvshmem_barrier", true);
    row("void deep_ep::intranode::dispatch<8>", true);
    row("void (anonymous namespace)::multimem_all_reduce_kernel<c10::BFloat16, 16>",
        true); // tracelens_eager_r0of8
    row("void vllm::cross_device_reduce_1stage<half, 8>", true);
    row("one_shot_all_reduce_kernel", true);
    row("oneShotAllReduce", true);
    row("two_shot_all_gather", true);
    row("void cub::DispatchReduceByKey<int>", false);
    row("reduce_one_shot", false); // the reduction must come behind
    row("cross_device_copy", false);
    row("moe_combine_kernel", false);
    row("gemm", false);
    row("", false);
}

void TestTraceParts::communication_by_name() {
    QFETCH(QString, name);
    QFETCH(bool, comm);
    QCOMPARE(CommNames().matches(name.toStdString()), comm);
}

void TestTraceParts::users_extend_the_table() {
    CommNames names;
    QVERIFY(!names.matches("MyRing_Exchange"));
    names.add({{"MYRING"}, {}});
    QVERIFY(names.matches("MyRing_Exchange"));
}

void TestTraceParts::strings_decode_data() {
    QTest::addColumn<QByteArray>("token");
    QTest::addColumn<QByteArray>("text");
    const auto row = [](const char* token, const char* text) {
        QTest::newRow(token) << QByteArray(token) << QByteArray(text);
    };
    row(R"("plain")", "plain");
    row(R"("a\"b\\c\/d\n")", "a\"b\\c/d\n");
    row(R"("\u00e9\ud83d\ude00")", "\xC3\xA9\xF0\x9F\x98\x80");
    row(R"("\ud83d!")", "\xEF\xBF\xBD!");
    row(R"("torch\cuda\u12")", "torch\\cuda\\u12");
    row("\"a\xFF\xC3\x28\"", "a\xEF\xBF\xBD\xEF\xBF\xBD(");
    row("12", "12");
    row(R"("\")", "\\");
}

void TestTraceParts::strings_decode() {
    QFETCH(QByteArray, token);
    QFETCH(QByteArray, text);
    QCOMPARE(QByteArray::fromStdString(decoded(token.toStdString())), text);
}

void TestTraceParts::scanner_notes_and_refuses_data() {
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<int>("scan");
    QTest::addColumn<int>("notes");
    const auto row = [](const QByteArray& text, Scan scan, int notes) {
        QTest::newRow(text.left(40).constData()) << text << int(scan) << notes;
    };
    row(R"({"a": 1, "b": [1, {"c": null}], "d": "x"})", Scan::ok, 0);
    row(R"({"a": "\q"})", Scan::ok, 1);
    row("{\"a\": \"x\ny\"}", Scan::ok, 1);
    row("{\"a\": \"\xFF\"}", Scan::ok, 1);
    row(R"({"a": [NaN, -inf, Infinity, nan(ind)]})", Scan::ok, 4);
    row(R"({"a": [1,], "b": 2,})", Scan::ok, 2);
    row(R"({"a": "say "hi"})", Scan::broken, 0);
    row(R"({"a": ["x" "y"]})", Scan::broken, 0);
    row(R"({"a": [1}])", Scan::broken, 0);
    row(R"({"a": abc})", Scan::broken, 0);
    row(R"({"a" 1})", Scan::broken, 0);
    row(R"({"a": 1)", Scan::incomplete, 0);
    row(R"({"a": "x)", Scan::incomplete, 0);
    row(R"({"a": "x\)", Scan::incomplete, 0);
    row(R"({"a": [{)", Scan::incomplete, 0);
    row("{\"a\": " + QByteArray(JsonScanner::max_depth + 1, '['), Scan::broken, 0);
}

void TestTraceParts::scanner_notes_and_refuses() {
    QFETCH(QByteArray, text);
    QFETCH(int, scan);
    QFETCH(int, notes);
    JsonScanner scanner({text.constData(), size_t(text.size())});
    QCOMPARE(int(scanner.members([](std::string_view, std::string_view) {})), scan);
    QCOMPARE(int(scanner.notes().size()), notes);
}

void TestTraceParts::suspicion_data() {
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<bool>("suspicious");
    const auto row = [](const char* text, bool suspicious) {
        QTest::newRow(text) << QByteArray(text) << suspicious;
    };
    row(R"({"name": "a\"b\\c\u00e9\/"})", false);
    row(R"({"name": "a\cuda"})", true);
    row(R"({"name": "a\u12g4"})", true);
    row(R"({"name": "std::numeric_limits::infinity, nan"})", false);
    row(R"({"name": "Inference, info"})", false);
    row(R"({"x":inf})", true);
    row(R"({"x": -Infinity })", true);
    row(R"({"x": [1, NaN]})", true);
    row(R"({"x": nan(ind)})", true);
}

void TestTraceParts::suspicion() {
    QFETCH(QByteArray, text);
    QFETCH(bool, suspicious);
    QCOMPARE(EventWindow::suspicious({text.constData(), size_t(text.size())}), suspicious);
    // behind the first block of the search, across its border and with more blocks to come
    for (int before = 4060; before < 4060 + 160; ++before) {
        for (const int behind : {0, 40, 500}) {
            const QByteArray far = QByteArray(before, ' ') + text + QByteArray(behind, ' ');
            QCOMPARE(EventWindow::suspicious({far.constData(), size_t(far.size())}), suspicious);
        }
    }
}

void TestTraceParts::repeated_faults_are_counted() {
    WarningLog log("f");
    for (int64_t i = 0; i < 1000; ++i) log.add("odd events", 10 * i, "odd event", 3);
    log.add("other", 5, "another");
    const auto warnings = log.take();
    QCOMPARE(warnings.size(), size_t(5));
    QCOMPARE(warnings[1].offset, int64_t(5));
    QCOMPARE(warnings[4].offset, int64_t(30));
    QCOMPARE(QString::fromStdString(warnings[4].message), QString("odd events: 997 more from here on"));
}

void TestTraceParts::stragglers_need_one_job() {
    const auto rank = [](int number, int world_size, int64_t duration, const char* kind) {
        TraceRank out;
        out.rank = number;
        out.world_size = world_size;
        out.times = TraceTimes{};
        TraceCollective collective;
        collective.id = "0:1";
        collective.kind = kind;
        collective.duration_ns = duration;
        out.collectives = {collective};
        return out;
    };
    const auto two = find_stragglers({rank(0, 2, 50, "all_reduce"), rank(1, 2, 30, "all_reduce")});
    QCOMPARE(two.size(), size_t(2));
    QCOMPARE(two[0].rank, 1);
    QCOMPARE(two[0].last_in, int64_t(1));
    QCOMPARE(two[0].wait_caused_ns, int64_t(20));
    QCOMPARE(two[1].wait_caused_ns, int64_t(0));
    QVERIFY(find_stragglers({rank(0, 2, 50, "all_reduce")}).empty());
    QVERIFY(
        find_stragglers({rank(0, 2, 50, "all_reduce"), rank(1, 4, 30, "all_reduce")}).empty()); // two jobs
    QVERIFY(find_stragglers({rank(0, 2, 50, "all_reduce"), rank(0, 2, 30, "all_reduce")})
                .empty()); // one rank twice
    const auto different = find_stragglers({rank(0, 2, 50, "all_reduce"), rank(1, 2, 30, "all_gather")});
    QCOMPARE(different.size(), size_t(2));
    QCOMPARE(different[0].wait_caused_ns + different[1].wait_caused_ns, int64_t(0));
}

void TestTraceParts::a_late_rank_alone_on_time_gains_until_the_second_to_last() {
    // Durations of ranks 0 to 3 of three collectives: 3 came last to the first two, 0 to the third.
    const int64_t durations[3][4] = {{500, 40, 41, 10}, {90, 80, 70, 30}, {20, 25, 60, 60}};
    std::vector<TraceRank> ranks(4);
    for (int number = 0; number < 4; ++number) {
        TraceRank& rank = ranks[static_cast<size_t>(number)];
        rank.rank = number;
        rank.world_size = 4;
        rank.times = TraceTimes{};
        for (int i = 0; i < 3; ++i) {
            TraceCollective collective;
            collective.id = "0:" + std::to_string(i);
            collective.kind = "all_reduce";
            collective.start_ns = 1000 * i;
            collective.duration_ns = durations[i][number];
            rank.collectives.push_back(collective);
        }
    }
    const auto late = find_stragglers(ranks);
    QCOMPARE(late[0].rank, 3);
    QCOMPARE(late[0].wait_caused_ns, int64_t(490 + 30 + 31 + 60 + 50 + 40));
    QCOMPARE(late[0].alone_ns, int64_t(30 + 40)); // until rank 1, and until rank 2
    QVERIFY(late[0].longest);
    QCOMPARE(late[0].longest->wait_ns, int64_t(490 + 30 + 31));
    QCOMPARE(late[0].longest->ahead_ns, int64_t(30));
    QCOMPARE(late[0].longest->next, (std::vector<int>{1, 2})); // 31 is within a tenth of 30
    QVERIFY(late[0].longest->is_first);
    for (const TraceStraggler& each : late) QCOMPARE(each.collectives, int64_t(3));
    QCOMPARE(late[1].rank, 0);
    QCOMPARE(late[1].alone_ns, int64_t(5));
    QCOMPARE(late[1].longest->next, std::vector<int>{1});
    QVERIFY(!late[1].longest->is_first);
    QCOMPARE(late[2].alone_ns, int64_t(0));
    QVERIFY(!late[2].longest);
}

void TestTraceParts::waits_on_a_rank_without_a_file_blame_nobody() {
    // Ranks 0 to 2 of 4: a collective of all, one of 0 and 1 alone, one whose group has no size.
    std::vector<TraceRank> ranks(3);
    const auto add = [](TraceRank& to, const char* id, const char* group, std::optional<int> size,
                        int64_t duration) {
        TraceCollective collective;
        collective.id = id;
        collective.group = group;
        collective.kind = "all_reduce";
        collective.group_size = size;
        collective.duration_ns = duration;
        to.collectives.push_back(collective);
    };
    for (int number = 0; number < 3; ++number) {
        TraceRank& rank = ranks[static_cast<size_t>(number)];
        rank.rank = number;
        rank.world_size = 4;
        rank.times = TraceTimes{};
        add(rank, "0:1", "0", 4, 90 - 10 * number);
        if (number < 2) add(rank, "1:1", "1", 2, 50 - 20 * number);
        add(rank, "#7", "", std::nullopt, 90 - 10 * number);
    }
    auto late = find_stragglers(ranks);
    QCOMPARE(late.size(), size_t(3));
    QCOMPARE(late[0].rank, 1); // in its group of two, whose ranks are both there
    QCOMPARE(late[0].last_in, int64_t(1));
    QCOMPARE(late[0].wait_caused_ns, int64_t(20));
    QCOMPARE(late[1].last_in + late[2].last_in, int64_t(0));
    const auto of_jobs = untold_collectives(ranks);
    QCOMPARE(of_jobs.size(), size_t(1));
    const UntoldCollectives& untold = of_jobs.front();
    QCOMPARE(untold.collectives, size_t(2));
    QCOMPARE(untold.missing, std::vector<int>{3});
    QCOMPARE(untold.missing_count, size_t(1));
    QCOMPARE(untold.world_size, 4);
    // All are there, and the file of one is cut off before its last collective.
    for (TraceRank& rank : ranks) {
        rank.world_size = 3;
        rank.collectives[0].group_size = 3;
    }
    ranks[2].collectives.pop_back();
    late = find_stragglers(ranks);
    QCOMPARE(late[1].rank, 2);
    QCOMPARE(late[1].last_in, int64_t(1)); // the first one, which all recorded
    QCOMPARE(late[1].wait_caused_ns, int64_t(30));
    QVERIFY(untold_collectives(ranks).empty()); // nobody tells that a third took part
    for (TraceRank& rank : ranks) add(rank, "#6", "", std::nullopt, 40);
    const auto cut_off = untold_collectives(ranks);
    QCOMPARE(cut_off.size(), size_t(1));
    QCOMPARE(cut_off.front().collectives, size_t(1));
    QCOMPARE(cut_off.front().missing_count, size_t(0));
}

/// Three jobs in one folder lack each something else; a fourth lacks nothing.
void TestTraceParts::several_jobs_lack_each_their_own() {
    std::vector<TraceRank> ranks;
    const auto add = [&](int number, int world, std::initializer_list<const char*> ids) {
        TraceRank& rank = ranks.emplace_back();
        rank.file = std::to_string(ranks.size());
        rank.rank = number;
        rank.world_size = world;
        rank.times = TraceTimes{};
        for (const char* id : ids) {
            TraceCollective& collective = rank.collectives.emplace_back();
            collective.id = id;
            collective.group = "0";
            collective.kind = "all_reduce";
            collective.group_size = world;
            collective.duration_ns = 100 - number;
        }
    };
    for (const int number : {0, 1}) add(number, 2, {"0:1"});
    for (const int number : {0, 1, 3}) add(number, 4, {"0:1", "0:2"});
    for (const int number : {0, 1, 4}) add(number, 8, {"0:1"});
    for (const int number : {0, 1, 1}) add(number, 3, {"0:1"});
    const auto jobs = untold_collectives(ranks);
    QCOMPARE(jobs.size(), size_t(3));
    QCOMPARE(jobs[0].world_size, 3);
    QCOMPARE(jobs[0].repeated, size_t(1));
    QCOMPARE(jobs[1].world_size, 4);
    QCOMPARE(jobs[1].collectives, size_t(2));
    QCOMPARE(jobs[1].missing, std::vector<int>{2});
    QCOMPARE(jobs[1].repeated, size_t(0));
    QCOMPARE(jobs[2].world_size, 8);
    QCOMPARE(jobs[2].collectives, size_t(1));
    QCOMPARE(jobs[2].missing_count, size_t(5));
}

QTEST_APPLESS_MAIN(TestTraceParts)
#include "test_trace_parts.moc"
