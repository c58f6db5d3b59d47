// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/units/ascii_text.h"
#include "core/measured/measure/nccl_tests.h"
#include "core/measured/measure/runs.h"
#include "core/measured/trace/logs/log_format.h"
#include "core/measured/trace/logs/timed_steps.h"
#include "core/step/collectives/collectives.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <map>

namespace roofrack {

namespace {

/// Name and bus bandwidth ÷ (size ÷ time) among n ranks as nccl-tests has them, for what PyTorch writes.
struct Kind {
    std::string name;
    double bus_factor = 1;
};
std::optional<Kind> kind_of(std::string_view written, int ranks) {
    if (const auto known = collective_named_in(written))
        return Kind{std::string(name_of(*known)), bus_factor(*known, ranks)};
    if (has(written, "broadcast")) return Kind{"broadcast", 1};
    if (has(written, "reduce")) return Kind{"reduce", 1};
    return std::nullopt;
}

constexpr std::string_view whole_message = "Full msg size (MB)", latency = "comm_latency_mean";

/// TraceLens's tables of the collectives of a traced run. nccl_summary_implicit_sync.csv has the time that
/// each took once its last rank had come. nccl_summary_long.csv has that of each rank, which holds the wait
/// for the others: the shortest mean of a rank stands for the collective, which took no longer.
class TraceLensParser final : public LogParser {
public:
    void line(std::string_view line, MeasuredFile&) override {
        constexpr size_t most = size_t{64} << 20;
        if (m_text.size() + line.size() < most) m_text.append(line).append("\n");
    }
    void end(MeasuredFile& out) override {
        const auto table = parse_csv(m_text, out.file);
        if (!table) {
            m_fault = table.error().what;
            return;
        }
        const bool of_ranks = table->column(latency) == std::string::npos;
        std::map<std::string, size_t> known; // the transfer by all that makes a collective
        for (size_t i = 0; i < table->rows.size(); ++i) {
            const RunRow row(*table, i);
            const auto transfer = transfer_of(row, of_ranks);
            if (!transfer) {
                ++m_left_out;
                continue;
            }
            ++out.records;
            out.devices = std::max(out.devices.value_or(0), transfer->ranks);
            std::string collective;
            for (const std::string_view column : {"Collective name", "dtype", "In msg nelems", "Group size",
                                                  "Process Group Name", "Process Group Ranks"})
                collective.append(row.text(column)).append("|");
            const auto [at, added] = known.emplace(std::move(collective), out.transfers.size());
            if (added)
                out.transfers.push_back(*transfer);
            else if (transfer->seconds < out.transfers[at->second].seconds)
                out.transfers[at->second] = *transfer;
        }
        m_holds_waits = of_ranks && !out.transfers.empty();
    }
    std::string nothing_found() const override {
        return m_fault.empty() ? "it has no row of a collective with its size and time" : m_fault;
    }
    std::string warning() const override {
        std::string out;
        if (m_left_out > 0)
            out = fmt::format("{} row{} without a known collective, size or time left out", m_left_out,
                              m_left_out == 1 ? "" : "s");
        if (m_holds_waits)
            out +=
                fmt::format("{}times of ranks hold their waits for each other: the shortest mean of a rank "
                            "stands for each collective, which took no longer",
                            out.empty() ? "" : "; ");
        return out;
    }

private:
    static std::optional<LoggedTransfer> transfer_of(const RunRow& row, bool of_ranks) {
        const auto ranks = device_count(row.number("Group size"));
        const double mebibytes =
            of_ranks ? std::max(row.number("In msg size (MB)_first"), row.number("Out msg size (MB)_first"))
                     : row.number(whole_message);
        const double seconds = row.number(of_ranks ? "dur_mean" : latency) * 1e-6;
        const double bytes = std::round(mebibytes * 1048576);
        if (!ranks || bytes <= 0 || !(seconds > 0)) return std::nullopt;
        const auto kind = kind_of(row.text("Collective name"), *ranks);
        if (!kind) return std::nullopt;
        return LoggedTransfer{kind->name, *ranks, bytes, seconds, bytes / seconds * kind->bus_factor};
    }

    std::string m_text, m_fault;
    bool m_holds_waits = false;
    int64_t m_left_out = 0;
};

bool is_tracelens(std::string_view head) {
    const std::string_view first = head.substr(0, head.find('\n'));
    return has(first, "Collective name") && has(first, "Group size") && has(first, "In msg nelems") &&
           (has(first, latency) || has(first, "dur_mean"));
}

} // namespace

LogFormat tracelens_log() {
    return {MeasuredKind::collectives, "TraceLens", is_tracelens, new_parser<TraceLensParser>};
}

} // namespace roofrack
