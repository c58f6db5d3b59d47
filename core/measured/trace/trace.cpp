// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measured/trace/trace.h"

#include "core/base/files/foreign_file.h"
#include "core/base/units/parallel_workers.h"
#include "core/measured/trace/archive/unpacked_archive.h"
#include "core/measured/trace/logs/log_format.h"
#include "core/measured/trace/reader.h"
#include "core/measured/trace/stragglers.h"
#include "core/measured/trace/text/text_source.h"

#include <algorithm>
#include <atomic>
#include <fmt/format.h>
#include <iterator>
#include <mutex>
#include <new>
#include <system_error>
#include <thread>

namespace roofrack {

namespace fs = std::filesystem;

std::array<const TraceFormat*, 9> trace_formats() {
    return {&rocprof_reader(),  &rocpd_reader(),           &nsight_reader(),
            &digest_reader(),   &xplane_reader(),          &chakra_reader(),
            &pipeline_reader(), &execution_trace_reader(), &kineto_reader()};
}

namespace {

constexpr size_t head_bytes = size_t{1} << 20; // logs tell their program late
constexpr size_t most_files = 100'000;         // most files of a folder; one a rank of the largest runs

struct Input {
    fs::path path;
    bool named = false; ///< by the caller, not found in a folder or an archive
    int64_t size = 0;
    std::string name{}; ///< as it is called in the answer; empty: as its path
};

int64_t stored_size(const fs::path& path) {
    std::error_code error;
    const auto size = fs::file_size(path, error);
    return error ? 0 : static_cast<int64_t>(size);
}

void add_folder(const fs::path& folder, std::vector<Input>& inputs, std::vector<TraceWarning>& warnings) {
    auto found = files_in_folder(folder, most_files);
    if (!found) {
        warnings.push_back({folder.string(), 0, found.error().what + ": " + found.error().fix});
        return;
    }
    if (found->cut)
        warnings.push_back(
            {folder.string(), 0,
             fmt::format("holds more than the {} files that are read of a folder", most_files)});
    for (fs::path& path : found->files) {
        const int64_t size = stored_size(path);
        inputs.push_back({std::move(path), false, size});
    }
}

std::vector<Input> list_inputs(const std::vector<fs::path>& paths, std::vector<TraceWarning>& warnings) {
    std::vector<Input> inputs;
    for (const fs::path& path : paths) {
        std::error_code error;
        if (fs::is_directory(path, error))
            add_folder(path, inputs, warnings);
        else
            inputs.push_back({path, true, stored_size(path)});
    }
    return inputs;
}

/// Puts the files of archives in the place of the archives, which stay as long as `unpacked`; false when
/// stopped.
bool unpack_archives(std::vector<Input>& inputs, std::vector<UnpackedArchive>& unpacked,
                     std::vector<TraceWarning>& warnings, const ProgressFunction& progress,
                     const std::stop_token& stop) {
    std::vector<Input> out;
    for (Input& input : inputs) {
        auto archive = UnpackedArchive::open(input.path, [&](int64_t stored_read) {
            if (progress) progress({stored_read, input.size, 0, 1});
            return !stop.stop_requested();
        });
        if (stop.stop_requested()) return false;
        if (!archive) {
            warnings.push_back({input.path.string(), 0, archive.error().what + ": " + archive.error().fix});
        } else if (!*archive) {
            out.push_back(std::move(input));
        } else {
            if (const std::string& fault = (*archive)->fault(); !fault.empty())
                warnings.push_back(
                    {input.path.string(), 0, fault + ": the files that stand before are read"});
            const bool single = (*archive)->files().size() == 1;
            for (const UnpackedArchive::File& file : (*archive)->files())
                out.push_back({file.path, input.named && single, file.size, file.name});
            unpacked.push_back(std::move(**archive));
        }
    }
    inputs = std::move(out);
    return true;
}

std::string name_of(const Input& input) { return input.name.empty() ? input.path.string() : input.name; }

/// The reader that recognises the file; a failure for one that cannot be opened or that nobody knows.
struct FoundReader {
    const TraceFormat* reader = nullptr;
    std::string looks_like; ///< where nobody knows it
};
Result<FoundReader> reader_of(const fs::path& path, const std::stop_token& stop) {
    auto source = TextSource::open(path, stop);
    if (!source) return tl::unexpected(source.error());
    std::string head(head_bytes, '\0');
    head.resize(source->read(head.data(), head.size()));
    if (head.empty())
        return fail(path.string(), source->fault().empty() ? "the file is empty" : source->fault(),
                    "record it again");
    for (const TraceFormat* reader : trace_formats())
        if (reader->recognises(path, head)) return FoundReader{reader, {}};
    if (const TraceFormat* reader = log_reader(head)) return FoundReader{reader, {}};
    return FoundReader{nullptr, looks_like(head)};
}

std::string formats_to_give() {
    using enum FormatTells;
    return fmt::format("give a profile of {}, an execution trace of {}, a log of {}, or what {} print",
                       programs_that_tell({profile}, "or"), programs_that_tell({operators}, "or"),
                       programs_that_tell({timed_log, step_log}, "or"),
                       programs_that_tell({transfers, sensors}, "and"));
}

/// Whether the file is a whole JSON object without events: settings, say, beside the traces of a folder.
bool is_other_json(const fs::path& path) {
    auto source = TextSource::open(path, {});
    if (!source) return false;
    std::string text(head_bytes, '\0');
    text.resize(source->read(text.data(), text.size()));
    const size_t first = text.find_first_not_of(" \t\r\n"), last = text.find_last_not_of(" \t\r\n");
    return text.size() < head_bytes && source->fault().empty() && first != std::string::npos &&
           text[first] == '{' && text[last] == '}' && text.find("\"traceEvents\"") == std::string::npos;
}

/// What one file gave.
struct Reading {
    Result<TraceReading> found = TraceReading{};
    std::vector<TraceWarning> warnings;
    bool recognised = false;
    bool is_profile = false; ///< by its beginning, which any JSON object may have
};

/// What follows of a file from its ranks.
void complete_from_ranks(TraceReading& reading) {
    MeasuredFile& file = reading.file;
    std::optional<int64_t> first, last;
    int active = 0;
    for (const TraceRank& rank : reading.ranks) {
        file.bytes = std::max(file.bytes, rank.bytes);
        if (file.gpu.empty()) file.gpu = rank.gpu;
        if (!rank.times) continue;
        ++active;
        const int64_t end = rank.start_ns + rank.times->window_ns;
        first = std::min(first.value_or(rank.start_ns), rank.start_ns);
        last = std::max(last.value_or(end), end);
    }
    if (active > 0 && !file.devices) file.devices = active;
    if (first && !file.duration_s) file.duration_s = static_cast<double>(*last - *first) * 1e-9;
    complete(file);
}

/// Adds up what several reading threads report and passes it on, one call at a time.
class ProgressSum {
public:
    ProgressSum(const std::vector<Input>& inputs, const ProgressFunction& report)
        : m_report(report) {
        m_sum.files_total = inputs.size();
        for (const Input& input : inputs) m_sum.bytes_total += input.size;
    }
    /// `done` of a file's bytes, of which `known` were reported before.
    void advance(int64_t& known, int64_t done, bool file_done) {
        const std::lock_guard lock(m_mutex);
        m_sum.bytes_done += done - known;
        known = done;
        m_sum.files_done += file_done;
        if (m_report) m_report(m_sum);
    }

private:
    std::mutex m_mutex;
    TraceProgress m_sum;
    const ProgressFunction& m_report;
};

/// What is done with one file and not with another.
struct FileWays {
    bool read_ahead = false, keep_notes = false;
};

Reading read_one(const Input& input, const CommNames& names, const TraceOptions& options, FileWays ways,
                 const std::stop_token& stop, ProgressSum& progress) {
    Reading reading;
    const std::string file = name_of(input);
    int64_t known = 0;
    try {
        WarningLog warnings(file);
        const auto reader = reader_of(input.path, stop);
        reading.recognised = reader && reader->reader;
        reading.is_profile = reading.recognised && reader->reader == &kineto_reader();
        if (!reader) {
            reading.found = tl::unexpected(reader.error());
        } else if (!reader->reader) {
            reading.found = fail({},
                                 "not a trace in any known format, nor a log that is known: it looks like " +
                                     reader->looks_like,
                                 formats_to_give());
        } else {
            const TraceReadContext context{names,
                                           options.window_bytes,
                                           warnings,
                                           stop,
                                           [&](int64_t stored) { progress.advance(known, stored, false); },
                                           options.keep_lanes,
                                           ways.read_ahead,
                                           ways.keep_notes};
            reading.found = reader->reader->read(input.path, context);
        }
        reading.warnings = warnings.take();
    } catch (const std::bad_alloc&) {
        reading.found = fail(file, "too large for the memory of this machine", "read fewer traces at once");
    }
    if (reading.found && reading.found->digest) {
        std::ranges::move(reading.found->digest->warnings, std::back_inserter(reading.warnings));
    } else if (reading.found) {
        for (TraceRank& rank : reading.found->ranks) rank.file = file;
        reading.found->file.file = file;
        if (const size_t dropped = drop_impossible_times(reading.found->file); dropped > 0)
            reading.warnings.push_back({file, 0,
                                        fmt::format("{} step{} a time that no step can take: left out",
                                                    dropped, dropped == 1 ? " has" : "s have")});
        complete_from_ranks(*reading.found);
    } else if (reading.found.error().where.empty()) {
        reading.found.error().where = file;
    }
    progress.advance(known, input.size, true);
    return reading;
}

/// One file a thread, as many threads as there are cores. Where there are fewer files, each has a second
/// thread that reads ahead.
std::vector<Reading> read_all(const std::vector<Input>& inputs, const CommNames& names,
                              const TraceOptions& options, const std::stop_token& stop,
                              ProgressSum& progress) {
    constexpr size_t most_threads = 8; // each holds its windows and interval lists
    const size_t cores = std::thread::hardware_concurrency();
    const size_t threads = std::min({inputs.size(), cores, most_threads});
    const bool read_ahead = options.read_ahead && cores > threads;
    const auto noted = static_cast<size_t>(
        std::ranges::find_if(
            inputs, [](const Input& input) { return name_of(input).find(".json") != std::string::npos; }) -
        inputs.begin());
    std::vector<Reading> readings(inputs.size());
    std::atomic<size_t> next = 0;
    const auto work = [&] {
        for (size_t i = next++; i < inputs.size() && !stop.stop_requested(); i = next++)
            readings[i] = read_one(inputs[i], names, options, {read_ahead, options.keep_notes && i == noted},
                                   stop, progress);
    };
    run_parallel_workers(threads, work);
    return readings;
}

} // namespace

std::string_view name_of(StepBounds bounds) {
    switch (bounds) {
    case StepBounds::launch: return "launch";
    case StepBounds::device: return "device";
    case StepBounds::host: return "host";
    }
    return {};
}

std::optional<std::string> look_of_unknown(const fs::path& path) {
    std::error_code error;
    if (fs::is_directory(path, error) || is_archive(path).value_or(false)) return std::nullopt;
    const auto found = reader_of(path, {});
    if (!found || found->reader) return std::nullopt;
    return found->looks_like;
}

Result<TraceResult> read_traces(const std::vector<fs::path>& paths, const ProgressFunction& progress,
                                const std::stop_token& stop) {
    return read_traces_with({}, paths, progress, stop);
}

Result<TraceResult> read_traces_with(const TraceOptions& options, const std::vector<fs::path>& paths,
                                     const ProgressFunction& progress, const std::stop_token& stop) {
    CommNames names;
    for (const std::string& name : options.extra_comm_names) names.add({{name}, {}});
    TraceResult result;
    std::vector<Input> inputs = list_inputs(paths, result.warnings);
    std::vector<UnpackedArchive> unpacked;
    if (!unpack_archives(inputs, unpacked, result.warnings, progress, stop)) return fail({}, "cancelled");
    ProgressSum sum(inputs, progress);
    std::vector<Reading> readings = read_all(inputs, names, options, stop, sum);
    if (stop.stop_requested()) return fail({}, "cancelled");

    std::optional<Diagnostic> first_failure;
    for (size_t i = 0; i < inputs.size(); ++i) {
        Reading& reading = readings[i];
        if (reading.found && reading.found->digest) {
            std::ranges::move(reading.found->digest->ranks, std::back_inserter(result.ranks));
            std::ranges::move(reading.found->digest->files, std::back_inserter(result.files));
            std::ranges::move(reading.warnings, std::back_inserter(result.warnings));
        } else if (reading.found) {
            std::ranges::move(reading.found->ranks, std::back_inserter(result.ranks));
            result.files.push_back(std::move(reading.found->file));
            std::move(reading.warnings.begin(), reading.warnings.end(), std::back_inserter(result.warnings));
        } else if (inputs[i].named ||
                   (reading.recognised && !(reading.is_profile && is_other_json(inputs[i].path)))) {
            // a folder may hold files that are no traces
            const Diagnostic& why = reading.found.error();
            result.warnings.push_back(
                {name_of(inputs[i]), 0, why.fix.empty() ? why.what : why.what + ": " + why.fix});
            if (!first_failure) first_failure = why;
        }
    }
    if (result.files.empty()) {
        if (first_failure) return tl::unexpected(*first_failure);
        if (!result.warnings.empty())
            return fail(result.warnings.front().file, result.warnings.front().message,
                        "give a trace or a log of a run, or a folder of them");
        return fail(paths.empty() ? std::string() : paths.front().string(), "no trace found",
                    "give a trace or a log of a run, or a folder of them");
    }
    result.stragglers = find_stragglers(result.ranks);
    return result;
}

} // namespace roofrack
