// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measured/trace/logs/timed_steps.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <set>
#include <utility>

namespace roofrack {

namespace {

using Json = nlohmann::json;

std::optional<double> number_of(const Json& object, const char* key) {
    if (!object.is_object()) return std::nullopt;
    const auto found = object.find(key);
    if (found == object.end()) return std::nullopt;
    if (found->is_number()) return found->get<double>();
    return found->is_string() ? leading_number(found->get_ref<const std::string&>()) : std::nullopt;
}

std::string text_of(const Json& object, const char* key) {
    if (!object.is_object()) return {};
    const auto found = object.find(key);
    return found != object.end() && found->is_string() ? found->get<std::string>() : std::string();
}

/// GPUs of a server by what submitters call the platform ("256xNVIDIA GB200"); 0: not known.
int gpus_of_server(std::string_view platform) {
    static constexpr std::array<std::pair<std::string_view, int>, 6> known{
        {{"GB200", 4}, {"GB300", 4}, {"DGX", 8}, {"MI300", 8}, {"MI325", 8}, {"MI355", 8}}};
    for (const auto& [name, gpus] : known)
        if (platform.find(name) != std::string_view::npos) return gpus;
    return 0;
}

/// Lines of mlperf_logging: `:::MLLOG {"time_ms", "key", "value", "metadata"}`, and the system's description
/// `:::SYSJSON`. The run lasts from run_start to run_stop.
class MlperfParser final : public LogParser {
public:
    void line(std::string_view line, MeasuredFile& out) override {
        if (const size_t at = line.find(":::SYSJSON"); at != std::string_view::npos)
            system(line.substr(at + 10), out);
        const size_t at = line.find(":::MLLOG");
        if (at == std::string_view::npos) return;
        const Json entry = Json::parse(line.substr(at + 8), nullptr, false);
        if (!entry.is_object()) return;
        const std::string key = text_of(entry, "key");
        const auto time = number_of(entry, "time_ms");
        // Stamps of several processes are not in order, and some meters stamp their end with their start.
        if (time) m_first = std::min(m_first.value_or(*time), *time);
        if (time) m_last = std::max(m_last.value_or(*time), *time);
        ++out.records;
        const auto value = number_of(entry, "value");
        if (key == "run_start") begin_run(time);
        if (key == "run_stop") {
            m_stop = time;
            m_is_over = true;
            stopped(entry);
        }
        if (key == "eval_accuracy" && value) m_quality = value;
        if (key == "target_accuracy" && value) m_target = value;
        if (key == "init_start") ++m_processes;
        if (key == "init_start" && (!m_init || (m_is_over && !m_is_next_begun))) {
            m_init = time; // the first process tells it
            m_is_next_begun = m_is_over;
        }
        if (time) interval(key, *time);
        if (key == "block_stop" && m_mean_step) name_mean(entry, out);
        if (key == "global_batch_size") out.global_batch = value;
        if (key == "max_sequence_length") out.sequence = value;
        if (key == "submission_platform") platform(text_of(entry, "value"), out);
        if (key == "power_reading" && value) power(*value, out);
        if (key == "tracked_stats" || key == "throughput") stats(entry, out);
        if (const auto about = entry.find("metadata"); about != entry.end())
            if (const auto samples = number_of(*about, "samples_count"))
                m_samples.insert(iteration_of(*samples));
    }

    void end(MeasuredFile& out) override {
        const auto from = m_start ? m_start : m_first, to = m_stop ? m_stop : m_last;
        if (from && to && *to > *from) out.duration_s = (*to - *from) / 1000;
        if (!out.devices && m_processes > m_nodes && m_nodes > 0)
            out.devices = m_processes; // each writes one
        if (!out.devices && m_nodes > 0)
            if (const int each = gpus_of_server(m_platform)) out.devices = m_nodes * each;
        if (!out.sensors.empty() && out.sensors[0].samples > 0)
            out.sensors[0].mean_power_w = m_watts / static_cast<double>(out.sensors[0].samples);
        // a block's mean stands for steps that are told one by one
        if (m_has_single_steps && !m_means.empty()) {
            std::vector<LoggedStep> single;
            for (size_t i = 0; i < out.steps.size(); ++i)
                if (!m_means.contains(i)) single.push_back(std::move(out.steps[i]));
            out.steps = std::move(single);
        }
        number_iterations(out);
        add_phases(out);
        out.outcome = outcome();
        out.hint =
            "an MLPerf log does not tell one rank from another; profiles of several ranks, as of PyTorch or "
            "Nsight Systems, tell which of them the others waited for";
    }
    std::string nothing_found() const override { return "it has no line :::MLLOG that can be read"; }

private:
    /// Stretches between a start and a stop, without the evaluations that lie in them.
    struct Stretch {
        std::optional<double> open; ///< ms at which it began
        double ms = 0, evaluated_ms = 0;
        int times = 0;

