// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/constants/sourced_value.h"
#include "core/base/units/diagnostic.h"
#include "core/base/units/quantity.h"

#include <array>
#include <map>
#include <nlohmann/json_fwd.hpp>

namespace roofrack {

/// One constant of the model as "Why this number" shows it.
struct Constant {
    double value = 0; ///< SI
    std::string unit; ///< unit of `value`: "s", "B/s", "W/B" …; empty for shares, factors and counts
    Status status = Status::unknown;
    std::string source;
    std::string note;
};

/// The constants of the model, each from its one place, resources/catalog/defaults.json, where its unit,
/// source and status stand. The members are for the code that computes (plain SI doubles and quantities, no
/// look-up), `figure` is for the code that explains. What a GPU generation or a software family was fitted to
/// is in resources/cost, what a product does in its part.
struct Defaults {
    /// NCCL's protocols in the order of its own tables: LL, LL128, Simple.
    using Protocols = std::array<double, 3>;
    /// NVIDIA generations since NVLink 3: Ampere, Hopper, Blackwell.
    using Generations = std::array<double, 3>;
    /// By powers of two from 64 B to 512 MB.
    using Sizes = std::array<double, 24>;

    struct HopLatencies {
        Protocols ring{}, tree{};
        double collnet_direct = 0; ///< Simple
    };

    /// NCCL 2.30.7's tuner (src/graph/tuning.cc) and measured shares.
    struct Collectives {
        Protocols base_ring{}, base_tree{};         ///< s, of an algorithm
        double base_pat = 0;                        ///< s
        HopLatencies nvlink, pci, net;              ///< s, of a hop
        double nvlink_nvls = 0;                     ///< s
        double net_nvls_tree = 0, net_pat = 0;      ///< s, of a hop
        double ring_plateau = 1;                    ///< × latency of the multi-node Simple ring all-reduce
        Generations nvlink_rate_per_link{};         ///< B/s, one direction, effective
        Generations nvlink_nominal_per_link{};      ///< B/s, one direction
        Generations nvlink_links{};                 ///< NVLink links of a GPU
        double nvls_rate_share = 1;                 ///< share of the nominal rate, Hopper
        double nvls_hopper = 1, nvls_blackwell = 1; ///< NCCL's efficiencies of NVLS
        double nvls_chunk = 0, nvls_channels = 0;   ///< B; of each GPU on Hopper
        Protocols ring_factor{};                    ///< share of the bandwidth
        Protocols tree_factor{};                    ///< over several nodes
        Protocols tree_factor_one_node{};
        double pat_factor = 1;
        std::array<Sizes, 3> tree_size_correction{};                     ///< on the tree's bandwidth
        double slice = 0, channel_rate = 1, first_slice = 0;             ///< B, B/s, share of a chunk
        double tree_chunk = 0, tree_channels = 0, tree_least_chunks = 1; ///< B
        double rendezvous_size = 1, rendezvous_ll = 0;                   ///< B, share
        double collnet_share = 1, collnet_peer = 0;                      ///< share of the line rate; s
        double pat_overlap = 1, pat_rank = 0;                            ///< rounds; s
        double nic_400g = 1, nic_200g = 1; ///< achievable share of the line rate
        double nvlink_share = 1, pcie_share = 1, omnipath_share = 1,
               other_share = 1;                                ///< the same of other links
        std::array<double, 3> ll_rate{};                       ///< B/s of LL at most: one node, two, more
        double efa_second_generation = 1;                      ///< × latency of EFA's first generation
        double mesh_share = 1;                                 ///< share of a ring through a switch
        double all_to_all_rails = 1, all_to_all_dragonfly = 1; ///< share of the formula
        double gradient_bucket = 0; ///< B: the last one has no computation left to hide behind
    } collectives;

    struct Topology {
        double routing_ecmp = 1, routing_qp_hash = 1, routing_adaptive = 1; ///< share of a NIC's line rate
        double routing_ways = 1; ///< cables that a flow could take where these were found
        Seconds torus_hop{};
        double twist_one_long = 1, twist_two_long = 1; ///< rate of an all-to-all, twisted to straight
        Seconds nic_latency{};                         ///< both NICs of a path, one way
        Seconds switch_infiniband{}, switch_ethernet{};
        Seconds site_latency{};       ///< between sites whose distance nobody says
        Seconds fibre_latency_a_km{}; ///< one way
        Seconds pcie_latency{};
        ByteRate host_link{};
    } topology;

