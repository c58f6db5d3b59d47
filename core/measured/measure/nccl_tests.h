// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/model/collective_sweep.h"
#include "core/base/units/diagnostic.h"

#include <filesystem>
#include <string_view>

namespace roofrack {

/// What an output does not tell itself; left empty, it is read from the output or the file's name.
struct NcclTestsHints {
    std::optional<Collective> collective;
    int ranks = 0, nodes = 0; ///< 0: as printed
};

struct NcclTestsOutput {
    std::vector<CollectiveSweep> sweeps; ///< one a run in the file
    std::vector<std::string> warnings;   ///< lines that were left out, guesses
};

/// Reads what nccl-tests (and rccl-tests) print: lines of size, count, type, redop, root, then time, algbw,
/// busbw and errors out of place and in place; older ones without root or redop. Prefixes of MPI and of
/// Slurm (`[1,0]<stdout>:`, `0: `) and any other line between are passed over. Times are out of place, in
/// place where those are missing; sizes measured twice are averaged. The collective comes from the program's
/// name in the output, else from the file's name, else from busbw ÷ algbw; ranks and nodes from the list of
/// devices, else ranks from busbw ÷ algbw. Fails when a run has no row, or when its collective or ranks
/// cannot be told.
Result<NcclTestsOutput> read_nccl_tests(const std::filesystem::path& path, const NcclTestsHints& hints = {});
Result<NcclTestsOutput> parse_nccl_tests(std::string_view text, std::string_view name,
                                         const NcclTestsHints& hints = {});

/// "all_reduce_perf", "allreduce", "AllGather", "_reduce_scatter_base", "sendrecv_perf" inside a text.
std::optional<Collective> collective_named_in(std::string_view text);

/// One size of a run, as it was printed.
struct NcclTestsRow {
    double bytes = 0, seconds = 0, bus_bytes_per_s = 0;
};
/// One run of a program of nccl-tests, of any collective.
struct NcclTestsRun {
    std::string collective; ///< "all_reduce", "broadcast"; empty where nothing tells it
    int ranks = 0, nodes = 0;
    std::vector<NcclTestsRow> rows;
};
/// All runs of an output that have a row, by the same rules as read_nccl_tests(), which is for those
/// collectives that a project may have measured.
std::vector<NcclTestsRun> list_nccl_tests(std::string_view text, std::string_view name);

} // namespace roofrack
