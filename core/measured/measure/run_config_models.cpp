// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measured/measure/run_config_models.h"

#include "core/base/units/ascii_text.h"
#include "core/base/units/saturated.h"
#include "core/measured/measure/best_run.h"
#include "core/step/workload/layer_parameters.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <fmt/format.h>
#include <optional>

namespace roofrack {

namespace {

constexpr int most_of_a_model = 1'000'000; // layers, heads

/// Letters and digits; a point between digits stays ("Qwen2.5 7B" is not "Qwen2 57B"), brackets go.
std::string key_of(std::string_view name) {
    std::string out;
    int depth = 0;
    for (size_t i = 0; i < name.size(); ++i) {
        const auto c = static_cast<unsigned char>(name[i]);
        if (c == '(') ++depth;
        if (depth == 0 && std::isalnum(c)) out += static_cast<char>(std::tolower(c));
        if (depth == 0 && c == '.' && i > 0 && i + 1 < name.size() &&
            std::isdigit(static_cast<unsigned char>(name[i - 1])) &&
            std::isdigit(static_cast<unsigned char>(name[i + 1])))
            out += '.';
        if (c == ')') depth = std::max(0, depth - 1);
    }
    return out;
}

/// The number after `word` in the text; 0 when there is none.
double figure_after(std::string_view text, std::string_view word) {
    size_t at = text.find(word);
    if (at == std::string_view::npos) return 0;
    at += word.size();
    while (at < text.size() && (text[at] == ' ' || text[at] == '=')) ++at;
    double value = 0;
    std::from_chars(text.data() + at, text.data() + text.size(), value);
    return std::max(0.0, value);
}

/// "8x7B" → 8; 0 when the name is not of that form.
int experts_by_name(std::string_view name) {
    for (size_t x = 1; x + 1 < name.size(); ++x) {
        if ((name[x] != 'x' && name[x] != 'X') || !std::isdigit(static_cast<unsigned char>(name[x - 1])) ||
            !std::isdigit(static_cast<unsigned char>(name[x + 1])))
            continue;
        size_t begin = x;
        while (begin > 0 && std::isdigit(static_cast<unsigned char>(name[begin - 1]))) --begin;
        int value = 0;
        std::from_chars(name.data() + begin, name.data() + x, value);
        return value;
    }
    return 0;
}

struct Kind {
    bool moe = false, lora = false, encoder = false, encoder_decoder = false;
};

Result<Kind> kind_of(std::string_view cell, std::string_view model) {
    const std::string text = lower(cell), name = lower(model);
    Kind kind;
    kind.moe = has(text, "moe") || has(text, "mixture");
    kind.lora = has(text, "lora") || has(text, "peft");
    kind.encoder_decoder = (has(text, "enc") && has(text, "dec")) || has(text, "t5") || has(text, "seq2seq");
    kind.encoder = !kind.encoder_decoder && (has(text, "encoder") || has(text, "bert"));
    const bool decoder = text.empty() || has(text, "dense") || has(text, "decoder") || has(text, "sft") ||
                         has(text, "gpt") || has(text, "llm");
    if (!kind.moe && !kind.lora && !kind.encoder && !kind.encoder_decoder && !decoder)
        return fail("", fmt::format("model kind '{}' is not modelled yet", cell));
    if (decoder && !kind.encoder_decoder && !kind.encoder) {
        kind.encoder_decoder = has(name, "t5") && !has(name, "gpt");
        kind.encoder = has(name, "bert");
    }
    return kind;
}

/// Whether the row prints the same shape; a proxy of a model has fewer of its layers.
bool agrees(const RunRow& row, const ModelSpec& model) {
    const TransformerShape& shape = *model.transformer;
    const double layers = row.number("layers"), hidden = row.number("hidden");
    const bool encoder_decoder = cross_attention_layers(shape) > 0;
    const bool proxy = has(lower(row.text("model")), "proxy") && layers < shape.layers;
    const bool layers_agree =
        layers <= 0 || layers == shape.layers || proxy || (encoder_decoder && layers == shape.encoder.layers);
    return layers_agree && (hidden <= 0 || hidden == shape.hidden);
}

/// Whether the catalogue tells what no cell does: heads of another width, windows of attention.
bool says_more(const ModelSpec& model) {
    const TransformerShape& shape = *model.transformer;
    return shape.window > 0 || (shape.head_dim > 0 && shape.head_dim * shape.heads != shape.hidden);
}

/// A gated FFN has three matrices, an encoder-decoder's layers may be counted once or twice, and logits may
/// share the embedding's weights: told from the published parameter count.
void read_hidden_facts(double published, bool encoder_decoder, TransformerShape& shape) {
    if (published <= 0) return;
    const TransformerShape given = shape;
    double best = -1;
    for (const int times : {1, 2}) {
        if (times == 2 && !encoder_decoder) continue;
        for (const bool gated : {false, true}) {
            TransformerShape trial = given;
            trial.gated_ffn = gated;
            trial.layers = given.layers * times;
            if (encoder_decoder) trial.encoder.layers = trial.layers / 2;
            const LayerParameters p = layer_parameters(trial);
            const double off =
                std::abs(std::log((trial.layers * p.dense_layer + 1.5 * p.embedding) / published));
            // Plain stays on a draw.
            if (best < 0 || off < best) {
                best = off;
                shape = trial;
            }
        }
    }
    const LayerParameters p = layer_parameters(shape);
    const auto off = [&](double embeddings) {
        return std::abs(std::log((shape.layers * p.dense_layer + embeddings * p.embedding) / published));
    };
    shape.tied_embeddings = off(1) < off(2);
}

/// Shape from the cells alone.
Result<void> read_cells(const RunRow& row, const Kind& kind, RunConfig& run) {
    TransformerShape& shape = run.shape;
    for (const auto& [column, value] :
         {std::pair{"layers", &shape.layers}, {"heads", &shape.heads}, {"kv_heads", &shape.kv_heads}}) {
        const auto given = row.whole(column, most_of_a_model);
        if (!given) return tl::unexpected(given.error());
        *value = *given;
    }
    shape.hidden = row.number("hidden");
    shape.ffn = row.number("ffn");
    shape.vocab = row.number("vocab");
    for (const std::string_view column : {"layers", "hidden"})
        if (row.number(column) <= 0) return fail("", fmt::format("'{}' is not published", column));
    const auto assume = [&](auto& value, std::string_view name, double fallback) {
        if (value > 0) return;
        if constexpr (std::is_same_v<decltype(value), int&>)
            value = saturated<int>(fallback);
        else
            value = fallback;
        run.assumed.push_back(fmt::format("{} = {}", name, fallback));
    };
    assume(shape.heads, "heads", std::max(1.0, std::round(shape.hidden / 128)));
    assume(shape.kv_heads, "kv_heads", shape.heads);
    assume(shape.ffn, "ffn", 4 * shape.hidden);
    assume(shape.vocab, "vocab", 51200);
    if (kind.encoder_decoder) {
        // T5's span corruption: 114 targets to 512 tokens of input (Raffel 2020, section 3.1.4).
        shape.encoder = {shape.layers / 2, 0.22};
        run.assumed.push_back("decoder tokens = 0.22 of the encoder's");
    }
    read_hidden_facts(row.number("params_b") * 1e9, kind.encoder_decoder, shape);
    if (kind.encoder) shape.encoder.layers = shape.layers;
    if (!kind.moe) return {};
    shape.moe.experts = experts_by_name(row.text("model"));
    if (shape.moe.experts < 2)
        return fail("", fmt::format("the routing of '{}' is not in the catalogue", row.text("model")));
    shape.moe.top_k = 2; // GShard's and Mixtral's
    shape.moe.expert_ffn = shape.ffn;
    shape.gated_ffn = true;
    run.assumed.push_back("top_k = 2");
    return {};
}

/// Shape from the catalogue, with the cells that the row prints.
void take_published(const RunRow& row, const ModelSpec& model, RunConfig& run) {
    const double layers = row.number("layers");
    run.shape = *model.transformer;
    TransformerShape& shape = run.shape;
    if (layers > 0 && !(cross_attention_layers(shape) > 0))
        shape.layers = saturated<int>(std::min<double>(layers, most_of_a_model));
    if (row.number("vocab") > 0) shape.vocab = row.number("vocab");
    for (const std::string_view column : {"layers", "hidden"})
        if (row.number(column) <= 0) run.assumed.push_back(fmt::format("{} of {}", column, model.name));
}

/// Degrees that divide GPUs, layers and batch.
std::vector<Plan> open_degrees(const RunConfig& run) {
    std::vector<Plan> out;
    const double domain = std::max(1.0, run.domain);
    const auto fits_evenly = [](double whole, double part) { return std::fmod(whole, part) == 0; };
    for (int tp = 1; tp <= 8 && tp <= domain && tp <= run.shape.heads; tp *= 2)
        for (int pp = 1; pp <= 16 && pp <= run.shape.layers; pp *= 2)
            for (int cp = 1; cp <= 8; cp *= 2) {
                const double parallel = double(tp) * pp * cp;
                if (!fits_evenly(run.gpus, parallel) || !fits_evenly(run.shape.layers, pp)) continue;
                // A context is cut only where the batch leaves GPUs over.
                const double dp = run.gpus / parallel;
                if (run.batch_known) {
                    if (dp > run.global_batch || std::fmod(run.global_batch, dp) != 0) continue;
                    if (cp > 1 && 2 * dp <= run.global_batch && run.sequence <= 8192) continue;
                } else if (cp > 1) {
                    continue;
                }
                Plan plan = run.plan;
                plan.tp = tp;
                plan.pp = pp;
                plan.cp = cp;
                plan.dp = saturated<int>(dp);
                plan.sequence_parallel = tp > 1 && run.software->sequence_parallel;
                plan.ep = std::min<int>(plan.ep, plan.dp * plan.cp);
                out.push_back(plan);
            }
    return out;
}

/// Each plan with every number of expert groups that divides the experts and the replicas.
std::vector<Plan> with_open_experts(const std::vector<Plan>& plans, const MoeSpec& moe) {
    std::vector<Plan> out;
    for (const Plan& plan : plans)
        for (int ep = 1; ep <= moe.experts && ep <= plan.dp * plan.cp; ep *= 2) {
            if (moe.experts % ep != 0 || plan.dp * plan.cp % ep != 0) continue;
            out.push_back(plan);
            out.back().ep = ep;
        }
    return out;
}

} // namespace

const ModelSpec* published_model(const Catalog& catalog, std::string_view name) {
    const std::string wanted = key_of(name);
    const ModelSpec* best = nullptr;
    size_t longest = 3; // shorter names say too little
    for (const auto& [published, position] : catalog.model_index()) {
        const ModelSpec* model = &catalog.models()[position];
        if (!model->transformer) continue;
        const std::string key = key_of(published);
        if (key.size() <= longest || !wanted.starts_with(key)) continue;
        longest = key.size();
        best = model;
    }
    return best;
}

const Part* published_accelerator(const Catalog& catalog, std::string_view name) {
    if (const Part* exact = catalog.part(PartKind::accelerator, name)) return exact;
    const std::string wanted = key_of(name);
    const Part* best = nullptr;
    size_t longest = 3;
    for (const Part& part : catalog.parts()) {
        if (part.kind != PartKind::accelerator) continue;
        const std::string key = key_of(part.id);
        if (key.size() <= longest || !has(wanted, key)) continue;
        longest = key.size();
        best = &part;
    }
    return best;
}

Result<void> read_model(const RunRow& row, const Catalog& catalog, RunConfig& run) {
    const auto kind = kind_of(row.text("model_kind"), row.text("model"));
    if (!kind) return tl::unexpected(kind.error());
    const ModelSpec* model = published_model(catalog, row.text("model"));
    const bool printed = row.number("layers") > 0 && row.number("hidden") > 0;
    const bool plain = !kind->moe && !kind->lora && !kind->encoder && !kind->encoder_decoder;
    // A dense row that prints its shape needs no name, unless the cells cannot tell all of it.
    const bool by_name = model && agrees(row, *model) && (!(plain && printed) || says_more(*model)) &&
                         (!kind->moe || model->transformer->moe.experts > 0) &&
                         (kind->encoder_decoder == (cross_attention_layers(*model->transformer) > 0));
    if (by_name) {
        take_published(row, *model, run);
    } else if (auto read = read_cells(row, *kind, run); !read) {
        return read;
    }
    if (kind->lora && run.shape.lora.rank <= 0) {
        const std::string text = lower(row.text("model")) + " " + lower(row.text("notes"));
        run.shape.lora.rank = figure_after(text, "rank");
        // MLPerf's llama2_70b_lora adapts the attention at rank 16. NeMo by default, without dropout and at
        // rank 32: to 24.07 the QKV product (megatron_gpt_finetuning_config.yaml: target_modules
        // ['attention_qkv']), since then every matrix (nemo/collections/llm/peft/lora.py). Hugging Face PEFT
        // adapts the matrices that the command names, by default a Llama's queries and values
        // (peft/utils/constants.py).
        const std::string software = lower(row.text("software"));
        const bool reference = software.starts_with("mlperf"), nemo = run.software->name == "megatron-core";
        const bool peft = run.software->name == "optimum-habana";
        run.shape.lora.dropout = !nemo;
        run.shape.lora.output = nemo ? run.software_year >= second_nemo_since : !peft;
        run.shape.lora.ffn = !reference && run.shape.lora.output;
        if (const size_t targets = text.find("lora_target_modules"); targets != std::string::npos) {
            const auto names = [&](const char* name) {
                return text.find(name, targets) != std::string::npos;
            };
            run.shape.lora.output = names("o_proj");
            run.shape.lora.ffn = names("up_proj") || names("mlp");
        }
        if (run.shape.lora.rank <= 0) {
            run.shape.lora.rank = reference ? 16 : 32;
            run.assumed.push_back(fmt::format("LoRA rank = {}", run.shape.lora.rank));
        }
    }
    run.sequence = row.number("seq");
    if (has(lower(row.text("notes")), "packed sequences")) {
        // Packed documents see themselves only: half of their length in the mean, as in a window of that
        // width. NeMo's fine-tuning recipes pack SQuAD, paragraphs of some 120 words with a question
        // (Rajpurkar 2016).
        constexpr double document = 200; // tokens
        run.shape.window = document / 2;
        run.shape.window_interval = 1;
        run.assumed.push_back(fmt::format("packed documents of {:g} tokens (SQuAD)", document));
    }
    if (run.sequence <= 0 && by_name && !(plain && printed)) {
        run.sequence = model->default_sequence;
        run.assumed.push_back(fmt::format("seq = {}", run.sequence));
    }
    if (run.sequence <= 0) return fail("", "'seq' is not published");
    return {};
}

double batch_of_rates(const RunRow& row, double sequence) {
    double step = row.number("iteration_s");
    if (step <= 0) step = row.number("iteration_s_derived");
    return std::round(row.number("tokens_s_gpu") * row.number("gpus") * step / sequence);
}

void choose_missing_parallelism(RunConfig& run) {
    std::vector<Plan> plans{run.plan};
    if (!run.degrees_known) plans = open_degrees(run);
    if (!run.experts_known) plans = with_open_experts(plans, run.shape.moe);
    const int most = run.batch_known ? 1 : 16;
    BestRun best;
    for (const Plan& plan : plans)
        for (int micro = 1; micro <= most; micro *= 2) {
            RunConfig trial = run;
            trial.degrees_known = trial.batch_known = trial.experts_known = true;
            trial.plan = plan;
            if (!run.batch_known) {
                if (run.micro_batch_known && micro != plan.micro_batch) continue;
                trial.plan.micro_batch = micro;
                trial.micro_batch_known = true;
                // A source that prints a rate alone fills its pipeline: eight micro-batches a stage.
                const double filled = plan.pp > 1 ? 8.0 * plan.pp : 1;
                trial.global_batch = plan.dp * micro * filled;
            }
            choose_missing_settings(trial);
            const double time = predict_step(trial) / trial.global_batch;
            best.consider(std::move(trial), time);
        }
    const bool degrees = !run.degrees_known, batch = !run.batch_known, experts = !run.experts_known;
    run.degrees_known = run.batch_known = run.experts_known = true;
    if (best.is_empty()) return choose_missing_settings(run);
    run = best.take();
    if (degrees)
        run.assumed.push_back(
            fmt::format("tp = {}, pp = {}, cp = {}", run.plan.tp, run.plan.pp, run.plan.cp));
    if (experts) run.assumed.push_back(fmt::format("ep = {}", run.plan.ep));
    if (batch)
        run.assumed.push_back(
            fmt::format("global_batch = {} of micro_batch {}", run.global_batch, run.plan.micro_batch));
}

} // namespace roofrack
