// SPDX-License-Identifier: GPL-3.0-or-later
// Events as columns: what a trace written here holds, and that the columns of recorded ones (ROOFRACK_DATA)
// tell the times that their breakdown has.
#include "core/measured/lanes/trace_lanes.h"
#include "core/measured/trace/intervals.h"
#include "core/measured/trace/trace.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <fmt/format.h>
#include <map>

using namespace roofrack;

namespace {

Result<TraceResult> read_kept(const std::string& path) {
    TraceOptions options;
    options.keep_lanes = true;
    return read_traces_with(options, {path});
}

/// A step on one device: an operator launches a GEMM, another an all-reduce; memory is taken, the host waits.
/// Times in µs.
constexpr const char* one_step = // with ' for "
    "{'distributedInfo': {'rank': 0, 'world_size': 2}, 'traceEvents': [\n"
    "{'ph':'X','cat':'user_annotation','name':'ProfilerStep#3','pid':9,'tid':9,'ts':0,'dur':100},\n"
    "{'ph':'X','cat':'cpu_op','name':'aten::linear','pid':9,'tid':9,'ts':10,'dur':30,'args':{'External "
    "id':1,'Input Dims':[[64,128],[256,128],[256]],'Input "
    "type':['c10::BFloat16','c10::BFloat16','c10::BFloat16']}},\n"
    "{'ph':'X','cat':'cpu_op','name':'aten::addmm','pid':9,'tid':9,'ts':12,'dur':20,'args':{'External "
    "id':2,'Input Dims':[[256],[64,128],[128,256]]}},\n"
    "{'ph':'X','cat':'cuda_runtime','name':'cudaMalloc','pid':9,'tid':9,'ts':13,'dur':5,'args':{'correlation'"
    ":70}},\n"
    "{'ph':'X','cat':'cuda_runtime','name':'cudaLaunchKernel','pid':9,'tid':9,'ts':20,'dur':4,'args':{'"
    "correlation':71}},\n"
    "{'ph':'X','cat':'kernel','name':'ncclDevKernel_AllReduce_Sum_bf16','pid':0,'tid':20,'ts':60,'dur':25,'"
    "args':{'device':0,'stream':20,'correlation':72,'Collective name':'allreduce','In msg nelems':1000,'Out "
    "msg nelems':1000,'Group size':2,'dtype':'BFloat16','Process Group Name':'3','Seq':17}},\n"
    "{'ph':'X','cat':'kernel','name':'gemm "
    "\\\"bf16\\\"','pid':0,'tid':7,'ts':30,'dur':20.5,'args':{'device':0,'stream':7,'correlation':71}},\n"
    "{'ph':'X','cat':'cuda_runtime','name':'cudaLaunchKernelExC','pid':9,'tid':9,'ts':45,'dur':4,'args':{'"
    "correlation':72}},\n"
    "{'ph':'X','cat':'cuda_runtime','name':'cudaStreamSynchronize','pid':9,'tid':9,'ts':50,'dur':40,'args':{'"
    "correlation':73}},\n"
    "{'ph':'X','cat':'user_annotation','name':'enumerate(DataLoader)#_Iter.__next__','pid':9,'tid':8,'ts':2,'"
    "dur':3},\n"
    "{'ph':'X','cat':'python_function','name':'train.py(3): main','pid':9,'tid':9,'ts':0,'dur':100}\n"
    "]}\n";

} // namespace

class TestTraceLanes : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void columns_of_a_step();
    void only_when_asked();
    void calls_of_a_runtime_data();
    void calls_of_a_runtime();
    void recorded_traces_data();
    void recorded_traces();

private:
    std::string write(const char* text) {
        QFile file(m_folder.filePath("trace.json"));
        if (!file.open(QIODevice::WriteOnly)) return {};
        file.write(QByteArray(text).replace('\'', '"'));
        return file.fileName().toStdString();
    }
    QTemporaryDir m_folder;
};

