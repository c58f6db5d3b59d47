// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measured/measure/nccl_tests.h"
#include "core/measured/trace/logs/log_format.h"

#include <algorithm>

namespace roofrack {

namespace {

/// What nccl-tests prints, perhaps several runs in a file; the table is read by core/measured/measure.
class NcclTestsParser final : public LogParser {
public:
    void line(std::string_view line, MeasuredFile& out) override {
        // "#  Rank  3 Group  0 Pid  55 on  node01 device  3 [0x9a] NVIDIA H100"
        const size_t device = line.find(" device "), bus = line.find(']', std::min(device, line.size()));
        if (out.gpu.empty() && line.find("Rank") < device && bus != std::string_view::npos) {
            const size_t first = line.find_first_not_of(' ', bus + 1), last = line.find_last_not_of(" \t\r");
            if (first != std::string_view::npos) out.gpu = line.substr(first, last - first + 1);
        }
        constexpr size_t most = size_t{64} << 20;
        if (m_text.size() + line.size() < most) m_text.append(line).append("\n");
    }
    void end(MeasuredFile& out) override {
        for (const NcclTestsRun& run : list_nccl_tests(m_text, out.file)) {
            if (run.ranks > 0) out.devices = std::max(out.devices.value_or(0), run.ranks);
            for (const NcclTestsRow& row : run.rows)
                out.transfers.push_back(
                    {run.collective, run.ranks, row.bytes, row.seconds, row.bus_bytes_per_s});
        }
        out.records = static_cast<int64_t>(out.transfers.size());
    }
    std::string nothing_found() const override {
        return "it has no line of measurements: did the launch fail?";
    }

private:
    std::string m_text;
};

bool is_nccl_tests(std::string_view head) {
    const auto has = [&](std::string_view part) { return head.find(part) != std::string_view::npos; };
    return (has("algbw") && has("busbw")) || has("# nThread") || has("# Collective test starting");
}

} // namespace

LogFormat nccl_tests_log() {
    return {MeasuredKind::nccl_tests, "nccl-tests", is_nccl_tests, new_parser<NcclTestsParser>};
}

} // namespace roofrack
