// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/base/columns.h"
#include "app/cli/base/output.h"
#include "app/cli/base/project_answers.h"
#include "app/cli/base/project_input.h"
#include "core/answers/report/limits/collectives_json.h"
#include "core/base/units/ascii_text.h"
#include "core/base/units/csv_cell.h"
#include "core/base/units/quantity_text.h"
#include "core/measured/measure/nccl_tests.h"
#include "core/measured/trace/nccl_log_gpus.h"
#include "core/study/collectives/bus_bandwidths.h"
#include "core/study/collectives/message_sizes.h"

#include <algorithm>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace roofrack::cli {

namespace {

struct CollectivesOptions {
    ProjectInput input;
    std::vector<std::string> operations, algorithms, logs;
    std::string sizes, gpus;
    int per_domain = 0;
    bool csv = false;
};

constexpr double giga = 1e9, micro = 1e-6;

/// The operation that nccl-tests calls so, with or without hyphens and underscores.
std::optional<Collective> operation_named(std::string_view name) {
    const auto plain = [](std::string_view text) {
        std::string out = lower(text);
        std::erase_if(out, [](char c) { return c == '_' || c == '-'; });
        return out;
    };
    for (int i = 0; i < collective_count; ++i)
        if (plain(name) == plain(name_of(static_cast<Collective>(i)))) return static_cast<Collective>(i);
    return std::nullopt;
}

std::vector<Collective> asked_operations(const std::vector<std::string>& names) {
    std::vector<Collective> out;
    for (const std::string& name : names) {
        const auto known = operation_named(name);
        if (!known)
            throw UsageError{
                {"--op", fmt::format("there is no operation '{}' that is predicted", name),
                 "write all_reduce, all_gather, reduce_scatter, alltoall, sendrecv, broadcast or "
                 "reduce"}};
        out.push_back(*known);
    }
    return out;
}

std::vector<CollectiveAlgorithm> asked_algorithms(const std::vector<std::string>& names) {
    std::vector<CollectiveAlgorithm> out;
    for (const std::string& name : names) {
        if (lower(name) == "each") {
            for (int i = 1; i < collective_algorithm_count; ++i)
                out.push_back(static_cast<CollectiveAlgorithm>(i));
            continue;
        }
        const auto known = lower(name) == "auto" ? CollectiveAlgorithm::none : collective_algorithm(name);
        if (!known || (*known == CollectiveAlgorithm::none && lower(name) != "auto"))
            throw UsageError{{"--algorithm", fmt::format("there is no algorithm '{}'", name),
                              "write auto, each, ring, tree, NVLS, CollNet, PAT, torus or all-pairs"}};
        out.push_back(*known);
    }
    return out;
}

std::vector<RankSet> asked_groups(const CollectivesOptions& options, const TestedFabric& on) {
    std::vector<RankSet> out;
    if (options.gpus.empty()) {
        if (options.per_domain > 0)
            throw UsageError{{"--per-node", "it says nothing without --gpus", "say how many GPUs, too"}};
        return out;
    }
    for (const double gpus : parse_gpu_counts(options.gpus)) {
        auto group = group_of(on, gpus, options.per_domain);
        if (!group) {
            Diagnostic fault = group.error();
            fault.where = fmt::format("--gpus {}", options.gpus);
            throw UsageError{std::move(fault)};
        }
        out.push_back(std::move(*group));
    }
    return out;
}

std::vector<CollectiveSweep> read_logs(const std::vector<std::string>& logs, const TestedFabric& on) {
    std::vector<CollectiveSweep> out;
    for (const std::string& log : logs) {
        auto output = value_or_throw<BadInput>(read_nccl_tests(log));
        for (const std::string& warning : output.warnings) warn({log, warning, ""});
        if (std::string other = other_gpu_warning(gpus_of_nccl_log(log), on.gpu_names); !other.empty())
            warn({log, std::move(other), "draw the cluster that was measured"});
        std::ranges::move(output.sweeps, std::back_inserter(out));
    }
    return out;
}

/// Whether a row is of the same collective and group as the row before.
bool continues(const BusBandwidthRow& row, const BusBandwidthRow& before) {
    return row.group == before.group && row.expected.collective == before.expected.collective;
}

void print_heading(const BusBandwidths& table, const BusBandwidthRow& row) {
    const TestedRanks& group = table.groups[row.group];
    print_text("\n{}, {}: {} ranks in {} {}; a ring at line rate {:.1f}, ceiling {:.1f} GB/s\n",
               name_of(row.expected.collective), group.name, format_count(group.ranks),
               format_count(group.domains), group.domains == 1 ? "domain" : "domains",
               group.line_rate.si() / giga, row.ceiling.si() / giga);
}

/// Every row as nccl-tests prints it, with its band and what limits it.
void print_every_size(const BusBandwidths& table) {
    for (size_t i = 0; i < table.rows.size(); ++i) {
        const BusBandwidthRow& row = table.rows[i];
        const ExpectedCollective& e = row.expected;
        if (i == 0 || !continues(row, table.rows[i - 1])) {
            print_heading(table, row);
            print_text("{:>16} {:>12} {:>9} {:>9} {:>19}  {:<10} {}\n", "size", "time", "algbw", "busbw",
                       "80 % band", "algorithm", "held by");
            print_text("{:>16} {:>12} {:>9} {:>9} {:>19}\n", "(B)", "(us)", "(GB/s)", "(GB/s)", "(GB/s)");
        }
        print_text("{:>16.0f} {:>12.2f} {:>9.2f} {:>9.2f} {:>9.2f} {:>9.2f}  {:<10} {}{}\n", e.bytes.si(),
                   e.time.si() / micro, e.algorithm_bandwidth.si() / giga, e.bus_bandwidth.si() / giga,
                   e.bus_low.si() / giga, e.bus_high.si() / giga, name_of(e.algorithm), row.limit,
                   e.is_far ? " *" : "");
    }
    if (std::ranges::any_of(table.rows, [](const BusBandwidthRow& row) { return row.expected.is_far; }))
        print_text("* no published sweep of this transport at such sizes: the band is a wider one\n");
}

/// A line for each collective and group: its bus bandwidth at a few sizes, and what limits the largest.
void print_overview(const BusBandwidths& table) {
    constexpr double kibi = 1024, mebi = kibi * kibi;
    constexpr double shown[] = {64 * kibi, mebi, 16 * mebi, 256 * mebi, 8 * kibi * mebi};
    constexpr size_t last = std::size(shown) - 1;
    const size_t width = column_width(34, table.rows, &BusBandwidthRow::group_name);
    print_text("\nExpected bus bandwidth in GB/s by message size\n{:<15} {:<{}} {:>6}", "collective", "group",
               width, "ranks");
    for (const double size : shown) print_text(" {:>8}", message_size_text(size));
    print_text(" {:>17} {:>8}  {:<10} {}\n", "80 % band", "ceiling", "algorithm", "held by");
    for (size_t i = 0; i < table.rows.size();) {
        const BusBandwidthRow& first = table.rows[i];
        const BusBandwidthRow* largest = nullptr;
        print_text("{:<15} {:<{}} {:>6}", name_of(first.expected.collective), first.group_name, width,
                   format_count(first.ranks));
        size_t at = 0;
        for (; i < table.rows.size() && continues(table.rows[i], first); ++i) {
            if (at > last || table.rows[i].expected.bytes.si() != shown[at]) continue;
            largest = &table.rows[i];
            print_text(" {:>8.2f}", largest->expected.bus_bandwidth.si() / giga);
            ++at;
        }
        if (largest)
            print_text(" {:>8.1f} {:>8.1f} {:>8.1f}  {:<10} {}", largest->expected.bus_low.si() / giga,
                       largest->expected.bus_high.si() / giga, largest->ceiling.si() / giga,
                       name_of(largest->expected.algorithm), largest->limit);
        print_text("\n");
    }
    print_text("Band, algorithm and what holds it are of the largest size. --sizes 8:8G prints every size as "
               "nccl-tests does.\n");
}

void print_measured(const BusBandwidths& table) {
    for (const MeasuredSweep& sweep : table.measured) {
        print_text("\n{} on {} ({}): {}\n", name_of(sweep.collective), sweep.group, sweep.file,
                   sweep.sentence);
        if (sweep.sizes.empty()) continue;
        print_text("{:>16} {:>12} {:>12} {:>9}  {}\n", "size (B)", "measured", "expected", "share",
                   "80 % band (GB/s)");
        for (const MeasuredSize& size : sweep.sizes)
            print_text("{:>16.0f} {:>12.2f} {:>12.2f} {:>7.0f} %  {:.2f} to {:.2f}{}\n", size.bytes.si(),
                       size.measured.si() / giga, size.expected.bus_bandwidth.si() / giga, 100 * size.share(),
                       size.expected.bus_low.si() / giga, size.expected.bus_high.si() / giga,
                       size.is_in_band() ? "" : ", outside");
    }
    for (const LibraryFault& fault : table.faults)
        print_text(
            "\nknown fault of {}: {}\n  {:.0f} instead of {:.0f} GB/s, {}\n  avoided by {}\n  {}, {}\n",
            fault.library, fault.what, fault.with.si() / giga, fault.without.si() / giga, fault.measured,
            fault.remedy, fault.source, fault.date);
}

void print_as_csv(const BusBandwidths& table) {
    fmt::print("collective,group,ranks,algorithm,size_bytes,time_us,time_low_us,time_high_us,algbw_GBps,"
               "busbw_GBps,busbw_low_GBps,busbw_high_GBps,ceiling_GBps,limit\r\n");
    for (const BusBandwidthRow& row : table.rows) {
        const ExpectedCollective& e = row.expected;
        fmt::print("{},{},{:.0f},{},{:.0f},{:.6g},{:.6g},{:.6g},{:.6g},{:.6g},{:.6g},{:.6g},{:.6g},{}\r\n",
                   name_of(e.collective), csv_cell(row.group_name), row.ranks, name_of(e.algorithm),
                   e.bytes.si(), e.time.si() / micro, e.low.si() / micro, e.high.si() / micro,
                   e.algorithm_bandwidth.si() / giga, e.bus_bandwidth.si() / giga, e.bus_low.si() / giga,
                   e.bus_high.si() / giga, row.ceiling.si() / giga, csv_cell(row.limit));
    }
}

int run_collectives(const CollectivesOptions& options) {
    BusBandwidthRequest request;
    request.collectives = asked_operations(options.operations);
    request.algorithms = asked_algorithms(options.algorithms);
    if (!options.sizes.empty())
        request.bytes = value_or_throw<UsageError>(
            message_sizes(options.sizes, fmt::format("--sizes {}", options.sizes)));
    const ProjectAnswers project(options.input);
    const auto fabric = tested_fabric(project.answers().scenario(), project.catalog());
    if (!fabric) throw BadInput{in_project(options.input.path, fabric.error())};
    request.groups = asked_groups(options, *fabric);
    request.measured = project.answers().scenario().calibration.sweeps();
    std::ranges::move(read_logs(options.logs, *fabric), std::back_inserter(request.measured));
    const BusBandwidths table = bus_bandwidths(*fabric, request);
    if (options.input.json) {
        print_json(bus_bandwidths_json(table));
    } else if (options.csv) {
        print_as_csv(table);
    } else {
        print_text("{} · what nccl-tests would print; library {}\n", project.answers().scenario().name,
                   table.variant);
        if (!table.reason.empty()) print_text("\nNothing to print: {}\n", table.reason);
        if (!table.rows.empty() && options.sizes.empty()) print_overview(table);
        if (!options.sizes.empty()) print_every_size(table);
        print_measured(table);
    }
    return table.rows.empty() ? Exit::answer_is_no : Exit::done;
}

} // namespace

