// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/measured/measured_input.h"

#include "core/base/catalog/catalog.h"
#include "core/base/units/calendar_date.h"
#include "core/study/calibration/measured_figure.h"

#include <filesystem>
#include <fmt/format.h>

namespace roofrack::cli {

void warn_of(const std::vector<TraceWarning>& warnings) {
    for (const TraceWarning& warning : warnings) // offset 0 is that of the file as a whole
        warn({warning.offset == 0 ? warning.file : fmt::format("{}: byte {}", warning.file, warning.offset),
              warning.message,
              {}});
}

void MeasuredInput::add_to(const Command& command, bool nccl) {
    command.add_option("--measured", measured,
                       nccl
                           ? "files of one run: traces, logs, outputs of nccl-tests, nvidia-smi or DCGM; or "
                             "the time of a step (\"1.25 s\")"
                           : "a figure (\"200 tokens/s/GPU\", \"1.25 s\", \"38 % MFU\") or files of one run: "
                             "traces, logs, outputs of nccl-tests, nvidia-smi or DCGM");
    if (!nccl) return;
    command.add_option("--nccl", outputs, "outputs of nccl-tests; they replace the formula");
    command.add_option("--collective", collective, "what was measured, where the output is silent");
    command.add_option("--ranks", ranks, "ranks that took part, where the output is silent")
        .whole_between(2, 1000000);
    command.add_option("--nodes", nodes, "hosts that they ran on, where the output is silent")
        .whole_between(1, 1000000);
}

MeasuredRun MeasuredInput::read(bool with_kernels) const {
    MeasuredRunOptions options;
    options.with_kernels = with_kernels;
    options.catalog = &Catalog::built_in();
    options.date = date_text(today());
    options.hints.ranks = ranks;
    options.hints.nodes = nodes;
    if (!collective.empty()) {
        options.hints.collective = roofrack::collective(collective);
        if (!options.hints.collective)
            throw BadInput{
                {"--collective", fmt::format("unknown collective '{}'", collective),
                 "write all_reduce, all_gather, reduce_scatter, alltoall, sendrecv, broadcast or reduce"}};
    }
    std::vector<std::filesystem::path> files;
    std::vector<std::string> figures;
    for (const std::string& each : measured) {
        std::error_code none;
        if (std::filesystem::exists(each, none))
            files.emplace_back(each);
        else
            figures.push_back(each);
    }
    if (figures.size() > 1 || (!figures.empty() && !files.empty()))
        throw UsageError{{"--measured " + figures.front(), "it is no file, and not the only thing given",
                          "give one figure, or files of one run; check the names"}};
    if (!figures.empty()) return value_or_throw<BadInput>(parse_measured_figure(figures.front()));
    MeasuredRun out = value_or_throw<BadInput>(read_measured_run(files, options));
    for (const std::string& file : outputs)
        if (auto added = add_nccl_output(file, options, out); !added) throw BadInput{added.error()};
    for (const TraceWarning& warning : out.warnings) warn({warning.file, warning.message, ""});
    return out;
}

} // namespace roofrack::cli
