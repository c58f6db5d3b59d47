// SPDX-License-Identifier: GPL-3.0-or-later
#include "trace/trace.h"

#include "trace/reader.h"
#include "trace/stragglers.h"
#include "trace/text_source.h"

#include <algorithm>
#include <system_error>

namespace roofrack {

namespace fs = std::filesystem;

std::array<const TraceReader*, 2> trace_readers() { return {&execution_trace_reader(), &kineto_reader()}; }

namespace {

constexpr size_t head_bytes = size_t{64} << 10;

struct Input {
    fs::path path;
    bool named = false; ///< by the caller, not found in a folder
    int64_t size = 0;
};

int64_t stored_size(const fs::path& path) {
    std::error_code error;
    const auto size = fs::file_size(path, error);
    return error ? 0 : static_cast<int64_t>(size);
}

void add_folder(const fs::path& folder, std::vector<Input>& inputs) {
    std::error_code error;
    std::vector<fs::path> found;
    fs::recursive_directory_iterator walk(folder, fs::directory_options::skip_permission_denied, error);
    for (; !error && walk != fs::recursive_directory_iterator(); walk.increment(error)) {
        std::error_code ignored;
        if (walk->is_regular_file(ignored)) found.push_back(walk->path());
    }
    std::sort(found.begin(), found.end());
    for (fs::path& path : found) {
        const int64_t size = stored_size(path);
        inputs.push_back({std::move(path), false, size});
    }
}

std::vector<Input> list_inputs(const std::vector<fs::path>& paths) {
    std::vector<Input> inputs;
    for (const fs::path& path : paths) {
        std::error_code error;
        if (fs::is_directory(path, error))
            add_folder(path, inputs);
        else
            inputs.push_back({path, true, stored_size(path)});
    }
    return inputs;
}

/// The reader that recognises the file; a failure for one that cannot be opened, null for one that nobody
/// knows.
Result<const TraceReader*> reader_of(const fs::path& path) {
    auto source = TextSource::open(path);
    if (!source) return tl::unexpected(source.error());
    std::string head(head_bytes, '\0');
    head.resize(source->read(head.data(), head.size()));
    if (head.empty())
        return fail(path.string(), source->fault().empty() ? "the file is empty" : source->fault(),
                    "record it again");
    for (const TraceReader* reader : trace_readers())
        if (reader->recognises(path, head)) return reader;
    return nullptr;
}

} // namespace

Result<TraceResult> read_traces(const std::vector<fs::path>& paths, const ProgressFunction& progress,
                                std::stop_token stop, const TraceOptions& options) {
    CommNames names;
    for (const std::string& name : options.extra_comm_names) names.add({{name}, {}});
    const std::vector<Input> inputs = list_inputs(paths);
    TraceProgress state;
    state.files_total = inputs.size();
    for (const Input& input : inputs) state.bytes_total += input.size;

    TraceResult result;
    std::optional<Diagnostic> first_failure;
    int64_t bytes_before = 0;
    for (const Input& input : inputs) {
        if (stop.stop_requested()) return fail({}, "cancelled");
        const std::string file = input.path.string();
        WarningLog warnings(file);
        const ReadContext context{names, options.window_bytes, warnings, stop, [&](int64_t stored) {
                                      state.bytes_done = bytes_before + stored;
                                      if (progress) progress(state);
                                  }};
        const auto reader = reader_of(input.path);
        auto ranks = !reader   ? Result<std::vector<TraceRank>>(tl::unexpected(reader.error()))
                     : *reader ? (*reader)->read(input.path, context)
                               : fail({}, "not a trace in any known format",
                                      "give a JSON or JSON.gz trace of the PyTorch profiler");
        if (stop.stop_requested()) return fail({}, "cancelled");
        if (ranks) {
            for (TraceRank& rank : *ranks) {
                rank.file = file;
                result.ranks.push_back(std::move(rank));
            }
            auto faults = warnings.take();
            result.warnings.insert(result.warnings.end(), std::make_move_iterator(faults.begin()),
                                   std::make_move_iterator(faults.end()));
        } else if (input.named || (reader && *reader)) { // a folder may hold files that are no traces
            Diagnostic why = ranks.error();
            if (why.where.empty()) why.where = file;
            result.warnings.push_back({file, 0, why.fix.empty() ? why.what : why.what + ": " + why.fix});
            if (!first_failure) first_failure = std::move(why);
        }
        bytes_before += input.size;
        state.bytes_done = bytes_before;
        ++state.files_done;
        if (progress) progress(state);
    }
    if (result.ranks.empty()) {
        if (first_failure) return tl::unexpected(*first_failure);
        return fail(paths.empty() ? std::string() : paths.front().string(), "no trace found",
                    "give a trace of the PyTorch profiler or a folder of them");
    }
    result.stragglers = find_stragglers(result.ranks);
    return result;
}

} // namespace roofrack
