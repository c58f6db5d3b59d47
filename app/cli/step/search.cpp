// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/base/output.h"
#include "app/cli/base/project_answers.h"
#include "app/cli/base/project_input.h"

#include "core/answers/report/search_json.h"
#include "core/base/units/energy_text.h"
#include "core/step/engine/figures/gpu_rates.h"
#include "core/step/search/search.h"
#include "core/step/workload/plan_check.h"

#include <chrono>
#include <cmath>
#include <csignal>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <thread>
#include <unistd.h>

namespace roofrack::cli {

namespace {

struct SearchArguments {
    ProjectInput input;
    SearchOptions search;
    std::vector<std::string> recompute, schedule;
    bool with_sequence_parallel = false, without_sequence_parallel = false;
    double global_batch = 0;
};

volatile std::sig_atomic_t interrupted = 0;

/// Runs the search in another thread, so that this one can show how far it is and answer to Ctrl-C.
Result<SearchResult> run_search(const Prepared& prepared, const SearchOptions& options) {
    SearchProgress progress;
    std::atomic<bool> ready = false;
    Result<SearchResult> result;
    const bool terminal = isatty(STDERR_FILENO) != 0;
    const auto previous = std::signal(SIGINT, [](int) { interrupted = 1; });
    {
        std::jthread worker([&](const std::stop_token& stop) {
            result = search(prepared, options, &progress, stop);
            ready = true;
        });
        for (int tick = 0; !ready; ++tick) {
            std::this_thread::sleep_for(std::chrono::milliseconds(10));
            if (interrupted) worker.request_stop();
            if (terminal && tick % 20 == 19)
                write_progress(
                    fmt::format("\rsearching: {:.0f} %", 100 * std::min(1.0, progress.done.load())));
        }
    }
    if (terminal) write_progress(fmt::format("\r{:20}\r", ""));
    std::signal(SIGINT, previous);
    return result;
}

void print_row(const std::string& rank, const RankedPlan& ranked) {
    const Plan& p = ranked.plan;
    const std::string zero = p.shard > 0 ? fmt::format("{}/{}", p.zero, p.shard) : fmt::format("{}", p.zero);
    const bool costed = ranked.step_time.si() > 0;
    print_text(
        "{:>5} {:>10} {:>6} {:>8} {:>10}  {:>3} {:>3} {:>3} {:>3} {:>3} {:>5} {:>4} {:>5}  {:<2} {:<11} "
        "{:<10} {}\n",
        rank, costed ? format_quantity(ranked.step_time.si(), Dimension::time) : "–",
        costed && std::isfinite(ranked.mfu) ? fmt::format("{:.1f}", 100 * ranked.mfu) : "–",
        ranked.memory.si() > 0 ? format_quantity(ranked.memory.si(), Dimension::bytes, 3) : "–",
        costed ? step_energy_text(ranked.energy, 3) : "–", p.tp, p.pp, p.vpp, p.cp, p.ep, p.dp, p.micro_batch,
        zero, p.sequence_parallel && p.tp > 1 ? "sp" : "", name_of(p.schedule), recompute_text(p),
        ranked.why());
}

void print(const SearchResult& r) {
    print_text("{} plans divide; {} costed, {} of them fit, {} ruled out by a bound; {:.2f} s{}\n\n",
               format_count(r.space), format_count(r.evaluated), format_count(r.feasible),
               format_count(r.pruned), r.seconds, r.cancelled ? " (stopped early)" : "");
    if (!r.left_out.empty()) print_text("not tried: {}; --recompute-layers names others\n\n", r.left_out);
    if (!r.lacks.empty()) {
        std::string lacks;
        for (const std::string& feature : r.lacks) lacks += (lacks.empty() ? "" : ", ") + feature;
        print_text("left out unless asked for, since {} cannot run them: {}\n\n", r.stack, lacks);
    }
    const auto heading = [] {
        print_text("{:>5} {:>10} {:>6} {:>8} {:>10}  {:>3} {:>3} {:>3} {:>3} {:>3} {:>5} {:>4} {:>5}  {:<2} "
                   "{:<11} {:<10} {}\n",
                   "rank", "step", "MFU %", "memory", "energy", "tp", "pp", "vpp", "cp", "ep", "dp", "mb",
                   "zero", "sp", "schedule", "recompute", "why it lost");
    };
    if (!r.best.empty()) heading();
    int rank = 0;
    for (const RankedPlan& plan : r.best) print_row(fmt::format("{}", ++rank), plan);
    if (r.base) {
        print_text("\nThe project's plan\n");
        print_row(r.base_rank > 0 ? format_count(r.base_rank) : std::string("–"), *r.base);
    }
    if (r.pareto.size() > 1) {
        print_text("\nNo other plan is better in time, memory and energy at once\n");
        constexpr size_t shown = 12;
        const double step = std::max(1.0, static_cast<double>(r.pareto.size() - 1) / (shown - 1));
        for (double i = 0; i < static_cast<double>(r.pareto.size()) - 0.5; i += step)
            print_row("", r.pareto[static_cast<size_t>(std::round(i))]);
        if (r.pareto.size() > shown) print_text("{} of {}; all with --json\n", shown, r.pareto.size());
    }
    if (!r.best.empty()) {
        if (const std::string_view basis = mfu_basis(r.best.front().plan); !basis.empty())
            print_text("\nMFU is {}.\n", basis);
        return;
    }
    print_text("No plan runs.\n");
    for (const SearchCell& cell : r.map)
        if (cell.reason != "does not divide")
            print_text("tp {} · pp {}: {}\n", cell.tp, cell.pp, cell.reason);
}

int run_search(SearchArguments& options) {
    if (options.global_batch != std::floor(options.global_batch))
        throw UsageError{{"--global-batch", fmt::format("{} is not a whole number", options.global_batch),
                          "write one without a fraction"}};
    const ProjectAnswers project(options.input);
    const Prepared& prepared = project.prepared();
    SearchSpace& space = options.search.space;
    for (const std::string& name : options.recompute) space.recompute.push_back(*recompute(name));
    for (const std::string& name : options.schedule) space.schedule.push_back(*schedule(name));
    if (options.with_sequence_parallel != options.without_sequence_parallel)
        space.sequence_parallel = {options.with_sequence_parallel};
    if (options.global_batch > 0) options.search.global_batch = options.global_batch;
    const auto result = run_search(prepared, options.search);
    if (!result) {
        report(result.error());
        if (options.input.json) print_json(search_without_plans_json(result.error().what));
        return Exit::answer_is_no;
    }
    if (options.input.json)
        print_json(search_json(*result));
    else
        print(*result);
    return result->best.empty() && result->pareto.empty() ? Exit::answer_is_no : Exit::done;
}

} // namespace

void add_search(const Command& program) {
    const Command command =
        program.add_subcommand("search", "All parallel plans for the model: the fastest that fit");
    command.footer("Example: roofrack-cli search samples/llama3-405b-16k.roofrack.json --gpus 8192 --top 5 "
                   "--tp 4,8 --no-sequence-parallel\n"
                   "An axis that is not given takes every value that divides.");
    auto options = std::make_shared<SearchArguments>();
    options->input.add_to(command);
    SearchOptions& search = options->search;
    command.add_option("--gpus", search.gpus, "GPUs; all that are drawn").between(1, 1e7);
    command.add_option("--global-batch", options->global_batch, "sequences a step; the project's")
        .between(1, 1e12);
    command.add_option("--top", search.top, "ranked plans").whole_between(0, 100000);
    command.add_option("--threads", search.threads, "threads; one a core").whole_between(0, 256);
    command.add_flag("--rank-all", search.rank_all,
                     "cost every plan that fits, for the exact rank of the project's plan");
    const auto axis = [&](const char* name, std::vector<int>& values, const char* help, int least = 1,
                          int most = 1000000) {
        command.add_option(name, values, help).delimiter(',').whole_between(least, most);
    };
    axis("--tp", search.space.tp, "tensor-parallel degrees");
    axis("--pp", search.space.pp, "pipeline stages");
    axis("--vpp", search.space.vpp, "virtual stages per stage");
    axis("--cp", search.space.cp, "context-parallel degrees");
    axis("--ep", search.space.ep, "expert-parallel degrees");
    axis("--micro-batch", search.space.micro_batch, "sequences a micro-batch");
    axis("--zero", search.space.zero, "ZeRO stages, 0 to 3", 0, 3);
    axis("--shard", search.space.shard, "replicas that share ZeRO's state (HSDP); 0: all", 0);
    axis("--recompute-layers", search.space.recompute_layers,
         "layers per stage that full recompute repeats; 0: all", 0);
    command.add_option("--recompute", options->recompute, "none, selective, full")
        .delimiter(',')
        .one_of({"none", "selective", "full"});
    command.add_option("--schedule", options->schedule, "1f1b, interleaved, zb-1p, zb-2p")
        .delimiter(',')
        .one_of({"1f1b", "interleaved", "zb-1p", "zb-2p"});
    command.add_flag("--even-batch", search.space.even_batch,
                     "only plans whose replicas all run as many micro-batches");
    command.add_flag("--sequence-parallel", options->with_sequence_parallel, "only with it");
    command.add_flag("--no-sequence-parallel", options->without_sequence_parallel, "only without it");
    command.callback([options] { return run_search(*options); });
}

} // namespace roofrack::cli
