// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

/// A small project that uses every kind of key: 4 racks of 4 servers on 8 rail switches.
inline constexpr char sample_project[] = R"({
  "schema": 1,
  "name": "sample",
  "scenarios": [
    {
      "name": "as built",
      "cluster": {
        "elements": [
          {"id": "hall", "kind": "room", "name": "Hall 1", "supply": "22 C", "position": [0, 0], "size": [800, 600]},
          {"id": "rack", "kind": "rack", "in": "hall", "count": 4, "power_limit": "40.8 kW", "cooling_limit": 45000},
          {"id": "node", "kind": "server", "in": "rack", "count": 4, "part": "dgx-h100", "gpu_power_cap": "650 W",
           "position": [10, 20.5]},
          {"id": "own", "kind": "server", "count": 2, "in": "hall",
           "part": {"base": "dgx-h100", "id": "dgx-slow", "name": "DGX with slow NICs", "nic_rate": "200 Gb/s"}},
          {"id": "leaf", "kind": "switch", "in": "hall", "count": 8, "part": "qm9700", "health": 0.5, "tier": 1,
           "use": "compute"},
          {"id": "store", "kind": "storage", "bandwidth": "40 GB/s", "write_bandwidth": "20 GB/s"},
          {"id": "memo", "kind": "note", "text": "Grüße: „quoted“ \"text\"\n2nd line", "x-colour": "yellow"}
        ],
        "links": [
          {"id": "uplink", "from": "node", "to": "leaf", "pattern": "rail", "count": 8, "bandwidth": "400 Gb/s"},
          {"from": "own", "to": "leaf", "pattern": "mesh", "health": 0.75, "background_load": "10 %"},
          {"from": "store", "to": "leaf"}
        ],
        "waivers": [{"rule": "rack-no-feed", "where": ["rack"], "reason": "fed from the row's busway"},
                    {"rule": "mixed-gpus", "where": ["node", "own"], "reason": "jobs of their own"}]
      },
      "workload": {"model": "llama3-405b", "sequence": 8192, "global_batch": 2048, "token_budget": 15.6e12},
      "plan": {"tp": 8, "pp": 2, "vpp": 2, "schedule": "interleaved", "recompute": "selective", "precision": "fp8",
               "zero": 2, "checkpoint_interval": "30 min", "future_key": {"b": [1, 2.5], "a": null}},
      "site": {"wet_bulb": "24 C", "power_limit": "2 MW", "electricity_price": 0.12, "restart_time": 300,
               "routing": "adaptive"},
      "calibration": {"compute_factor": 0.97, "gemm_factor": 1.04, "optimizer_factor": 0.8, "note": "from a run"}
    },
    {
      "name": "profile",
      "workload": {"model": {"id": "pinn", "generic": {"parameters": 1e6, "flops_per_sample": "6 GFLOP",
                             "serial_per_step": "2 ms"}}, "global_batch": 4096}
    },
    {
      "name": "own transformer",
      "workload": {"model": {"id": "tiny", "transformer": {"layers": 4, "hidden": 256, "heads": 4, "ffn": 1024,
                             "vocab": 32000, "moe": {"experts": 8, "top_k": 2, "expert_ffn": 512}}}}
    }
  ],
  "edited_by": ["Ada", 1.25]
}
)";

/// 128 GPUs in four racks on one tier of eight rail switches: small, and everything about it can be
/// evaluated.
inline constexpr char small_project[] = R"({
  "scenarios": [
    {
      "name": "small",
      "cluster": {
        "elements": [
          {"id": "hall", "kind": "room"},
          {"id": "rack", "kind": "rack", "in": "hall", "count": 4, "power_limit": "60 kW", "cooling_limit": "60 kW"},
          {"id": "node", "kind": "server", "in": "rack", "count": 4, "part": "dgx-h100"},
          {"id": "leaf", "kind": "switch", "in": "hall", "count": 8, "part": "qm9700"}
        ],
        "links": [
          {"from": "node", "to": "leaf", "pattern": "rail", "count": 8, "bandwidth": "400 Gb/s"}
        ]
      },
      "workload": {"model": "llama2-13b", "sequence": 4096, "global_batch": 512},
      "plan": {"tp": 4}
    }
  ]
}
)";
