// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/base/commands.h"
#include "app/cli/base/output.h"
#include "app/cli/base/output_file.h"
#include "app/cli/measured/measured_input.h"

#include "core/base/files/atomic_file.h"
#include "core/measured/trace/digest/rank_digest.h"

#include <fmt/format.h>
#include <memory>

namespace roofrack::cli {

namespace {

struct DigestArguments {
    std::vector<std::string> paths;
    std::vector<std::string> comm_names;
    bool events = false;
    OutputFile out;
};

int run_digest(const DigestArguments& arguments) {
    if (const auto may = arguments.out.check(); !may) return report(may.error());
    TraceOptions options;
    options.extra_comm_names = arguments.comm_names;
    options.keep_lanes = arguments.events;
    const auto trace = read_traces_with(options, {arguments.paths.begin(), arguments.paths.end()});
    if (!trace) return report(trace.error());
    warn_of(trace->warnings);
    const std::string text = digest_text(*trace);
    if (text.size() > most_digest_bytes)
        return report({arguments.out.path, "a digest of more than a gigabyte could not be read again",
                       "digest fewer traces at once, or leave --events out"});
    if (const auto written = replace_file(arguments.out.path, text); !written) return report(written.error());
    print_text("{} is written: {} rank{} of {} file{}, {:.1f} kB\n", arguments.out.path, trace->ranks.size(),
               trace->ranks.size() == 1 ? "" : "s", trace->files.size(), trace->files.size() == 1 ? "" : "s",
               static_cast<double>(text.size()) / 1e3);
    return Exit::done;
}

} // namespace

void add_digest(const Command& program) {
    const Command command = program.add_subcommand(
        "digest", "Makes a small file of what was measured in traces, to be read by `trace` instead of them");
    command.footer("Examples:\n"
                   "  roofrack-cli digest rank17.pt.trace.json.gz -o digests/rank17.digest.json\n"
                   "  roofrack-cli trace digests\n"
                   "packaging/cluster has scripts that do this on every node of a cluster.");
    const auto arguments = std::make_shared<DigestArguments>();
    command.add_option("PATH", arguments->paths, "Traces and logs of runs, or folders of them; digests too")
        .required();
    command.add_option("--comm-name", arguments->comm_names,
                       "Count kernels whose name contains this (any case) as communication too");
    command.add_flag(
        "--events", arguments->events,
        "Also keep every event, so that `trace --analysis` answers, too: about as large as the trace");
    arguments->out.add_to(command, "-o,--out", "NAME.digest.json").required();
    command.callback([arguments] { return run_digest(*arguments); });
}

} // namespace roofrack::cli
