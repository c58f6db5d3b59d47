// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/model/project.h"
#include "core/base/units/diagnostic.h"

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace roofrack {

class Catalog;

/// The files of Calculon (github.com/calculon-ai/calculon, Isaev et al. SC 2023): what is trained, how, and
/// on what. Sequences, GB/s of 1e9 bytes, GiB, TFLOP/s of 1e12; all figures of one processor, one direction.

/// `calculon/llm/llm.py`, Llm.Application.
struct CalculonApplication {
    std::string name; ///< name of the file, without its ending
    double hidden = 0, feedforward = 0, seq_size = 0;
    int attn_heads = 0, num_blocks = 0;
    double attn_size = 0;
    bool operator==(const CalculonApplication&) const = default;
};

/// `calculon/llm/llm.py`, Llm.Execution. Keys that older files lack have Calculon's then only behaviour.
struct CalculonExecution {
    int num_procs = 0, tensor_par = 0, pipeline_par = 0, data_par = 0;
    int tensor_par_net = 0, pipeline_par_net = 0, data_par_net = 0;
    int batch_size = 0, microbatch_size = 0;
    std::string datatype = "float16";
    bool fused_activation = true;
    std::string attention_type = "multihead";
    std::string activation_recompute = "none";
    int pipeline_interleaving = 1;
    bool optimizer_sharding = false;
    std::string tensor_par_comm_type = "ar";
    std::string tensor_par_overlap = "none";
    bool seq_par_ag_redo = false, data_par_overlap = false;
    bool weight_offload = false, activations_offload = false, optimizer_offload = false;
    bool training = true;
    bool operator==(const CalculonExecution&) const = default;
};

/// One tier of `calculon/network.py`, as far as Roofrack has figures for it.
struct CalculonNetwork {
    double bandwidth = 0; ///< GB/s
    double size = 0;      ///< processors that one group may have
    bool operator==(const CalculonNetwork&) const = default;
};

/// `calculon/system.py`, as far as Roofrack has figures for it. 0: not given.
struct CalculonSystem {
    std::string name;
    double matrix_tflops[4] = {}; ///< by calculon_datatypes
    double mem1_gib = 0, mem1_gbps = 0;
    double mem2_gbps = 0;
    std::vector<CalculonNetwork> networks;
};
inline constexpr const char* calculon_datatypes[4] = {"float8", "float16", "bfloat16", "float32"};

enum class CalculonFile { application, execution, system };
/// Which of the three a JSON object is, by its keys.
Result<CalculonFile> calculon_file(const nlohmann::ordered_json& json, const std::string& where);

Result<CalculonApplication> read_calculon_application(const nlohmann::ordered_json& json,
                                                      const std::string& where);
Result<CalculonExecution> read_calculon_execution(const nlohmann::ordered_json& json,
                                                  const std::string& where);
Result<CalculonSystem> read_calculon_system(const nlohmann::ordered_json& json, const std::string& where);

nlohmann::ordered_json calculon_json(const CalculonApplication& application);
nlohmann::ordered_json calculon_json(const CalculonExecution& execution);

} // namespace roofrack