    struct Stragglers {
        double iid_cv = 0, persistent_cv = 0;
        double imbalance_cv = 0;                ///< imbalance of sequences of various lengths
        double slow_chance = 0, slow_speed = 1; ///< chance of a GPU that nobody knows to be slow
    } stragglers;

    struct Failures {
        double rate_per_1000_node_days = 0; ///< nodes of eight GPUs: of Hopper, and where none is published
        double rate_of_ampere = 0;          ///< the same of Ampere
        Seconds restart{};
        double restart_detect = 0, restart_schedule = 0; ///< shares of it, the rest starts up
        Seconds start_up_per_1000_gpus{};
        /// Shares of the failures by cause; what they leave is other.
        double share_gpu = 0, share_hbm = 0, share_network = 0, share_host = 0, share_software = 0;
        double planned_stops_per_1000_node_days = 0;
        Seconds repair{};
        double switch_rate = 0, rack_power_rate = 0; ///< failures of one switch, in 1,000 days
        Seconds switch_repair{};                     ///< and of a rack's power
        double memory_recovers = 0; ///< share of what stops a job that checkpoints in memory outlive
        double checkpoint_bytes_per_parameter = 0;
        Seconds checkpoint_quiesce{};        ///< stall of a checkpoint in the background, but the copy
        Seconds checkpoint_least_interval{}; ///< least checkpoint interval of the optimum
        ByteRate local_drives{};             ///< rate that a server writes to its own drives
    } failures;

    struct Convergence {
        /// Zhang 2024: batch of `overhead` more steps = sequence · data · (D/1e6)^exponent, tokens.
        double zhang_sequence = 0, zhang_data = 0, zhang_exponent = 0, zhang_overhead = 1;
        /// Kaplan 2020: B_*, α_B; D_c, α_D of the loss by data. Tokens.
        double kaplan_batch = 0, kaplan_exponent = 1, kaplan_data = 0, kaplan_data_exponent = 0;
        /// Bergsma 2025: sequences of so many tokens, coefficient · D^exponent of them.
        double bergsma_sequence = 0, bergsma_coefficient = 0, bergsma_exponent = 0;
        /// Charles 2025: loss of synchronous training A·N^α, and of M replicas that exchange every
        /// `local_cadence` steps A·N^α·M^β.
        double synchronous_loss = 1, synchronous_exponent = 1;
        double local_loss = 1, local_exponent = 0, local_replicas_exponent = 0;
        double local_cadence = 1;     ///< steps
        double local_per_cadence = 0; ///< rise of ln loss with each e-fold of the steps between exchanges
        double local_residual = 0;    ///< what the law is off by in ln loss
        double local_most_parameters = 0, local_most_replicas = 1, local_most_steps = 1; ///< largest trained
        double whole_gradients = 0; ///< share of the steps before gradients of few bits: 1-bit Adam's warm-up
    } convergence;

    struct Regimes {
        double linear = 0, knee = 0;         ///< elasticities at the border and at the knee
        double hysteresis = 0;               ///< beyond a border before a curve has crossed it
        double smoothing = 0, narrowest = 0; ///< factors in GPUs: of the slope, of a stretch that has a name
        double least_fall = 0;               ///< share of the rate that a stretch loses before it degrades
    } regimes;

    /// What curves of measured rates are fitted with (core/measured/measure/curves/scaling_forecast.h).
    struct MeasuredScaling {
        double noise = 0, noise_spread = 0; ///< noise of ln rate: median over curves; noise of its logarithm
        double ring_inside = 0, ring_between = 0, logarithmic = 0, linear = 0; ///< median overheads
        double saturating_chance = 0,
               linear_chance = 0; ///< chance that a curve has any other loss; of serial work
        double node_gpus = 0;     ///< GPUs of a server that nobody describes
        double reach = 0;         ///< × the largest measured count
        double metric_tolerance =
            0;                    ///< share by which a validation metric may be worse than at the first count
        double least_noise = 0;   ///< least noise of ln rate: no measurement is repeated more exactly
        double most_scatter = 0;  ///< root of the mean square of ln measured/line; beyond, no forecast
        double least_waiting = 0; ///< share of a step; less is no waiting
    } measured_scaling;

