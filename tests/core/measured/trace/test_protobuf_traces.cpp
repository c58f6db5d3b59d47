// SPDX-License-Identifier: GPL-3.0-or-later
// Traces in protobuf: XLA's XSpace and Chakra's execution traces, written here message by message, whole and
// broken, and recorded ones (under ROOFRACK_DATA, not part of the sources).
#include "core/measured/trace/trace.h"
#include "tests/support/protobuf_writer.h"

#include <QFile>
#include <QTemporaryDir>
#include <QtTest>

#include <map>
#include <random>

using namespace roofrack;
using namespace roofrack::test;

namespace {

Result<TraceResult> read_bytes(const std::string& bytes, const char* name = "host.xplane.pb") {
    QTemporaryDir folder;
    const QString path = folder.filePath(name);
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly)) return fail(path.toStdString(), "cannot be written");
    file.write(bytes.data(), static_cast<qint64>(bytes.size()));
    file.close();
    return read_traces({path.toStdString()});
}

/// One plane whose names stand behind its lines, as XLA writes them.
class Plane {
public:
    explicit Plane(const char* name) { m_head.number(1, 2).bytes(2, name); }

    /// Begins at `timestamp` µs; later events belong to it.
    void line(const char* name, int64_t timestamp) {
        flush();
        m_line = ProtobufWriter();
        m_line.number(1, 7).bytes(2, name).number(3, timestamp * 1000);
        m_has_line = true;
    }
    /// µs from the line's start; `stats` of ready XStat messages.
    void event(const char* name, int64_t start, int64_t duration,
               const std::vector<ProtobufWriter>& stats = {}) {
        ProtobufWriter event;
        event.number(1, id_of(m_events, name)).number(2, start * 1'000'000).number(3, duration * 1'000'000);
        for (const ProtobufWriter& stat : stats) event.message(4, stat);
        m_line.message(4, event);
    }
    ProtobufWriter stat(const char* name, int64_t value) {
        ProtobufWriter out;
        out.number(1, id_of(m_stats, name)).number(3, value);
        return out;
    }
    /// A text that stands among the names of statistics.
    ProtobufWriter text(const char* name, const char* value) {
        ProtobufWriter out;
        out.number(1, id_of(m_stats, name)).number(7, id_of(m_stats, value));
        return out;
    }
    ProtobufWriter message() {
        flush();
        ProtobufWriter out = m_head;
        const auto names = [&](uint32_t field, const std::map<std::string, int64_t>& ids) {
            for (const auto& [name, id] : ids) {
                ProtobufWriter entry, metadata;
                metadata.number(1, id).bytes(2, name);
                entry.number(1, id).message(2, metadata);
                out.message(field, entry);
            }
        };
        names(4, m_events);
        names(5, m_stats);
        return out;
    }

private:
    static int64_t id_of(std::map<std::string, int64_t>& ids, const std::string& name) {
        return ids.emplace(name, static_cast<int64_t>(ids.size()) + 1).first->second;
    }
    void flush() {
        if (m_has_line) m_head.message(3, m_line);
        m_has_line = false;
    }

    ProtobufWriter m_head, m_line;
    bool m_has_line = false;
    std::map<std::string, int64_t> m_events, m_stats;
};

/// GPU 1: 10 µs of computation, 6 of them beside an all-reduce of 10, then a copy of 5; GPU 0 computes 7. The
/// line of modules covers all of it. The host launched the all-reduce and the copy in step 2.
std::string two_gpus() {
    Plane metadata("/host:metadata"), gpu0("/device:GPU:0"), gpu1("/device:GPU:1"), host("/host:CPU");
    gpu0.line("Stream #14(Compute)", 1000);
    gpu0.event("fusion", 100, 7);
    gpu1.line("XLA Modules", 1000);
    gpu1.event("jit_step", 0, 1000);
    gpu1.line("Stream #14(Compute)", 1000);
    gpu1.event("fusion", 100, 10, {gpu1.stat("correlation_id", 1)});
    gpu1.line("Stream #15(Compute,MemcpyD2D)", 1050);
    gpu1.event("AllReduceKernel", 54, 10,
               {gpu1.stat("correlation_id", 2), gpu1.text("hlo_op", "all-reduce-start.1")});
    gpu1.event("MemcpyD2D", 70, 5, {gpu1.stat("correlation_id", 3)});
    host.line("python", 900);
    host.event("train", 100, 50, {host.stat("step_num", 1)});
    host.event("train", 160, 50, {host.stat("step_num", 2)});
    host.event("cuLaunchKernel", 110, 2, {host.stat("correlation_id", 1)});
    host.event("cuLaunchKernel", 170, 2, {host.stat("correlation_id", 2)});
    host.event("cuMemcpyAsync", 180, 2, {host.stat("correlation_id", 3)});
    ProtobufWriter space;
    for (Plane* plane : {&metadata, &gpu0, &gpu1, &host}) space.message(1, plane->message());
    return space.bytes(4, "node0").text();
}

ProtobufWriter node(int64_t id, const char* name, int64_t type) {
    return ProtobufWriter().number(1, id).bytes(2, name).number(3, type);
}