void TestTraceLanes::columns_of_a_step() {
    const auto result = read_kept(write(one_step));
    QVERIFY(result);
    const TraceRank& rank = result->ranks.at(0);
    QVERIFY(rank.lanes);
    const TraceLanes& lanes = *rank.lanes;
    QCOMPARE(lanes.device.size(), size_t{2});
    QCOMPARE(lanes.streams, size_t{2});
    QCOMPARE(lanes.name_of(0), std::string("gemm \"bf16\""));
    QCOMPARE(lanes.device.start_ns[0], int64_t{30'000});
    QCOMPARE(lanes.device.duration_ns[0], int64_t{20'500});
    QVERIFY(lanes.device.category[0] == LaneCategory::compute);
    QVERIFY(lanes.device.category[1] == LaneCategory::communication);
    QVERIFY(lanes.device.lane[0] != lanes.device.lane[1]);
    QVERIFY(lanes.collectives == std::vector<uint32_t>{1});
    QCOMPARE(rank.collectives.at(0).group, std::string("3"));
    QCOMPARE(rank.collectives[0].sequence, std::optional<int64_t>(17));

    // Python functions are left out; all else of the host is there, by start.
    const HostLanes& host = *lanes.host;
    QCOMPARE(host.events.size(), size_t{8});
    std::string order;
    for (const LaneCategory category : host.events.category) order += std::string(name_of(category)) + " ";
    QCOMPARE(order, std::string("annotation dataloader op op allocation launch launch synchronise "));
    QCOMPARE(host.threads.size(), size_t{2});
    QCOMPARE(lanes.host_name_of(lanes.launch.at(0)), std::string("cudaLaunchKernel"));
    QCOMPARE(host.events.start_ns[lanes.launch.at(1)], int64_t{45'000});

    // The GEMM was launched within the inner of two operators; the all-reduce behind both.
    const std::vector<uint32_t> ops = launching_ops(lanes);
    QCOMPARE(lanes.host_name_of(ops.at(0)), std::string("aten::addmm"));
    QCOMPARE(host.shapes.at(host.shape[ops[0]]).dims, std::string("[[256],[64,128],[128,256]]"));
    QVERIFY(ops.at(1) == LaneColumns::no_row);

    QCOMPARE(lanes.steps.size(), size_t{1});
    QCOMPARE(lanes.steps[0].start_ns, int64_t{30'000});
    QCOMPARE(lanes.steps[0].end_ns, int64_t{85'000});
}

void TestTraceLanes::only_when_asked() {
    const auto result = read_traces({write(one_step)});
    QVERIFY(result);
    QVERIFY(!result->ranks.at(0).lanes);
}

void TestTraceLanes::calls_of_a_runtime_data() {
    QTest::addColumn<QString>("call");
    QTest::addColumn<QString>("category");
    const std::pair<const char*, const char*> rows[] = {
        {"cudaLaunchKernel", "launch"},
        {"hipExtModuleLaunchKernel", "launch"},
        {"cudaGraphLaunch", "launch"},
        {"cuLaunchKernelEx", "launch"},
        {"cudaMemcpyAsync", "launch"},
        {"hipMemsetAsync", "launch"},
        {"cudaStreamSynchronize", "synchronise"},
        {"hipDeviceSynchronize", "synchronise"},
        {"cudaMalloc", "allocation"},
        {"hipFree", "allocation"},
        {"cuMemCreate", "allocation"},
        {"cuMemMap", "allocation"},
        {"cudaStreamWaitEvent", "runtime"},
        {"cudaEventRecord", "runtime"},
        {"cudaGetDevice", "runtime"},
    };
    for (const auto& [call, category] : rows) QTest::newRow(call) << call << category;
}

void TestTraceLanes::calls_of_a_runtime() {
    QFETCH(QString, call);
    QFETCH(QString, category);
    QCOMPARE(QString::fromStdString(std::string(name_of(category_of_call(call.toStdString())))), category);
}

void TestTraceLanes::recorded_traces_data() {
    QTest::addColumn<QString>("file");
    for (const char* file :
         {"pytorch/hta_nccl_data_r0of2_a100.json.gz", "pytorch/tracelens_ddp_resnet18_mi300x.json.gz",
          "pytorch/kineto_resnet50_workers0_v100.pt.trace.json.gz", "nsys/h100_2gpu_1s.sqlite",
          "nsys/mfu_2gpu_before.sqlite", "jax/tracelens_jax_conv_mi300_08.xplane.pb"})
        QTest::newRow(file) << file;
}

void TestTraceLanes::recorded_traces() {
    if (qEnvironmentVariableIsEmpty("ROOFRACK_DATA")) QSKIP("ROOFRACK_DATA is not set: no recorded traces");
    QFETCH(QString, file);
    const QString path = qEnvironmentVariable("ROOFRACK_DATA") + "/traces/" + file;
    const auto result = read_kept(path.toStdString());
    QVERIFY(result);
    int with_launch = 0;
    for (const TraceRank& rank : result->ranks) {
        if (!rank.times) continue;
        QVERIFY(rank.lanes);
        const TraceLanes& lanes = *rank.lanes;
        QCOMPARE(static_cast<int64_t>(lanes.device.size()), rank.times->device_events);
        std::map<LaneCategory, std::vector<Interval>> parts;
        for (size_t row = 0; row < lanes.device.size(); ++row) {
            QVERIFY(row == 0 || lanes.device.start_ns[row - 1] <= lanes.device.start_ns[row]);
            parts[lanes.device.category[row]].push_back(
                {lanes.device.start_ns[row], lanes.device.end_ns(row)});
            if (lanes.launch[row] == LaneColumns::no_row) continue;
            ++with_launch;
            QVERIFY(lanes.launch[row] < lanes.host->events.size());
        }
        QCOMPARE(IntervalUnion(parts[LaneCategory::compute]).measure(), rank.times->compute_ns);
        QCOMPARE(IntervalUnion(parts[LaneCategory::communication]).measure(), rank.times->comm_ns);
        QCOMPARE(IntervalUnion(parts[LaneCategory::memory]).measure(), rank.times->mem_ns);
        QCOMPARE(lanes.collectives.size(), rank.collectives.size());
        for (size_t i = 0; i < lanes.collectives.size(); ++i)
            QCOMPARE(lanes.device.start_ns[lanes.collectives[i]], rank.collectives[i].start_ns);
        size_t steps = 0;
        for (const TraceStep& step : rank.steps) {
            if (!step.times) continue;
            const LaneStep& kept = lanes.steps.at(steps++);
            QCOMPARE(kept.name, step.name);
            QCOMPARE(kept.end_ns - kept.start_ns, step.times->window_ns);
        }
        QCOMPARE(lanes.steps.size(), steps);
    }
    QVERIFY(with_launch > 0);
}

QTEST_APPLESS_MAIN(TestTraceLanes)
#include "test_trace_lanes.moc"
