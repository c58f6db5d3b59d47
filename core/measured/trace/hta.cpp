// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measured/trace/hta.h"

#include "core/measured/trace/event_stream.h"
#include "core/measured/trace/text/decimal_time.h"
#include "core/measured/trace/text/json_scanner.h"
#include "core/measured/trace/text/text_source.h"
#include "core/measured/trace/text/trace_event.h"
#include "core/measured/trace/warning_log.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <map>
#include <set>
#include <unordered_map>

namespace roofrack {

namespace {

enum class KernelType { computation, communication, memory, other };

/// HTA's regular expressions in their order: ^nccl.*Kernel, then ^Memcpy|^Memset|^dma, and what is left
/// computes unless it holds Memcpy or Sync. "Stream Wait Event" is not in the expressions that were at
/// hand, but 0.6 does not count it as computation either.
KernelType type_of(std::string_view name) {
    if (name.starts_with("nccl") && name.find("Kernel", 4) != std::string_view::npos)
        return KernelType::communication;
    if (name.starts_with("Memcpy") || name.starts_with("Memset") || name.starts_with("dma"))
        return KernelType::memory;
    const auto holds = [&](std::string_view part) { return name.find(part) != std::string_view::npos; };
    return holds("Memcpy") || holds("Sync") || name == "Stream Wait Event" ? KernelType::other
                                                                           : KernelType::computation;
}

bool is_missing(std::string_view token) { return token.empty() || token == "null"; }

/// As a double, because HTA's own rounding works on doubles: at today's epochs they hold quarters of a
/// microsecond.
std::optional<double> number_of(std::string_view token) {
    const std::string_view text = unquoted(token);
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(value))
        return std::nullopt;
    return value;
}

/// -1 for none, and for text that is no number.
int64_t identifier_of(std::string_view token) {
    const std::string_view text = unquoted(token);
    if (const auto value = integer_of(text)) return *value;
    const bool digits = !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
    return digits ? std::numeric_limits<int64_t>::max() : -1; // too large for an integer, yet one
}

struct Span {
    double start = 0, end = 0;
};

struct Kernel {
    Span time;
    int64_t correlation = -1;
    bool on_device = false; ///< otherwise a host event that names a stream
    KernelType type = KernelType::other;
};

/// Keeps the events with a stream, and of the others only what the filter by steps asks for.
class HtaCollector final : public TraceEventSink {
public:
    void event(const TraceEvent& event, int64_t) override;
    /// The kernels that HTA keeps.
    std::vector<Kernel> take();
    size_t step_names() const { return m_step_names.size(); }

private:
    bool m_has_decimals = false;
    std::set<std::string, std::less<>> m_step_names;
    std::optional<double> m_last_step_start, m_first_host_start;
    std::unordered_map<int64_t, double> m_first_host_start_by_correlation;
    std::vector<Kernel> m_kernels;
};

/// ^ProfilerStep#(\d+)
bool names_step(std::string_view name) {
    constexpr std::string_view prefix = "ProfilerStep#";
    return name.starts_with(prefix) && name.size() > prefix.size() && name[prefix.size()] >= '0' &&
           name[prefix.size()] <= '9';
}

void HtaCollector::event(const TraceEvent& event, int64_t) {
    // one missing or fractional start turns HTA's whole column into floating point
    if (is_missing(event.ts) || event.ts.find_first_of(".eE") != std::string_view::npos)
        m_has_decimals = true;
    const std::string_view cat = unquoted(event.cat), name = unquoted(event.name);
    if (is_missing(event.dur) || is_missing(event.cat) || cat == "Trace") return;
    const auto start = number_of(event.ts), duration = number_of(event.dur);
    if (!start || !duration) return;

    int64_t stream = -1, correlation = -1;
    if (!event.args.empty()) {
        JsonScanner scanner(event.args);
        scanner.members([&](std::string_view key, std::string_view token) {
            if (key == "\"stream\"") stream = identifier_of(token);
            if (key == "\"correlation\"") correlation = identifier_of(token);
        });
    }
    const bool on_device =
        (stream >= 0 && correlation >= 0) || name == "Event Sync" || name == "Context Sync";
    const bool is_step = names_step(name);
    if (is_step && !m_step_names.contains(name)) m_step_names.emplace(name);
    if (!on_device) {
        if (is_step) m_last_step_start = std::max(m_last_step_start.value_or(*start), *start);
        m_first_host_start = std::min(m_first_host_start.value_or(*start), *start);
        const auto [known, added] = m_first_host_start_by_correlation.emplace(correlation, *start);
        if (!added) known->second = std::min(known->second, *start);
    }
    if (stream != -1)
        m_kernels.push_back({{*start, *start + *duration}, correlation, on_device, type_of(name)});
}

std::vector<Kernel> HtaCollector::take() {
    const auto start_of = [&](double start) { return m_has_decimals ? std::ceil(start) : start; };
    for (Kernel& kernel : m_kernels) {
        kernel.time.start = start_of(kernel.time.start);
        if (m_has_decimals) kernel.time.end = std::floor(kernel.time.end);
    }
    if (m_step_names.size() > 1 && m_first_host_start) {
        const double last = start_of(m_last_step_start.value_or(*m_first_host_start));
        std::erase_if(m_kernels, [&](const Kernel& kernel) {
            if (!kernel.on_device) return kernel.time.start >= last;
            const auto launched = m_first_host_start_by_correlation.find(kernel.correlation);
            return launched == m_first_host_start_by_correlation.end() || start_of(launched->second) >= last;
        });
    }
    return std::move(m_kernels);
}

/// Spans that touch are one. A span that rounding has inverted stays and counts as negative, as in HTA.
std::vector<Span> merged(std::vector<Span> spans) {
    std::stable_sort(spans.begin(), spans.end(),
                     [](const Span& a, const Span& b) { return a.start < b.start; });
    std::vector<Span> out;
    double latest =
        -std::numeric_limits<double>::infinity(); // an inverted span may end before an earlier one
    for (const Span& span : spans) {
        if (out.empty() || span.start > latest)
            out.push_back(span);
        else
            out.back().end = std::max(out.back().end, span.end);
        latest = std::max(latest, span.end);
    }
    return out;
}

double total(const std::vector<Span>& spans) {
    double sum = 0;
    for (const Span& span : spans) sum += span.end - span.start;
    return sum;
}

double percent(double part, double whole) { return std::nearbyint(100 * (100 * (part / whole))) / 100; }

constexpr int computing = 1, communicating = 2, copying = 4;

/// Time by the sum of the bits that run.
std::map<int, double> times_by_state(const std::array<std::vector<Span>, 3>& by_type) {
    struct Change {
        double time;
        int by;
    };
    std::vector<Change> changes;
    for (size_t i = 0; i < by_type.size(); ++i)
        for (const Span& span : by_type[i]) {
            changes.push_back({span.start, 1 << i});
            changes.push_back({span.end, -(1 << i)});
        }
    std::stable_sort(changes.begin(), changes.end(),
                     [](const Change& a, const Change& b) { return a.time < b.time; });
    std::map<int, double> times;
    int running = 0;
    for (size_t i = 0; i + 1 < changes.size(); ++i) {
        running += changes[i].by;
        if (running > 0) times[running] += changes[i + 1].time - changes[i].time;
    }
    return times;
}

std::string types_of(int running) {
    std::string text;
    for (const auto& [bit, name] : {std::pair{computing, "COMPUTATION"},
                                    std::pair{communicating, "COMMUNICATION"}, std::pair{copying, "MEMORY"}})
        if (running & bit) text += (text.empty() ? "" : " overlapping ") + std::string(name);
    return text;
}

HtaBreakdown breakdown_of(const std::vector<Kernel>& kernels) {
    std::vector<Span> all;
    std::array<std::vector<Span>, 3> by_type;
    for (const Kernel& kernel : kernels) {
        all.push_back(kernel.time);
        if (kernel.type != KernelType::other)
            by_type[static_cast<size_t>(kernel.type)].push_back(kernel.time);
    }
    for (auto& spans : by_type) spans = merged(std::move(spans));
    all = merged(std::move(all));

    HtaBreakdown out;
    out.kernel_us = all.back().end - all.front().start;
    out.idle_us = out.kernel_us - total(all);
    out.compute_us = total(by_type[static_cast<size_t>(KernelType::computation)]);
    out.non_compute_us = out.kernel_us - out.compute_us - out.idle_us;
    out.idle_pct = percent(out.idle_us, out.kernel_us);
    out.compute_pct = percent(out.compute_us, out.kernel_us);
    out.non_compute_pct = percent(out.non_compute_us, out.kernel_us);

    std::map<std::string, double> sums;
    for (const auto& [running, us] : times_by_state(by_type)) sums[types_of(running)] += us;
    for (const auto& [types, us] : sums) out.by_type.push_back({types, us});

    const double comm = total(by_type[static_cast<size_t>(KernelType::communication)]);
    by_type[static_cast<size_t>(KernelType::memory)].clear();
    auto pairs = times_by_state(by_type);
    if (comm != 0) out.overlap_pct = percent(pairs[computing + communicating], comm);
    return out;
}

/// Whether the file's own members say that the device is an MTIA.
bool is_mtia(std::string_view text) {
    constexpr std::string_view key = "\"device_type\"";
    const size_t at = text.find(key);
    if (at == std::string_view::npos) return false;
    const size_t value = text.find_first_not_of(" \t\r\n:", at + key.size());
    return value != std::string_view::npos && text.substr(value).starts_with("\"MTIA\"");
}

} // namespace

Result<std::optional<HtaBreakdown>> read_hta(const std::filesystem::path& path, size_t window_bytes) {
    auto source = TextSource::open(path, {});
    if (!source) return tl::unexpected(source.error());
    WarningLog warnings(path.string());
    HtaCollector collector;
    EventStream stream(*source, "traceEvents", warnings, window_bytes);
    if (auto done = stream.read(collector, [] { return true; }); !done) return tl::unexpected(done.error());
    if (collector.step_names() > 1 && (is_mtia(stream.header()) || is_mtia(stream.trailer())))
        return fail({}, "HTA filters MTIA traces of several steps in a way of its own",
                    "compare a trace of one step");
    const std::vector<Kernel> kernels = collector.take();
    if (kernels.empty()) return std::optional<HtaBreakdown>();
    return std::optional<HtaBreakdown>(breakdown_of(kernels));
}

} // namespace roofrack