        void begin(double at) {
            open = at;
            evaluated_ms = 0;
        }
        void end(double at) {
            if (!open) return;
            ms += std::max(0.0, at - *open - evaluated_ms);
            ++times;
            open.reset();
        }
    };

    /// The phases are those of the last run of a file, as its times are. Several processes may tell of one.
    void begin_run(std::optional<double> time) {
        m_start = time;
        if (!m_is_over) return;
        m_blocks = m_epochs = m_evaluations = {};
        m_quality.reset();
        m_status.clear();
        if (!m_is_next_begun) m_init.reset();
        m_stop.reset();
        m_is_over = m_is_next_begun = false;
    }
    void interval(const std::string& key, double at) {
        if (key == "block_start") m_blocks.begin(at);
        if (key == "block_stop") m_blocks.end(at);
        if (key == "epoch_start") m_epochs.begin(at);
        if (key == "epoch_stop") m_epochs.end(at);
        if (key == "eval_start") m_evaluations.begin(at);
        if (key != "eval_stop") return;
        const double before = m_evaluations.ms;
        m_evaluations.end(at);
        for (Stretch* around : {&m_blocks, &m_epochs}) around->evaluated_ms += m_evaluations.ms - before;
    }
    /// The run by what it was spent on; before it what it took to begin.
    void add_phases(MeasuredFile& out) {
        if (!m_start || !out.duration_s || !(*out.duration_s > 0) || !is_run_time(*out.duration_s)) return;
        const double stop = m_stop.value_or(m_last.value_or(*m_start)); // a log may be cut off
        for (Stretch* each : {&m_evaluations, &m_blocks, &m_epochs}) each->end(stop);
        const Stretch& training = m_blocks.times > 0 ? m_blocks : m_epochs;
        if (m_init && *m_start > *m_init)
            out.phases.push_back({LoggedWork::setup, (*m_start - *m_init) / 1000});
        double rest = *out.duration_s;
        for (const auto& [work, stretch] :
             {std::pair(LoggedWork::training, &training),
              std::pair(LoggedWork::evaluation, &std::as_const(m_evaluations))}) {
            if (stretch->times == 0) continue;
            out.phases.push_back({work, stretch->ms / 1000, stretch->times});
            rest -= stretch->ms / 1000;
        }
        constexpr double stamp_s = 1e-3; // stamps are whole ms
        if (rest > stamp_s) out.phases.push_back({LoggedWork::rest, rest});
        share_phases(out.phases);
    }
    /// Several processes may stop one run; the first that says how it went counts.
    void stopped(const Json& entry) {
        constexpr size_t longest = 20;
        const auto metadata = entry.find("metadata");
        if (metadata == entry.end() || !m_status.empty()) return;
        const std::string status = text_of(*metadata, "status");
        const bool is_word =
            std::ranges::all_of(status, [](char c) { return (c >= 'a' && c <= 'z') || c == '_'; });
        if (is_word && status.size() <= longest) m_status = status;
    }
    /// "MLPerf's status of the run is success; its quality was 5.582 at last, the target is 5.6"
    std::string outcome() const {
        std::string out;
        if (!m_status.empty()) out = fmt::format("MLPerf's status of the run is {}", m_status);
        if (!m_quality) return out;
        out += fmt::format("{}its quality was {:.4g} at last", out.empty() ? "" : "; ", *m_quality);
        if (m_target) out += fmt::format(", the target is {:.4g}", *m_target);
        return out;
    }
    /// Which iteration the mean of a block is told at.
    void name_mean(const Json& entry, MeasuredFile& out) {
        const auto metadata = entry.find("metadata");
        if (metadata == entry.end()) return;
        LoggedStep& step = out.steps[*m_mean_step];
        if (const auto number = number_of(*metadata, "step"); number && step.iteration == 0)
            step.iteration = iteration_of(*number);
        m_mean_step.reset();
    }
    /// Several programs (MLPerf 4.0 and 5.0) tell as "step" how many samples were trained. Divides those by
    /// the batch; where that is not told, they stay samples, and the file says so.
    void number_iterations(MeasuredFile& out) const {
        if (m_tells_both) return; // its steps are told beside its samples
        int64_t most = 0;
        bool is_told_as_samples = false, are_batches = true;
        const int64_t batch = iteration_of(out.global_batch.value_or(0));
        for (const LoggedStep& step : out.steps) {
            if (step.iteration == 0) continue;
            most = std::max(most, step.iteration);
            is_told_as_samples = is_told_as_samples || m_samples.contains(step.iteration);
            are_batches = are_batches && batch > 1 && step.iteration % batch == 0;
        }
        if (most == 0 || m_samples.empty()) return;
        if (batch < 1) {
            out.counts_samples = is_told_as_samples;
            return;
        }
        // As many steps would have trained more samples than the log tells, but for those since it told them.
        const bool is_too_many = most > *m_samples.rbegin() / batch + 1;
        if (!are_batches || !is_too_many) return;
        for (LoggedStep& step : out.steps) step.iteration /= batch;
    }
    static void system(std::string_view text, MeasuredFile& out) {
        const Json entry = Json::parse(text, nullptr, false);
        const auto nodes = number_of(entry, "number_of_nodes"),
                   each = number_of(entry, "accelerators_per_node");
        if (nodes && each) out.devices = device_count(*nodes * *each);
        if (const std::string name = text_of(entry, "accelerator_model_name"); !name.empty()) out.gpu = name;
    }
    void platform(const std::string& text, MeasuredFile& out) {
        const size_t times = text.find('x');
        const auto nodes = leading_number(text);
        if (!nodes || times == std::string::npos) return;
        m_nodes = device_count(nodes).value_or(0);
        m_platform = text.substr(times + 1);
        if (out.gpu.empty()) out.gpu = m_platform;
    }
    void power(double watts, MeasuredFile& out) {
        if (out.sensors.empty()) out.sensors.emplace_back().name = "node";
        LoggedSensors& node = out.sensors[0];
        ++node.samples;
        m_watts += watts;
        node.most_power_w = std::max(node.most_power_w.value_or(watts), watts);
    }
    void stats(const Json& entry, MeasuredFile& out) {
        const auto found = entry.find("value");
        const auto metadata = entry.find("metadata");
        if (found == entry.end() || metadata == entry.end()) return;
        LoggedStep step;
        step.step_s = number_of(*found, "train_step_time");
        step.samples_per_s = number_of(*found, "throughput");
        step.loss = number_of(*found, "reduced_train_loss");
        if (!step.loss) step.loss = number_of(*found, "train_loss");
        if (!step.step_s && !step.samples_per_s && !step.loss) return;
        const auto number = number_of(*metadata, "step");
        step.iteration = iteration_of(number.value_or(0));
        const auto samples = number_of(*metadata, "samples_count");
        m_tells_both = m_tells_both || (number && samples && *number != *samples);
        if (step.step_s && !step.loss) {
            m_mean_step = out.steps.size();
            m_means.insert(out.steps.size());
        }
        m_has_single_steps = m_has_single_steps || (step.step_s && step.loss);
        out.steps.push_back(std::move(step));
    }

    std::optional<double> m_first, m_last, m_init, m_start, m_stop; ///< ms
    bool m_is_over = false;                                         ///< the run that was told last
    bool m_is_next_begun = false;                                   ///< the initialisation of another one
    Stretch m_blocks, m_epochs, m_evaluations;
    std::set<size_t> m_means;          ///< steps that are the mean of a block, by place
    std::optional<size_t> m_mean_step; ///< the last of them, until its block ends
    bool m_has_single_steps = false;
    std::set<int64_t> m_samples; ///< how many samples were trained, wherever the log tells
    bool m_tells_both = false;   ///< steps are told beside samples
    int m_nodes = 0, m_processes = 0;
    std::string m_platform;
    std::string m_status;                      ///< how the run went, as it says when it stops
    std::optional<double> m_quality, m_target; ///< as evaluated last, and as the benchmark asks for
    double m_watts = 0;
};

} // namespace

LogFormat mlperf_log() {
    return {MeasuredKind::mlperf_log, "MLPerf",
            [](std::string_view head) { return head.find(":::MLLOG {") != std::string_view::npos; },
            new_parser<MlperfParser>, true};
}

} // namespace roofrack