std::string three_nodes() {
    const ProtobufWriter metadata = ProtobufWriter().bytes(1, "0.0.4");
    return ProtobufWriter()
        .delimited(metadata)
        .delimited(node(0, "COMP_0", 4))
        .delimited(node(1, "ALL_REDUCE", 7).number(7, 12))
        .delimited(node(2, "COMP_1", 4))
        .text();
}

} // namespace

class TestProtobufTraces : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void streams_of_two_gpus();
    void steps_are_what_the_host_launched_in_them();
    void a_device_without_streams_has_no_breakdown();
    void a_file_cut_anywhere_is_said();
    void bytes_that_became_text_are_said();
    void noise_never_crashes();
    void impossible_times_are_dropped();
    void nodes_of_chakra_are_counted();
    void what_is_no_node_is_said();
    void recorded_ones();
};

void TestProtobufTraces::streams_of_two_gpus() {
    const auto result = read_bytes(two_gpus());
    QVERIFY2(result, result ? "" : result.error().text().c_str());
    QVERIFY2(result->warnings.empty(), result->warnings.empty() ? "" : result->warnings[0].message.c_str());
    QCOMPARE(result->files.at(0).kind, MeasuredKind::xplane);
    QCOMPARE(result->files[0].devices.value_or(0), 2);
    QCOMPARE(result->files[0].records, int64_t(10)); // lines of devices and the host, not of the metadata
    QCOMPARE(result->ranks.size(), size_t(2));
    QCOMPARE(result->ranks[0].device.value_or(-1), 0);
    QCOMPARE(result->ranks[0].times->compute_ns, int64_t(7'000));
    const TraceTimes& times = *result->ranks[1].times;
    QCOMPARE(times.window_ns, int64_t(25'000));
    QCOMPARE(times.compute_ns, int64_t(10'000));
    QCOMPARE(times.comm_ns, int64_t(10'000));
    QCOMPARE(times.exposed_comm_ns, int64_t(4'000));
    QCOMPARE(times.mem_ns, int64_t(5'000));
    QCOMPARE(times.idle_ns, int64_t(6'000));
    QCOMPARE(result->ranks[1].collectives.size(), size_t(1));
}

void TestProtobufTraces::steps_are_what_the_host_launched_in_them() {
    const auto result = read_bytes(two_gpus());
    QVERIFY(result);
    const TraceRank& rank = result->ranks.at(1);
    QCOMPARE(rank.steps.size(), size_t(2));
    QCOMPARE(rank.steps[0].name, std::string("train 1"));
    QVERIFY(rank.steps[1].bounds == StepBounds::launch && rank.steps[1].times);
    QCOMPARE(rank.steps[0].times->window_ns, int64_t(4'000));  // to the all-reduce, which step 2 launched
    QCOMPARE(rank.steps[1].times->window_ns, int64_t(21'000)); // to the end of the copy
    QCOMPARE(rank.steps[1].times->mem_ns, int64_t(5'000));
}

void TestProtobufTraces::a_device_without_streams_has_no_breakdown() {
    Plane tpu("/device:TPU:0");
    tpu.line("XLA Ops", 0);
    tpu.event("while.1", 100, 60);
    tpu.event("all-reduce.1", 110, 20);
    const auto result = read_bytes(ProtobufWriter().message(1, tpu.message()).text());
    QVERIFY2(result, result ? "" : result.error().text().c_str());
    QCOMPARE(result->files.at(0).devices.value_or(0), 1);
    QCOMPARE(result->files[0].duration_s.value_or(0), 60e-6);
    QVERIFY(!result->ranks.at(0).times);
}

void TestProtobufTraces::a_file_cut_anywhere_is_said() {
    const std::string whole = two_gpus();
    for (size_t size = 1; size < whole.size(); ++size) {
        const auto result = read_bytes(whole.substr(0, size));
        const bool at_a_border = result && result->warnings.empty(); // between two planes nothing is missing
        if (result && !at_a_border) QVERIFY(!result->warnings.front().message.empty());
        if (!result) QVERIFY(!result.error().what.empty());
        QVERIFY2(!at_a_border || size + 12 > whole.size() || result->files[0].records < 10,
                 qPrintable(QString::number(size)));
    }
    const auto most = read_bytes(whole.substr(0, whole.size() - 20));
    QVERIFY(most && !most->warnings.empty());
    QCOMPARE(most->ranks.size(), size_t(2)); // the GPUs stand before what is cut off
}

void TestProtobufTraces::bytes_that_became_text_are_said() {
    std::string text;
    for (const char c : two_gpus())
        if (static_cast<unsigned char>(c) >= 0x80)
            text += "\xEF\xBF\xBD";
        else
            text += c;
    // The metadata is short enough to come through; a device's plane first is what recorded files have.
    text.erase(0, text.find("/device:GPU:0") - 8);
    text = "\x0a\xEF\xBF\xBD\x01\x08\x02\x12\x0d" + text.substr(text.find("/device:GPU:0"));
    const auto result = read_bytes(text);
    QVERIFY(!result);
    QVERIFY2(result.error().what.find("converted to text") != std::string::npos,
             result.error().text().c_str());
}

void TestProtobufTraces::noise_never_crashes() {
    std::mt19937 random(7);
    for (const std::string& whole : {two_gpus(), three_nodes()})
        for (int round = 0; round < 500; ++round) {
            std::string bytes = whole;
            for (int flips = 1 + static_cast<int>(random() % 4); flips > 0; --flips)
                bytes[random() % bytes.size()] = static_cast<char>(random());
            const auto result = read_bytes(bytes);
            if (!result) QVERIFY(!result.error().what.empty());
        }
}

void TestProtobufTraces::impossible_times_are_dropped() {
    Plane gpu("/device:GPU:0");
    gpu.line("Stream #1(Compute)", 0);
    gpu.event("fusion", 10, 5);
    gpu.event("fusion", 20, -3);
    gpu.event("fusion", 30, int64_t(25) * 3600 * 1'000'000);
    const auto result = read_bytes(ProtobufWriter().message(1, gpu.message()).text());
    QVERIFY(result);
    QCOMPARE(result->ranks.at(0).times->compute_ns, int64_t(5'000));
    QCOMPARE(result->warnings.size(), size_t(2));
}

void TestProtobufTraces::nodes_of_chakra_are_counted() {
    const auto result = read_bytes(three_nodes(), "rank.0.et");
    QVERIFY2(result, result ? "" : result.error().text().c_str());
    QCOMPARE(result->files.at(0).kind, MeasuredKind::execution_trace);
    QCOMPARE(result->files[0].records, int64_t(3));
    QVERIFY(result->warnings.empty());
    const auto json = read_bytes(
        R"({"workload_graph": [{"Id": 1, "NodeType": 4}, {"Id": 2, "NodeType": 7}]})", "rank.0.json");
    QVERIFY2(json, json ? "" : json.error().text().c_str());
    QCOMPARE(json->files.at(0).kind, MeasuredKind::execution_trace);
    QCOMPARE(json->files[0].records, int64_t(2));
    const auto cut = read_bytes(three_nodes().substr(0, three_nodes().size() - 3), "rank.0.et");
    QVERIFY(cut && cut->warnings.size() == 1);
    QCOMPARE(cut->files.at(0).records, int64_t(2));
}

void TestProtobufTraces::what_is_no_node_is_said() {
    const std::string bytes =
        three_nodes() + ProtobufWriter().delimited(ProtobufWriter().bytes(40, "something else")).text();
    const auto result = read_bytes(bytes, "rank.0.et");
    QVERIFY(result);
    QCOMPARE(result->files.at(0).records, int64_t(3));
    QCOMPARE(result->warnings.size(), size_t(1));
}

/// The expected times are those of the events as added up apart from this program.
void TestProtobufTraces::recorded_ones() {
    if (qEnvironmentVariableIsEmpty("ROOFRACK_DATA")) QSKIP("ROOFRACK_DATA is not set: no recorded traces");
    const std::string traces = qEnvironmentVariable("ROOFRACK_DATA").toStdString() + "/traces/";
    const auto jax = read_traces({traces + "jax/tracelens_jax_conv_mi300_08.xplane.pb"});
    QVERIFY2(jax, jax ? "" : jax.error().text().c_str());
    QCOMPARE(jax->files.at(0).devices.value_or(0), 8);
    QCOMPARE(jax->files[0].records, int64_t(3650));
    QCOMPARE(jax->ranks.size(), size_t(8));
    QCOMPARE(jax->ranks[0].times->compute_ns, int64_t(3'436'644));
    QCOMPARE(jax->ranks[0].times->mem_ns, int64_t(559'321));
    QCOMPARE(jax->ranks[0].times->window_ns, int64_t(138'470'832));
    QCOMPARE(jax->ranks[7].times->compute_ns, int64_t(3'502'165));
    QCOMPARE(jax->ranks[7].gpu, std::string("AMD GPU (304 compute units, 206 GB)"));
    const auto legacy = read_traces({traces + "jax/tracelens_jax_conv_mi300_legacy.xplane.pb"});
    QVERIFY(legacy);
    QCOMPARE(legacy->files.at(0).records, int64_t(6024));
    QCOMPARE(legacy->ranks.size(), size_t(2)); // six of the eight did nothing
    QCOMPARE(legacy->ranks[0].times->mem_ns, int64_t(889'028));
    QCOMPARE(legacy->ranks[1].times->compute_ns, int64_t(3'586'493));
    const auto tpu = read_traces({traces + "jax/xprof_tpu_inference_2.xplane.pb"});
    QVERIFY(!tpu && tpu.error().what.find("converted to text") != std::string::npos);
    const auto astra = read_traces({traces + "chakra/astra_custom_allreduce_8npu/custom_allreduce.0.et"});
    QVERIFY2(astra, astra ? "" : astra.error().text().c_str());
    QCOMPARE(astra->files.at(0).records, int64_t(35));
}

QTEST_APPLESS_MAIN(TestProtobufTraces)
#include "test_protobuf_traces.moc"
