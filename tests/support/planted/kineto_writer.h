// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/planted/simulated_job.h"

#include <QDir>
#include <QFile>

#include <fmt/format.h>
#include <iterator>
#include <string>
#include <vector>

namespace roofrack::test {

/// Writes what PyTorch's profiler would have written of each rank of a simulated job, rankN.json, and
/// gpus.csv as nvidia-smi does where the job has telemetry.
class KinetoWriter {
public:
    explicit KinetoWriter(const SimulatedJob& run)
        : m_run(run) {}

    /// The paths written; empty where one could not be.
    std::vector<std::string> write(const QString& folder) const {
        std::vector<std::string> out;
        const auto save = [&](const QString& name, const std::string& text) {
            QFile file(QDir(folder).filePath(name));
            if (!file.open(QIODevice::WriteOnly) ||
                file.write(text.data(), static_cast<qint64>(text.size())) < 0)
                return false;
            out.push_back(file.fileName().toStdString());
            return true;
        };
        for (int rank = 0; rank < m_run.job().ranks; ++rank)
            if (!save(QStringLiteral("rank%1.json").arg(rank), trace_of(rank))) return {};
        if (m_run.job().has_telemetry && !save(QStringLiteral("gpus.csv"), telemetry())) return {};
        return out;
    }

private:
    using Out = std::back_insert_iterator<std::string>;
    static constexpr double epoch_us = 1764230400e6; ///< 2025-11-27 08:00:00 UTC

    /// The clocks of the hosts differ by some tens of µs.
    double offset_us(int rank) const {
        return 2000 + Chance(m_run.job().seed, 400 + static_cast<uint64_t>(rank)).uniform(-60, 60);
    }
    std::string trace_of(int rank) const {
        std::string text = fmt::format(
            R"({{"schemaVersion": 1, "deviceProperties": [{{"id": {0}, "name": "NVIDIA H100 80GB HBM3", )"
            R"("totalGlobalMem": 85041610752, "computeMajor": 9, "computeMinor": 0, "numSms": 132}}], )"
            R"("distributedInfo": {{"backend": "nccl", "rank": {0}, "world_size": {1}}}, "traceEvents": [)"
            "\n",
            rank, m_run.job().ranks);
        text += fmt::format(R"({{"ph": "M", "name": "process_name", "pid": {0}, "tid": 0, "ts": 0, )"
                            R"("args": {{"name": "python3"}}}})",
                            process(rank));
        int64_t external = 0;
        for (const SeenEvent& event : m_run.seen(rank)) add(text, rank, event, external);
        return text + "\n]}\n";
    }
    static int process(int rank) { return 4200 + rank; }

    /// Elements that a rank gives and gets: of what all have together, or of its share.
    static int64_t sent(const SeenEvent& event) {
        return event.collective == "_allgather_base" ? event.elements / event.group_size : event.elements;
    }
    static int64_t received(const SeenEvent& event) {
        return event.collective == "_reduce_scatter_base" ? event.elements / event.group_size
                                                          : event.elements;
    }

    static const char* category(SeenAs as) {
        switch (as) {
        case SeenAs::op: return "cpu_op";
        case SeenAs::kernel:
        case SeenAs::collective: return "kernel";
        case SeenAs::copy_in:
        case SeenAs::copy_out: return "gpu_memcpy";
        case SeenAs::loader:
        case SeenAs::step: return "user_annotation";
        default: return "cuda_runtime";
        }
    }

    void add(std::string& text, int rank, const SeenEvent& event, int64_t& external) const {
        const EventTimes& times = m_run.times();
        const double start = epoch_us + offset_us(rank) + times.start(event.begin),
                     duration = times.end(event.end) - times.start(event.begin);
        const bool on_device = event.as == SeenAs::kernel || event.as == SeenAs::collective ||
                               event.as == SeenAs::copy_in || event.as == SeenAs::copy_out;
        const Out out(text);
        fmt::format_to(
            out,
            ",\n"
            R"({{"ph": "X", "cat": "{}", "name": "{}", "pid": {}, "tid": {}, "ts": {:.3f}, "dur": )"
            R"({:.3f}, "args": {{)",
            category(event.as), event.name, on_device ? rank : process(rank),
            on_device ? event.stream : process(rank) + event.thread - 1, start, duration);
        if (event.as == SeenAs::op) ++external;
        fmt::format_to(out, R"("External id": {})", external);
        if (event.correlation > 0) fmt::format_to(out, R"(, "correlation": {})", event.correlation);
        if (on_device)
            fmt::format_to(out, R"(, "device": {}, "context": 1, "stream": {})", rank, event.stream);
        if (event.as == SeenAs::collective)
            fmt::format_to(out,
                           R"(, "Collective name": "{}", "In msg nelems": {}, "Out msg nelems": {}, )"
                           R"("Group size": {}, "dtype": "BFloat16", "Process Group Name": "{}", "Seq": {})",
                           event.collective, sent(event), received(event), event.group_size, event.group,
                           event.sequence);
        text += "}}";
        if (event.as == SeenAs::allocate || event.as == SeenAs::release)
            fmt::format_to(
                out,
                ",\n"
                R"({{"ph": "i", "cat": "cpu_instant_event", "s": "t", "name": "[memory]", "pid": {}, )"
                R"("tid": {}, "ts": {:.3f}, "args": {{"Bytes": {}, "Device Id": {}, "Device Type": 1, )"
                R"("Total Reserved": {}}}}})",
                process(rank), process(rank), start + duration, event.elements, rank,
                (int64_t{72} << 30) + event.elements);
    }

    std::string telemetry() const {
        std::string text =
            "timestamp, index, name, power.draw [W], clocks.current.sm [MHz], temperature.gpu, "
            "utilization.gpu [%]\n";
        const double end = m_run.finish(m_run.job().steps - 1);
        Chance chance(m_run.job().seed, 500);
        for (double at = 0; at < end + 1e5; at += 1e5) {
            for (int rank = 0; rank < m_run.job().ranks; ++rank) {
                const double us = at + chance.uniform(0, 500);
                const double clock = m_run.clock_mhz(rank, us), heat = (1980 - clock) / 1980;
                // clocks move in steps of 15 MHz
                const double shown =
                    heat > 0.01 ? 15 * std::round(clock / 15) : 1980 - 15 * chance.whole(0, 1);
                const auto ms = static_cast<int64_t>((epoch_us + 2000 + us) / 1000) % 86'400'000;
                fmt::format_to(
                    Out(text),
                    "2025/11/27 {:02}:{:02}:{:02}.{:03}, {}, NVIDIA H100 80GB HBM3, {:.2f} W, {:.0f} MHz, "
                    "{:.0f}, {} %\n",
                    ms / 3'600'000, ms / 60'000 % 60, ms / 1000 % 60, ms % 1000, rank,
                    620 * (1 - 0.6 * heat) + chance.uniform(-15, 15), shown,
                    64 + (heat > 0.01 ? 23 : 0) + chance.uniform(-1.5, 1.5), chance.whole(96, 100));
            }
        }
        return text;
    }

    const SimulatedJob& m_run;
};

} // namespace roofrack::test
