// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/base/commands.h"
#include "app/cli/base/output.h"
#include "app/cli/base/output_file.h"
#include "app/cli/base/project_input.h"
#include "app/cli/measured/measured_input.h"

#include "core/answers/report/measured/runs_json.h"
#include "core/base/catalog/catalog.h"
#include "core/base/units/quantity_text.h"
#include "core/drawing/project/project_file.h"
#include "core/measured/runs/run_files.h"
#include "core/measured/runs/run_summary.h"
#include "core/measured/trace/trace.h"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace roofrack::cli {

namespace {

struct RunsOptions {
    std::string project;
    std::vector<std::string> add;
    std::string name, remove;
    OutputFile out;
    bool read = false, json = false;
};

std::filesystem::path folder_of(const std::string& project) {
    std::error_code error;
    return std::filesystem::absolute(project, error).lexically_normal().parent_path();
}

Result<void> add(std::vector<KeptRun>& runs, const RunsOptions& options) {
    const std::vector<std::filesystem::path> paths(options.add.begin(), options.add.end());
    const auto trace = read_traces(paths);
    if (!trace) return tl::unexpected(trace.error());
    warn_of(trace->warnings);
    auto run = make_run(paths);
    if (!run) return tl::unexpected(run.error());
    run->summary = run_summary(*trace);
    if (!options.name.empty()) run->name = options.name;
    const size_t before = runs.size();
    const auto added = add_run(runs, std::move(*run));
    if (!added) return tl::unexpected(added.error());
    if (runs.size() == before && !options.name.empty() && *added != options.name)
        return fail("--name", fmt::format("these files are the run '{}' already", *added),
                    "leave --name out, or remove that run first");
    return {};
}

Result<void> remove(std::vector<KeptRun>& runs, const std::string& name) {
    const auto found = std::ranges::find(runs, name, &KeptRun::name);
    if (found != runs.end()) {
        runs.erase(found);
        return {};
    }
    std::string known;
    for (const KeptRun& run : runs) known += (known.empty() ? "'" : ", '") + run.name + "'";
    return fail("--remove", fmt::format("the project has no run '{}'", name),
                known.empty() ? "it has none" : "it has " + known);
}

void print(const std::vector<KeptRun>& runs, const std::vector<RunCheck>& checks) {
    if (runs.empty()) print_text("No measured run: `--add PATH… -o FILE` puts one into the project.\n");
    for (size_t i = 0; i < runs.size(); ++i) {
        double bytes = 0;
        for (const RunFile& file : runs[i].files) bytes += file.bytes;
        print_text("{}\n  {}\n  {} file{}, {}\n", runs[i].name,
                   runs[i].summary.empty() ? "not known what it is" : runs[i].summary, runs[i].files.size(),
                   runs[i].files.size() == 1 ? "" : "s", format_quantity(bytes, Dimension::bytes, 3));
        if (const std::string fault = fault_text(runs[i], checks[i]); !fault.empty())
            print_text("  {}\n", fault);
    }
}

int run_runs(const RunsOptions& options) {
    const bool changes = !options.add.empty() || !options.remove.empty();
    if (changes && options.out.path.empty())
        throw UsageError{{"-o", "--add and --remove change the project", "name the file to write it to"}};
    if (!changes && !options.out.path.empty())
        throw UsageError{{"-o", "nothing is changed", "give --add or --remove, or leave it out"}};
    if (options.add.empty() && !options.name.empty())
        throw UsageError{{"--name", "names the run that is added", "give --add, or leave it out"}};
    if (const auto may = options.out.check(); changes && !may) return report(may.error());
    Project project = given_project(options.project, Catalog::built_in());
    std::vector<KeptRun>& runs = project.runs;
    if (!options.remove.empty())
        if (const auto removed = remove(runs, options.remove); !removed) return report(removed.error());
    if (!options.add.empty())
        if (const auto added = add(runs, options); !added) return report(added.error());
    const std::filesystem::path folder = folder_of(changes ? options.out.path : options.project);
    if (changes) move_runs(runs, folder_of(options.project), folder);
    std::vector<RunCheck> checks;
    for (const KeptRun& run : runs)
        checks.push_back(
            check_run(run, folder, options.read ? RunCheckDepth::digests : RunCheckDepth::sizes));
    if (changes)
        if (const auto written = write_project(project, options.out.path, Catalog::built_in()); !written)
            return report(written.error());
    if (options.json)
        print_json(runs_json(runs, checks, folder));
    else
        print(runs, checks);
    return std::ranges::all_of(checks, &RunCheck::is_whole) ? Exit::done : Exit::answer_is_no;
}

} // namespace

void add_runs(const Command& program) {
    const Command command = program.add_subcommand(
        "runs", "Lists the measured runs of a project, and what became of their files");
    command.footer(
        "Example: roofrack-cli runs cluster.roofrack.json --add profile/ -o measured.roofrack.json");
    auto options = std::make_shared<RunsOptions>();
    command.add_option("PROJECT", options->project, "project file (NAME.roofrack.json)").required();
    command.add_option("--add", options->add, "traces and logs of a run, or folders of them: one run more");
    command.add_option("--name", options->name, "of that run; without it as its file or folder");
    command.add_option("--remove", options->remove, "the run of this name; its files stay");
    command.add_flag("--read", options->read, "read the files for their digests, not only their sizes");
    options->out.add_to(command, "-o,--out", "the project with what is changed");
    command.add_flag("--json", options->json, "print JSON");
    command.callback([options] { return run_runs(*options); });
}

} // namespace roofrack::cli