    /// × a year that a projection takes by default, and how far it goes. What others published stands beside
    /// them in `figures`.
    struct MemoryWall {
        double compute = 1, bandwidth = 1, link = 1;
        double years = 0;
    } memory_wall;

    /// L(x) = constant + linear·x + square·x² of the rating at load share x.
    struct Loss {
        double constant = 0, linear = 0, square = 0;
    };
    struct Reference {
        double tdp = 0, idle = 0; ///< W
    };
    struct Power {
        double knee = 0, exponent = 0; ///< s_k and m of the two-regime power law
        double leakage = 0;            ///< 1/K
        double compute_utilisation = 0, communication_utilisation = 0;
        double lowest_clock = 0;
        Reference ampere, hopper; ///< the parts on which the generations' GEMM share was measured
        std::array<double, 4> psu_load{}, psu_efficiency{};
        double gpu_tdp = 0;                 ///< W
        double gpu_share_of_server = 0;     ///< gpu share of server of its maximum power
        double gpu_idle_share = 0;          ///< share of TDP
        Celsius gpu_idle, gpu_throttle;     ///< temperatures
        Celsius rated_junction;             ///< at TDP
        double storage = 0;                 ///< W
        double storage_per_byte = 0;        ///< W/B
        double switch_ = 0;                 ///< W
        double optics = 0, optics_rate = 1; ///< W of an end; B/s
        double cpu_idle = 0, cpu_max = 0, memory = 0, nv_switch = 0, other = 0; ///< W per GPU of a server
        double nic = 0;                                                         ///< W
        double fan_share = 0;          ///< share of the maximum power
        double installed_supplies = 1; ///< over the maximum power
        double cpu_utilisation = 0;    ///< while it feeds a training job
        double least_flow = 0;         ///< share of full air flow
        double rest_air = 0,
               rest_liquid = 0; ///< rest of a server's maximum beyond its GPUs, drawn by a busy one
        double without_supplies_and_fans = 1; ///< share of the typical power
        double server_max_over_tdp = 1;
        double server_without_gpus = 0; ///< W
        double inlet_loss = 0;          ///< share of the clock, `inlet_reach` above the allowed inlet
        Kelvins inlet_reach{1};
        Kelvins inlet_trip{}; ///< above the allowed inlet a server switches off
        double power_factor = 1, continuous_share = 1;
        Loss ups, transformer;
        /// Means over which limits hold.
        struct Windows {
            Seconds breaker{}, ups{}, transformer{}, cooling{}, meter{};
        } windows;
        /// Constants of what takes the swing of synchronous steps off the grid.
        struct Smoothing {
            double highest_floor = 1; ///< largest share of the TDP that GPUs can be told not to fall below
            double storage_efficiency = 1; ///< in and out again
            Joules supply_storage{};       ///< a GPU, in power supplies that hold some
        } smoothing;
    } power;

    struct Cooling {
        Celsius air_supply, liquid_supply, door_water;
        Kelvins coil_approach{};
        double door_effectiveness = 0;
        double air_flow = 0; ///< CFM/kW
        Kelvins liquid_rise{}, heat_sink_rise{};
        double fan_exponent = 3;
        double recirculation_leak = 0;
        Kelvins liquid_to_liquid{}, liquid_to_air{};        ///< approach at full load
        double cold_plate_resistance = 0;                   ///< K/W
        double air_transport = 0, liquid_transport = 0;     ///< W a watt of heat
        double open_leak = 0;                               ///< recirculated share without containment
        double open_position = 1, contained_position = 1;   ///< air that one rack may get, m³/s
        Celsius class_a2, class_a3;                         ///< ASHRAE's allowable inlets
        double derate_from = 0;                             ///< m of altitude
        double derate_a2 = 1, derate_a3 = 1, derate_a4 = 1; ///< m a kelvin
        double film_share = 0, film_exponent = 0;  ///< share of a heat sink; exponent of the air's density
        double pump_efficiency = 1;                ///< pump efficiency of pump and motor
        Celsius switch_inlet;                      ///< allowed
        double facility_water = 0, loop_water = 0; ///< m³ a watt of heat
        double room_air = 0;                       ///< m³ a watt of heat
        double server_mass = 0;                    ///< kg a watt of rating
        double server_heat_capacity = 0;           ///< J/(kg·K)
        double stagnant_share = 0; ///< share of a server's mass that warms while its coolant stands still
        Kelvins chip_shutdown{};   ///< above the throttle temperature
    } cooling;

