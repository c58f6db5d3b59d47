// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/units/ascii_text.h"
#include "core/measured/trace/logs/log_format.h"
#include "core/measured/trace/logs/timed_steps.h"
#include "core/step/collectives/collectives.h"

#include <algorithm>
#include <cmath>

namespace roofrack {

namespace {

double median_of(std::vector<double>& values) {
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    if (values.size() % 2 == 1) return *middle;
    return (*middle + *std::max_element(values.begin(), middle)) / 2;
}

/// 3999998123 is 4.000e9: durations have four digits behind the point.
double four_digits(double value) {
    const double unit = std::pow(10, std::floor(std::log10(value)) - 3);
    return std::round(value / unit) * unit;
}

/// all_reduce_bench.py of BigScience: in each trial each rank prints its duration, an "algo throughput" of
/// twice the message ÷ duration, and "busbw" as nccl-tests has it, both in bits. Ranks follow from their
/// ratio, (n−1)/n, where NCCL does not print them. All trials and ranks of one size make one transfer, of
/// their median: the first trial also sets up the communicator.
class AllReduceBenchParser final : public LogParser {
public:
    void line(std::string_view line, MeasuredFile&) override {
        if (const auto ranks = device_count(number_behind(line, "nranks")))
            m_ranks = std::max(m_ranks, *ranks);
        if (const auto seconds = number_behind(line, "duration:")) m_seconds = seconds;
        if (const auto bits = number_behind(line, "algo throughput:")) m_algorithm = bits;
        const auto gigabits = number_behind(line, "busbw:");
        if (!gigabits) return;
        if (m_seconds && m_algorithm && *m_seconds > 0 && *m_algorithm > 0 && *gigabits > 0)
            add(*m_seconds, *m_algorithm, *gigabits * 1e9);
        m_seconds.reset();
        m_algorithm.reset();
    }
    void end(MeasuredFile& out) override {
        for (Size& size : m_sizes) {
            const int ranks = m_ranks > 1 ? m_ranks : std::max(2, size.ranks);
            const double seconds = median_of(size.seconds), bytes = four_digits(median_of(size.bytes));
            out.records += static_cast<int64_t>(size.seconds.size());
            out.transfers.push_back({std::string(name_of(Collective::all_reduce)), ranks, bytes, seconds,
                                     all_reduce_bus_bandwidth(bytes, seconds, ranks)});
            out.devices = std::max(out.devices.value_or(0), ranks);
        }
    }
    std::string nothing_found() const override { return "it has no measurement: did the launch fail?"; }

private:
    struct Size {
        double first_bytes = 0;
        int ranks = 0;
        std::vector<double> seconds, bytes;
    };
    void add(double seconds, double algorithm, double bus) {
        constexpr double same =
            0.05; // share of the size that counts as equal; short durations have few digits
        constexpr size_t most_sizes = 1000;
        const double bytes = algorithm * seconds / 16, share = bus / algorithm;
        if (!(share >= 0.49 && share < 1) || bytes < 1) return; // not of this program
        const auto known = std::ranges::find_if(m_sizes, [&](const Size& size) {
            return std::abs(bytes - size.first_bytes) <= same * size.first_bytes;
        });
        if (known == m_sizes.end() && m_sizes.size() >= most_sizes) return;
        Size& size = known == m_sizes.end() ? m_sizes.emplace_back() : *known;
        if (size.seconds.empty()) {
            size.first_bytes = bytes;
            size.ranks = device_count(std::round(1 / (1 - share))).value_or(0);
        }
        size.seconds.push_back(seconds);
        size.bytes.push_back(bytes);
    }

    int m_ranks = 0; ///< as NCCL prints
    std::optional<double> m_seconds, m_algorithm;
    std::vector<Size> m_sizes;
};

bool is_all_reduce_bench(std::string_view head) {
    return has(head, "algo throughput: ") && has(head, " bps, ") && has(head, "busbw: ");
}

} // namespace

LogFormat all_reduce_bench_log() {
    return {MeasuredKind::collectives, "all_reduce_bench", is_all_reduce_bench,
            new_parser<AllReduceBenchParser>};
}

} // namespace roofrack
