// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measured/trace/logs/job_end.h"
#include "core/measured/trace/logs/log_format.h"
#include "core/measured/trace/reader.h"
#include "core/measured/trace/text/text_source.h"

#include <fmt/format.h>

namespace roofrack {

namespace {

/// How the run in a log ended. What Slurm said before the run went on, as that of a job that was queued
/// again or of a step that was tried again, was the end of an earlier attempt.
class RunEnd {
public:
    /// A line of the log, after its step was added to `file`.
    void line(std::string_view line, const MeasuredFile& file) {
        if (m_is_told && went_on(file)) {
            m_end = JobEnd();
            m_is_told = false;
        }
        if (!m_end.line(line)) return;
        m_is_told = true;
        m_steps = file.steps.size();
        m_iteration = file.steps.empty() ? 0 : file.steps.back().iteration;
    }
    std::string text() const { return m_end.text(); }

private:
    /// Other nodes still print a few steps after the first line of an end.
    bool went_on(const MeasuredFile& file) const {
        constexpr size_t late_steps = 3;
        return file.steps.size() > m_steps + late_steps ||
               (file.steps.size() > m_steps && file.steps.back().iteration < m_iteration);
    }

    JobEnd m_end;
    bool m_is_told = false;
    size_t m_steps = 0;      ///< steps that were read when an end was last told
    int64_t m_iteration = 0; ///< number of the last one read then
};

/// Reads a log of one program line by line.
class LogReader final : public TraceFormat {
public:
    explicit LogReader(const LogFormat& format)
        : m_format(format) {}

    bool recognises(const std::filesystem::path&, std::string_view head) const override {
        return m_format.recognises(head);
    }

    Result<TraceReading> read(const std::filesystem::path& path,
                              const TraceReadContext& context) const override {
        auto source = TextSource::open(path, context.stop);
        if (!source) return tl::unexpected(source.error());
        TraceReading out;
        MeasuredFile& file = out.file;
        file.file = path.string();
        file.kind = m_format.kind;
        file.program = m_format.program;
        LogLines lines([&](char* to, size_t size) {
            context.progress(source->stored_read());
            return context.stop.stop_requested() ? 0 : source->read(to, size);
        });
        const auto parser = m_format.parser();
        RunEnd run_end;
        while (const auto line = lines.next()) {
            parser->line(*line, file);
            run_end.line(*line, file);
        }
        if (context.stop.stop_requested()) return fail({}, "cancelled");
        parser->end(file);
        file.ended = run_end.text();
        file.bytes = lines.bytes();
        if (file.records == 0) file.records = static_cast<int64_t>(file.steps.size());
        if (!source->fault().empty())
            context.warnings.add("storage", lines.bytes(), source->fault() + ": what came before is used");
        if (const std::string warning = parser->warning(); !warning.empty())
            context.warnings.add("values", 0, warning);
        if (file.records == 0)
            return fail({},
                        fmt::format("an output of {}, but {}{}{}", m_format.program, parser->nothing_found(),
                                    file.ended.empty() ? "" : "; ", file.ended),
                        "give the whole of it, as it was printed");
        return out;
    }

private:
    LogFormat m_format;
};

} // namespace

const TraceFormat* log_reader(std::string_view head) {
    static const std::vector<LogReader> readers = [] {
        std::vector<LogReader> all;
        for (const LogFormat& format : log_formats()) all.emplace_back(format);
        return all;
    }();
    for (const LogReader& reader : readers)
        if (reader.recognises({}, head)) return &reader;
    return nullptr;
}

} // namespace roofrack