    struct Plant {
        Kelvins tower{}, dry{}, adiabatic{}; ///< approaches
        Kelvins loop_rise{};
        double pumps = 0, tower_fans = 0, dry_fans = 0; ///< share of the heat
        double fan_floor = 0;                           ///< share of design power
        double lighting = 0;                            ///< share of the design IT load
        double margin = 1, transformer_margin = 1;
        double chiller_carnot_share = 1;
        Kelvins chiller_evaporator{}, condenser_water{}, condenser_air{}, chiller_least_lift{};
        std::array<double, 3> chiller_part_load{}; ///< a + b·x + c·x²
        double chiller_least_load = 0;
        double water_cycles = 2, latent_share = 1;
        double wue_adiabatic = 0, wue_tower = 1; ///< L/kWh
        double evaporative_effectiveness =
            0; ///< evaporative effectiveness of wet pads in an air stream: of dry less wet bulb
        double outside_air_transport = 0; ///< fans that move outside air through a hall, W a watt of heat
    } plant;

    struct Site {
        Celsius wet_bulb, dry_bulb;
        double electricity_price = 0; ///< $/kWh
        double carbon_intensity = 0;  ///< kg/kWh
        double book_life = 1;         ///< years
    } site;

    struct Ownership {
        double interest = 0;                 ///< a year
        double residual = 0;                 ///< share of the price
        double colocation = 0;               ///< $/kW a month
        double operation = 0;                ///< share of the capital a year
        double installation = 0, spares = 0; ///< share of the parts' price
        double contingency = 0;              ///< share of all capital before it
        double water = 0;                    ///< $/m³
        double building = 0;                 ///< $/W of IT of an own hall
        double building_hyperscale = 0;      ///< the same of a site built for it
        double building_life = 1;            ///< years
    } ownership;

    /// Where racks stand and how cables run.
    struct Hall {
        double rack_pitch = 1, row_pitch = 1; ///< m
        int racks_a_row = 1;
        double usable_units = 1;            ///< usable units of a rack
        double up_to_tray = 0, in_rack = 0; ///< m
        double rack_mass = 0;               ///< kg, empty
        double slack = 0;                   ///< slack of a run
    } hall;

    struct Memory {
        double context = 0, communicator = 0; ///< B
    } memory;

    struct Input {
        double bytes_per_token = 0;
    } input;

    /// Constants of the CPUs beside the accelerators; by GPU generation Volta, Ampere and later.
    struct Host {
        std::array<double, 3> pcie_rate{}, memory_rate{}; ///< B/s
        double pcie_share = 1;
        double grace_link = 0, grace_memory = 0; ///< B/s
        double grace_slowdown = 1;
    } host;

    /// Constants of figures that makers announced.
    struct Announced {
        double spread = 0; ///< deviation of such a figure's logarithm where nobody says another
    } announced;

    /// Every number of the file by its path, e.g. "failures.restart" or "collectives.base_latency.ring.2".
    std::map<std::string, Constant, std::less<>> figures;
    /// Null when there is no such constant.
    const Constant* figure(std::string_view path) const;

    /// What is compiled into the program. Read on first use, then shared (thread-safe).
    static const Defaults& built_in();
};

/// Reads the object under "defaults". Fails on a missing constant, an unknown unit, or one without status or
/// source.
Result<Defaults> read_defaults(const nlohmann::json& value, std::string_view where);

} // namespace roofrack