void add_collectives(const Command& program) {
    const Command command = program.add_subcommand(
        "collectives", "What nccl-tests would print on the drawn fabric: times, bandwidths, what holds them");
    command.footer("Example: roofrack-cli collectives samples/dgx-h100-su.roofrack.json --op all_reduce "
                   "--sizes 1M:8G\nThe fabric alone is asked: no model and no plan is needed.");
    const auto options = std::make_shared<CollectivesOptions>();
    options->input.add_to(command);
    command
        .add_option("--op", options->operations,
                    "all_reduce, all_gather, reduce_scatter, alltoall, sendrecv, which are those without it; "
                    "broadcast, reduce")
        .delimiter(',')
        .one_value_each();
    command.add_option("--sizes", options->sizes,
                       "message sizes as nccl-tests takes them: 8:8G doubles, 1M,256M is a list");
    command.add_option("--gpus", options->gpus,
                       "groups of so many GPUs, 16,64 or 8:1024, instead of the usual groups");
    command
        .add_option("--per-node", options->per_domain,
                    "with --gpus: so many of each server (of each scale-up domain)")
        .whole_between(1, 1000000);
    command
        .add_option("--algorithm", options->algorithms,
                    "auto (the fastest), each, ring, tree, NVLS, CollNet, PAT, torus, all-pairs")
        .delimiter(',')
        .one_value_each();
    command.add_option("--measured", options->logs, "outputs of nccl-tests, put beside what is expected");
    command.add_flag("--csv", options->csv, "one line per size, for a spreadsheet");
    command.callback([options] { return run_collectives(*options); });
}

} // namespace roofrack::cli
