// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measured/trace/logs/job_end.h"
#include "core/measured/trace/logs/log_format.h"
#include "core/measured/trace/logs/step_roles.h"
#include "core/measured/trace/reader.h"
#include "core/measured/trace/text/text_source.h"

#include <fmt/format.h>
#include <map>

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
    std::optional<double> at_s() const { return m_end.cancelled_at_s(); }

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

/// Lines by which other programs tell iterations, which the reader of this one passes over.
class OtherPrograms {
public:
    explicit OtherPrograms(const LogFormat& own)
        : m_is_steps(own.kind == MeasuredKind::training_log)
        , m_own(own.program) {}

    void line(std::string_view line) {
        if (!m_is_steps) return;
        for (const LogFormat& format : log_formats())
            if (!format.step_mark.empty() && !is_own(format.program) &&
                line.find(format.step_mark) != std::string_view::npos) {
                ++m_lines[format.program];
                return;
            }
    }
    /// "26 lines tell iterations as NeMo does"; empty: none does.
    std::string text() const {
        std::string out;
        for (const auto& [program, lines] : m_lines)
            out +=
                fmt::format("{}{} line{} iterations as {} does: left out, give that program's log by itself",
                            out.empty() ? "" : "; ", lines, lines == 1 ? " tells" : "s tell", program);
        return out;
    }

private:
    /// DeepSpeed runs the steps of some Megatron-LM, and says so beside it.
    bool is_own(std::string_view program) const {
        const auto is_either = [](std::string_view each) {
            return each == "Megatron-LM" || each == "DeepSpeed";
        };
        return program == m_own || (is_either(program) && is_either(m_own));
    }

    bool m_is_steps;
    std::string_view m_own;
    std::map<std::string_view, int64_t> m_lines;
};

/// Sets what held when the steps from `first` on were told. Where the tokens of a sample changed, those
/// before it are filled in by what they were.
void note_settings(MeasuredFile& file, size_t first, std::optional<double> sequence, std::string_view line) {
    if (sequence && file.sequence != sequence)
        for (size_t i = 0; i < first; ++i) complete_step(file.steps[i], sequence);
    for (size_t i = first; i < file.steps.size(); ++i) {
        LoggedStep& step = file.steps[i];
        if (!step.global_batch) step.global_batch = file.global_batch;
        if (!step.devices) step.devices = file.devices;
        if (!step.at_s) step.at_s = time_stamp(line);
    }
}

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
        OtherPrograms others(m_format);
        while (const auto next = lines.next()) {
            std::string_view line = *next;
            // What is left of a number that was cut through is another number.
            if (const std::string_view whole = without_last_number(line);
                lines.is_cut() && whole.size() < line.size() && tells_step(line)) {
                context.warnings.add("cut", lines.offset(),
                                     "the log ends within a line: its last number is left out");
                line = whole;
            }
            const size_t before = file.steps.size();
            const auto sequence = file.sequence;
            parser->line(line, file);
            note_settings(file, before, sequence, line);
            run_end.line(line, file);
            others.line(line);
        }
        if (context.stop.stop_requested()) return fail({}, "cancelled");
        file.ended = run_end.text();
        file.ended_at_s = run_end.at_s();
        parser->end(file);
        if (file.kind == MeasuredKind::training_log && !file.steps.empty()) {
            const std::vector<int64_t> iterations = iterations_of(file, parser->first_number());
            if (!file.iterations) file.iterations = sum_of(iterations);
            file.began_again = began_again_text(file, iterations);
        }
        file.bytes = lines.bytes();
        if (file.records == 0) file.records = static_cast<int64_t>(file.steps.size());
        if (!source->fault().empty())
            context.warnings.add("storage", lines.bytes(), source->fault() + ": what came before is used");
        if (const std::string warning = parser->warning(); !warning.empty())
            context.warnings.add("values", 0, warning);
        if (const std::string warning = others.text(); !warning.empty())
            context.warnings.add("others", 0, warning);
        if (file.records == 0)
            return fail({},
                        fmt::format("an output of {}, but {}{}{}", m_format.program, parser->nothing_found(),
                                    file.ended.empty() ? "" : "; ", file.ended),
                        "give the whole of it, as it was printed");
        return out;
    }

private:
    bool tells_step(std::string_view line) const {
        return !m_format.step_mark.empty() && line.find(m_format.step_mark) != std::string_view::npos;
    }

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
