// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measured/measure/nccl_tests.h"

#include "core/base/files/foreign_file.h"
#include "core/base/units/saturated.h"
#include "core/base/units/trimmed.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <fmt/format.h>
#include <map>
#include <set>
#include <simdjson.h>

namespace roofrack {

namespace {

constexpr double most_ranks = 1e7;

/// Without the tag "[0]" or "[1,0]<stdout>:" of mpirun, which also stands inside of lines where a rank wrote
/// in pieces. `line` must live on.
std::string without_inner_tags(std::string_view line) {
    line = trimmed(line);
    size_t end = line.find(']');
    if (!line.starts_with('[') || end == std::string_view::npos ||
        line.substr(1, end - 1).find_first_not_of("0123456789,") != std::string_view::npos)
        return std::string(line);
    ++end;
    for (const std::string_view more : {"<stdout>:", "<stderr>:", ":"})
        if (line.substr(end).starts_with(more)) {
            end += more.size();
            break;
        }
    const std::string_view tag = line.substr(0, end);
    std::string out;
    for (size_t at = 0; at < line.size();) {
        const size_t next = line.find(tag, at);
        out.append(line.substr(at, next - at)).append(" ");
        at = next == std::string_view::npos ? line.size() : next + tag.size();
    }
    return out;
}

/// Without what mpirun --tag-output or srun --label put before each line.
std::string_view untagged(std::string_view line) {
    line = trimmed(line);
    if (line.starts_with('['))
        for (const std::string_view tag : {">:", "]:"})
            if (const size_t end = line.find(tag); end != std::string_view::npos && end < 40)
                return trimmed(line.substr(end + tag.size()));
    size_t digits = 0;
    while (digits < line.size() && std::isdigit(static_cast<unsigned char>(line[digits]))) ++digits;
    if (digits > 0 && digits < line.size() && line[digits] == ':') return trimmed(line.substr(digits + 1));
    return line;
}

std::vector<std::string_view> words_of(std::string_view line) {
    std::vector<std::string_view> out;
    size_t at = 0;
    while (at < line.size()) {
        while (at < line.size() && std::isspace(static_cast<unsigned char>(line[at]))) ++at;
        size_t end = at;
        while (end < line.size() && !std::isspace(static_cast<unsigned char>(line[end]))) ++end;
        if (end > at) out.push_back(line.substr(at, end - at));
        at = end;
    }
    return out;
}

std::optional<double> number(std::string_view text) {
    double value = 0;
    const auto [rest, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || rest != text.data() + text.size() || !std::isfinite(value))
        return std::nullopt;
    return value;
}

struct Row {
    double bytes = 0, seconds = 0, ratio = 0; ///< ratio: busbw ÷ algbw, 0 unknown
    double bus = 0;                           ///< GB/s
    std::string redop;
};

/// A line of measurements; nothing when it is something else.
std::optional<Row> row_of(std::string_view line) {
    const std::vector<std::string_view> words = words_of(line);
    if (words.size() < 7 || words.size() > 14) return std::nullopt;
    const auto size = number(words[0]), count = number(words[1]);
    if (!size || !count || *size != std::floor(*size) || *size < 0) return std::nullopt;
    if (!std::isalpha(static_cast<unsigned char>(words[2].front()))) return std::nullopt;
    // Behind type stand redop and root, in older versions one of them or none; then four or eight figures.
    size_t first = 3;
    Row row;
    row.bytes = *size;
    if (std::isalpha(static_cast<unsigned char>(words[first].front())) && words[first] != "N/A")
        row.redop = words[first++];
    if (words.size() - first != 8 && words.size() - first != 4) ++first;
    if (words.size() < first || (words.size() - first != 8 && words.size() - first != 4)) return std::nullopt;
    for (size_t half = first; half + 4 <= words.size(); half += 4) {
        const auto time = number(words[half]), alg = number(words[half + 1]), bus = number(words[half + 2]);
        if (!time || !alg || !bus) {
            // In place may be missing; a word among the figures is another program's line.
            if (words[half] == "N/A") continue;
            return std::nullopt;
        }
        if (*time <= 0) continue;
        row.seconds = *time * 1e-6;
        row.bus = *bus;
        if (*alg >= 1) row.ratio = *bus / *alg;
        return row;
    }
    return std::nullopt;
}

/// One run of a program in the file.
struct Run {
    std::vector<Row> rows;
    std::set<std::string, std::less<>> hosts;
    std::set<int> ranks;
    std::optional<Collective> collective;
    std::string program; ///< the collective in the program's name, also one that no project has
    int unread = 0;
    bool empty() const { return rows.empty() && ranks.empty(); }
};

void read_rank(std::string_view text, Run& run) {
    const auto rank = number(text);
    if (!rank) return;
    if (*rank >= 0 && *rank < most_ranks)
        run.ranks.insert(static_cast<int>(*rank));
    else
        ++run.unread;
}

/// "#  Rank  3 Group  0 Pid  55 on  node01 device  3 [0x9a] NVIDIA H100".
void read_device(std::string_view line, Run& run) {
    const std::vector<std::string_view> words = words_of(line);
    for (size_t i = 0; i + 1 < words.size(); ++i) {
        if (words[i] == "Rank") read_rank(words[i + 1], run);
        if (words[i] == "on") run.hosts.emplace(words[i + 1]);
    }
}

bool starts_run(std::string_view line) {
    return line.starts_with("# nThread") || line.starts_with("#nThread") ||
           line.starts_with("# Collective test starting");
}

/// 2(n−1)/n, (n−1)/n or 1: which collective, and of how many ranks. Two printed decimals tell up to about 64.
void infer(const Run& run, std::optional<Collective>& collective, int& ranks) {
    double ratio = 0;
    std::string redop;
    for (const Row& row : run.rows)
        if (row.ratio > 0) ratio = row.ratio, redop = row.redop;
    if (ratio <= 0) return;
    if (!collective && ratio > 1.05) collective = Collective::all_reduce;
    if (!collective && ratio < 0.995 && !redop.empty() && redop != "none")
        collective = Collective::reduce_scatter;
    if (ranks > 0 || !collective || *collective >= Collective::send_recv) return;
    const double share = *collective == Collective::all_reduce ? ratio / 2 : ratio;
    if (share > 0.3 && share < 0.99) ranks = saturated<int>(std::round(1 / (1 - share)));
}

/// "hypercube_perf" → "hypercube": collectives that nccl-tests measures and no project has.
std::string other_collective_in(std::string_view text) {
    std::string plain;
    for (const char c : text) plain += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    for (const char* name : {"hypercube", "gather", "scatter"})
        if (plain.find(name) != std::string::npos) return name;
    return {};
}

Result<CollectiveSweep> sweep_of(const Run& run, std::string_view name, const NcclTestsHints& hints,
                                 std::vector<std::string>& warnings) {
    const std::string where(name);
    if (run.rows.empty())
        return fail(where, "no line of measurements",
                    "give the output of all_reduce_perf, all_gather_perf, … as it was printed");
    CollectiveSweep out;
    out.file = std::filesystem::path(where).filename().string();
    // The name goes into a project, which is UTF-8.
    if (!simdjson::validate_utf8(out.file.data(), out.file.size()))
        std::ranges::replace_if(
            out.file, [](char c) { return (c & 0x80) != 0; }, '_');
    std::optional<Collective> collective = hints.collective ? hints.collective : run.collective;
    if (!collective) collective = collective_named_in(out.file);
    int ranks = hints.ranks > 0 ? hints.ranks : static_cast<int>(run.ranks.size());
    const bool listed = ranks > 0, named = collective.has_value();
    infer(run, collective, ranks);
    const std::string other = run.program.empty() ? other_collective_in(out.file) : run.program;
    if (!collective && !other.empty())
        return fail(where, fmt::format("it measured {}, of which nothing is predicted", other),
                    "give the output of all_reduce_perf, all_gather_perf, reduce_scatter_perf, "
                    "alltoall_perf, sendrecv_perf, broadcast_perf or reduce_perf");
    if (!collective)
        return fail(where, "the output does not say which collective it measured",
                    "name the file after it (all_gather.txt) or give --collective");
    if (ranks < 2)
        return fail(where, "the output does not say on how many ranks it ran",
                    "keep the lines '# Rank …' or give --ranks");
    out.collective = *collective;
    out.ranks = ranks;
    out.nodes = hints.nodes > 0 ? hints.nodes : static_cast<int>(run.hosts.size());
    if (!named) warnings.push_back(fmt::format("taken for {} by its bandwidths", name_of(*collective)));
    if (!listed) warnings.push_back(fmt::format("taken for {} ranks by its bandwidths", ranks));
    std::map<double, std::pair<double, int>> by_size;
    for (const Row& row : run.rows) {
        auto& [sum, count] = by_size[row.bytes];
        sum += row.seconds;
        ++count;
    }
    for (const auto& [bytes, times] : by_size)
        if (bytes > 0) out.points.push_back({Bytes(bytes), Seconds(times.first / times.second)});
    if (out.points.empty()) return fail(where, "only empty messages were measured", "measure larger sizes");
    if (run.unread > 0) warnings.push_back(fmt::format("{} broken lines left out", run.unread));
    return out;
}

} // namespace

std::optional<Collective> collective_named_in(std::string_view text) {
    std::string plain;
    for (const char c : text)
        if (std::isalnum(static_cast<unsigned char>(c)))
            plain += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    for (const auto& [name, collective] : {std::pair{"allreduce", Collective::all_reduce},
                                           {"allgather", Collective::all_gather},
                                           {"reducescatter", Collective::reduce_scatter},
                                           {"alltoall", Collective::all_to_all},
                                           {"sendrecv", Collective::send_recv},
                                           {"broadcast", Collective::broadcast},
                                           {"reduce", Collective::reduce}})
        if (plain.find(name) != std::string::npos) return collective;
    return std::nullopt;
}

namespace {

std::vector<Run> runs_of(std::string_view text) {
    std::vector<Run> runs(1);
    while (!text.empty()) {
        const size_t end = text.find('\n');
        const std::string whole = without_inner_tags(text.substr(0, end));
        const std::string_view line = untagged(whole);
        text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
        if (starts_run(line) && !runs.back().rows.empty()) runs.emplace_back();
        Run& run = runs.back();
        if (line.find("_perf") != std::string_view::npos || line.starts_with("# Collective test")) {
            if (const auto known = collective_named_in(line))
                run.collective = known;
            else if (std::string other = other_collective_in(line); !other.empty())
                run.program = std::move(other);
        }
        if (line.starts_with('#')) {
            if (line.find("Rank") != std::string_view::npos) read_device(line, run);
        } else if (const auto row = row_of(line)) {
            run.rows.push_back(*row);
        } else if (const auto words = words_of(line);
                   words.size() > 4 && number(words[0]) && number(words[1])) {
            ++run.unread;
        }
    }
    return runs;
}

} // namespace

std::vector<NcclTestsRun> list_nccl_tests(std::string_view text, std::string_view name) {
    std::vector<NcclTestsRun> out;
    const std::string file = std::filesystem::path(std::string(name)).filename().string();
    for (const Run& run : runs_of(text)) {
        if (run.rows.empty()) continue;
        std::optional<Collective> collective = run.collective;
        std::string other = run.program;
        if (!collective && other.empty()) collective = collective_named_in(file);
        if (!collective && other.empty()) other = other_collective_in(file);
        NcclTestsRun& entry = out.emplace_back();
        entry.ranks = static_cast<int>(run.ranks.size());
        entry.nodes = static_cast<int>(run.hosts.size());
        if (other.empty()) infer(run, collective, entry.ranks);
        entry.collective = collective ? std::string(name_of(*collective)) : other;
        for (const Row& row : run.rows) entry.rows.push_back({row.bytes, row.seconds, row.bus * 1e9});
    }
    return out;
}

Result<NcclTestsOutput> parse_nccl_tests(std::string_view text, std::string_view name,
                                         const NcclTestsHints& hints) {
    const std::vector<Run> runs = runs_of(text);
    NcclTestsOutput out;
    for (const Run& run : runs) {
        auto sweep = sweep_of(run, name, hints, out.warnings);
        if (!sweep) return tl::unexpected(sweep.error());
        out.sweeps.push_back(std::move(*sweep));
    }
    return out;
}

Result<NcclTestsOutput> read_nccl_tests(const std::filesystem::path& path, const NcclTestsHints& hints) {
    const auto text = read_foreign_file(path, largest_text_file, "an output of nccl-tests");
    if (!text) return tl::unexpected(text.error());
    return parse_nccl_tests(*text, path.string(), hints);
}

} // namespace roofrack
