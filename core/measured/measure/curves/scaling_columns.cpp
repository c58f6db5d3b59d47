// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measured/measure/curves/scaling_columns.h"

#include "core/base/units/ascii_text.h"

#include <algorithm>
#include <initializer_list>
#include <utility>

namespace roofrack {

namespace {

using Words = std::vector<std::string>;

bool is_one_of(std::string_view word, std::initializer_list<std::string_view> words) {
    return std::ranges::find(words, word) != words.end();
}

/// "Avg. Tokens/sec (GPU)" → tokens, s, gpu: without what says nothing of the unit, in one form of each word.
Words header_words(std::string_view header) {
    Words out;
    std::string word;
    const auto close = [&] {
        if (is_one_of(word, {"sec", "secs", "second", "seconds"})) word = "s";
        if (is_one_of(word, {"msec", "msecs", "millisecond", "milliseconds"})) word = "ms";
        if (is_one_of(word, {"token", "tok", "toks"})) word = "tokens";
        if (is_one_of(word, {"sample", "sequence", "sequences", "seq", "seqs", "example", "examples"}))
            word = "samples";
        if (is_one_of(word, {"image", "img", "imgs"})) word = "images";
        if (is_one_of(word, {"step", "iteration", "iterations", "iter", "iters", "it", "its"}))
            word = "steps";
        if (is_one_of(word, {"gpus", "device", "devices", "accelerator", "accelerators", "chip", "chips"}))
            word = "gpu";
        const bool says_nothing = is_one_of(word, {"", "per", "avg", "average", "mean", "median", "total",
                                                   "train", "training", "global", "measured"});
        if (!says_nothing) out.push_back(word);
        word.clear();
    };
    for (const char c : lower(header))
        if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9'))
            word += c;
        else
            close();
    close();
    return out;
}

/// The first column that has one of the names, in their order.
size_t column_of(const Table& table, std::initializer_list<std::string_view> names) {
    for (const std::string_view name : names)
        for (size_t i = 0; i < table.header.size(); ++i) {
            std::string plain = lower(table.header[i]);
            std::ranges::replace_if(
                plain, [](char c) { return c == ' ' || c == '-' || c == '/'; }, '_');
            if (plain == name) return i;
        }
    return std::string::npos;
}

struct RateName {
    RateUnit unit = RateUnit::any;
    bool of_a_gpu = false;
};

std::optional<RateName> rate_of(Words words) {
    RateName out;
    if (words == Words{"tgs"}) return RateName{RateUnit::tokens, true};
    const auto of_a_gpu = std::ranges::find(words, "gpu");
    if (of_a_gpu != words.end()) {
        out.of_a_gpu = true;
        words.erase(of_a_gpu);
    }
    if (words == Words{"rate"} || words == Words{"throughput"}) return out;
    if (words.size() == 3 && (words[0] == "throughput" || words[0] == "rate")) words.erase(words.begin());
    if (words == Words{"speedup"} || words == Words{"speed", "up"}) return RateName{RateUnit::speedup, false};
    if (words.size() != 2 || words[1] != "s") return std::nullopt;
    constexpr std::pair<std::string_view, RateUnit> units[] = {{"tokens", RateUnit::tokens},
                                                               {"samples", RateUnit::samples},
                                                               {"images", RateUnit::images},
                                                               {"steps", RateUnit::steps}};
    for (const auto& [word, unit] : units)
        if (words[0] == word) {
            out.unit = unit;
            return out;
        }
    return std::nullopt;
}

/// Seconds of one of a column's times; nothing: it is no step time.
std::optional<double> time_of(const Words& words) {
    double unit = 1;
    bool is_time = false, is_step = false;
    for (const std::string& word : words) {
        if (word == "s" || word == "ms") {
            unit = word == "ms" ? 1e-3 : 1;
            is_time = true;
        } else if (word == "time") {
            is_time = true;
        } else if (word == "steps" && !is_step) {
            is_step = true;
        } else {
            return std::nullopt;
        }
    }
    // "steps/s" is a rate, "s/step" and "step_s" are times; the former was asked for before.
    return (is_time && is_step) || words == Words{"s"} ? std::optional(unit) : std::nullopt;
}

void find_measured(const Table& table, ScalingColumns& out) {
    struct Found {
        RateName name;
        size_t column;
    };
    std::vector<Found> rates;
    for (size_t i = 0; i < table.header.size(); ++i) {
        const std::string plain = lower(table.header[i]);
        // "step_s" and "steps_s" are one letter apart.
        const bool is_time = is_one_of(plain, {"step_s", "iter_s"});
        const auto rate = is_time ? std::nullopt : rate_of(header_words(table.header[i]));
        if (rate)
            rates.push_back({*rate, i});
        else if (const auto time = time_of(header_words(table.header[i]));
                 time && out.time == std::string::npos) {
            out.time = i;
            out.time_unit = *time;
        }
    }
    const auto rank = [](const Found& each) {
        return static_cast<int>(each.name.unit) + (each.name.of_a_gpu ? 100 : 0);
    };
    const auto best = std::ranges::min_element(rates, {}, rank);
    if (best == rates.end()) return;
    out.rate = best->column;
    out.unit = best->name.unit;
    out.is_rate_of_a_gpu = best->name.of_a_gpu;
}

} // namespace

ScalingColumns scaling_columns(const Table& table) {
    constexpr size_t none = ScalingColumns::none;
    ScalingColumns out;
    out.gpus = column_of(table, {"gpus",    "gpu",         "n",          "num_gpus",     "n_gpus",
                                 "ngpus",   "gpu_count",   "gpus_total", "total_gpus",   "number_of_gpus",
                                 "#gpus",   "world_size",  "worldsize",  "ranks",        "num_ranks",
                                 "devices", "num_devices", "n_devices",  "device_count", "accelerators",
                                 "chips",   "num_chips",   "tpus",       "processes"});
    out.servers = column_of(table, {"nodes", "num_nodes", "n_nodes", "nnodes", "node_count",
                                    "number_of_nodes", "servers", "hosts", "num_hosts"});
    out.node = column_of(table, {"gpus_per_node", "gpus_per_server", "gpus_node", "devices_per_node",
                                 "ranks_per_node", "nproc_per_node", "ntasks_per_node", "local_world_size"});
    out.curve = column_of(table, {"curve_id", "curve"});
    out.metric = column_of(table, {"validation_metric", "val_metric", "validation_loss", "val_loss",
                                   "eval_loss", "loss", "val_perplexity", "perplexity", "ppl", "val_accuracy",
                                   "validation_accuracy", "accuracy", "top1", "val_error"});
    out.batch = column_of(table, {"batch", "global_batch", "global_batch_size", "gbs"});
    if (out.batch == none) {
        out.batch = column_of(table, {"batch_per_gpu", "batch_gpu", "batch_size_per_gpu", "per_gpu_batch",
                                      "per_gpu_batch_size", "per_device_batch_size", "batch_per_device",
                                      "local_batch_size"});
        out.is_batch_of_a_gpu = out.batch != none;
    }
    if (const size_t unclear = column_of(table, {"batch_size", "bs"}); out.batch == none && unclear != none)
        out.unused_batch = table.header[unclear];
    find_measured(table, out);
    out.is_of_steps = out.rate == none || out.unit == RateUnit::steps;
    if (out.is_of_steps) out.unit = out.batch == none ? RateUnit::steps : RateUnit::samples;
    return out;
}

} // namespace roofrack
