// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

namespace roofrack {

/// What the files of a format tell of a run, as far as views of it differ by that.
enum class FormatTells {
    profile,   ///< what each device did, and when
    operators, ///< operators in order, without times
    timed_log, ///< steps, and what the program timed in them or in the run
    step_log,  ///< steps alone
    transfers, ///< times of collectives
    sensors    ///< power, clocks, temperatures of GPUs
};

/// One kind of file that read_traces() reads.
struct ReadableFormat {
    std::string_view program; ///< which writes it: "Megatron-LM"
    FormatTells tells = FormatTells::profile;
};

/// What the readers of traces and the parsers of logs say that they read, each once, the
/// commonest trace first. Digests are not in it, which hold what other files told, nor pipeline timelines,
/// which no one program writes.
std::vector<ReadableFormat> readable_formats();

/// The programs whose files tell one of these: "PyTorch, Nsight Systems, rocprofv3 or XLA", with `last`
/// ("or", "and", in the language of the reader) before the last.
std::string programs_that_tell(std::initializer_list<FormatTells> tells, std::string_view last);

} // namespace roofrack
