// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/constants/defaults.h"
#include "core/base/model/cluster.h"
#include "core/base/model/collective_sweep.h"
#include "core/base/model/decide/comparison_choice.h"
#include "core/base/model/decide/kept_figures.h"
#include "core/base/model/level_conditions.h"
#include "core/base/model/measured/kept_run.h"
#include "core/base/model/measured/operator_factors.h"
#include "core/base/model/measured_curve.h"
#include "core/base/model/network_variant.h"
#include "core/base/model/other_job.h"
#include "core/base/model/plan.h"
#include "core/base/model/present/deck.h"
#include "core/base/model/present/house_style.h"
#include "core/base/model/site_terms.h"
#include "core/base/model/supply_growth.h"
#include "core/base/model/uncertain/uncertain_input.h"
#include "core/base/model/workload.h"
#include "core/base/units/value_type.h"

namespace roofrack {

/// The place and its prices.
struct Site {
    ROOFRACK_DECLARE_VALUE(Site)

    Site();
    explicit Site(const Defaults& defaults);

    Celsius wet_bulb, dry_bulb;
    double altitude_m = 0;
    std::string climate; ///< a year of weather: one of ours by its name, or a CSV file; empty: none
    std::string plant = "waterside-economiser"; ///< see core/facility/plant.h for the kinds
    std::optional<Watts> power_limit;           ///< what the utility delivers
    SupplyGrowth supply_growth = SupplyGrowth::plant;
    std::optional<double> pue;            ///< fixed PUE instead of the plant model
    double electricity_price;             ///< $/kWh
    double carbon_intensity;              ///< kg/kWh
    std::optional<double> gpu_hour_price; ///< $/GPU-h rented; empty: owned
    /// $, all-in price of a slot; none: from the bill of materials
    std::optional<double> capex_per_gpu;
    std::vector<ListedPrice> prices; ///< what the project knows of parts and classes, each once
    double book_life_years;
    SiteGrid grid;
    SiteMoney money;
    SiteRoom room;
    std::optional<double> failures_per_1000_node_days; ///< per 8-GPU node; none: by GPU generation
    double other_interruptions_per_1000_node_days = 0; ///< what stops jobs beyond failures
    double planned_stops_per_1000_node_days;
    Seconds restart_time; ///< restart time of a small job
    Seconds start_up_per_1000_gpus;
    std::optional<double> spare_servers; ///< none: as many as it takes
    Seconds repair_time;
    double straggler_cv_persistent, straggler_cv_iid;
    Routing routing = Routing::qp_hash;
    std::vector<LevelConditions> fabric; ///< levels that other traffic or degraded links slow; none: as drawn
    double host_input_rate = 0; ///< samples/s that one server's data pipeline prepares; 0: not limiting
    std::optional<double> loader_cores; ///< CPU cores of one server that prepare samples
    Seconds sample_core_time{};         ///< time of one core, to prepare a sample; 0: not limiting
    JobPlacement job_placement = JobPlacement::packed;
    UnknownKeys unknown;
    bool operator==(const Site&) const;
};

/// A file that told something of a calibration.
struct CalibrationSource {
    std::string file;   ///< its name, without the folder
    std::string digest; ///< 64-bit FNV-1a of its bytes, 16 hexadecimal digits
    std::string date;   ///< day of the calibration, 2026-11-27
    std::string told;   ///< what was taken from it: "step time of 24 steps on 64 GPUs"
    UnknownKeys unknown;
    bool operator==(const CalibrationSource&) const = default;
};

/// Factors learned from measurements; 1 = as the model predicts.
struct Calibration {
    Calibration();
    ROOFRACK_DECLARE_VALUE(Calibration)

    bool off = false;          ///< what was measured is kept, and the model is asked without it
    double compute_factor = 1; ///< × the time of every operator
    /// × the time of matrix products, of attention and of all other operators of a transformer; empty:
    /// compute_factor.
    std::optional<double> gemm_factor, attention_factor, elementwise_factor;
    std::optional<double> optimizer_factor; ///< × the time of the optimizer's update; empty: 1
    double network_factor = 1;              ///< × the time of every exposed collective
    double power_factor = 1;                ///< × the power of a GPU above its idle power
    /// Coefficients of variation that were measured; empty: the site's.
    std::optional<double> straggler_cv_persistent, straggler_cv_iid;
    NetworkVariant network_variant = NetworkVariant::tuned; ///< a choice of the run: it holds where `off`
    std::vector<CollectiveSweep> collectives;               ///< nccl-tests sweeps that replace the formula
    std::string note;
    std::vector<CalibrationSource> sources;
    UnknownKeys unknown;
    bool operator==(const Calibration&) const;

    double compute() const { return off ? 1 : compute_factor; }
    OperatorFactors operators() const;
    double network() const { return off ? 1 : network_factor; }
    double power() const { return off ? 1 : power_factor; }
    /// None where `off`.
    const std::vector<CollectiveSweep>& sweeps() const;
    std::optional<double> persistent_cv() const { return off ? std::nullopt : straggler_cv_persistent; }
    std::optional<double> iid_cv() const { return off ? std::nullopt : straggler_cv_iid; }
    /// Something was measured, whether it is off or not.
    bool is_given() const { return is_given_beside_sweeps() || !collectives.empty(); }
    bool is_given_beside_sweeps() const;
    /// Some kind of operator has a factor of its own, whether it is in force or not.
    bool has_operator_factors() const;
    /// A measured run of the same machine and stack set the factors, and they are in force.
    bool is_of_run() const;
};

/// The step time of the drawn cluster with this model and plan where somebody ran it.
struct PublishedRun {
    std::string id;     ///< its row; empty: it is in no table
    std::string source; ///< who published it
    Seconds step{};     ///< without checkpoints and failures
    UnknownKeys unknown;
    bool operator==(const PublishedRun&) const = default;
};

struct Scenario {
    Scenario();
    ROOFRACK_DECLARE_VALUE(Scenario)

    std::string name;
    Cluster cluster;
    Workload workload;
    Plan plan;
    Site site;
    Calibration calibration;
    std::vector<MeasuredCurve> measured_curves; ///< by names that are unique
    std::optional<PublishedRun> published;      ///< the run that it stands for
    std::vector<OtherJob> jobs;                 ///< jobs that share the drawn fabric, besides this one
    std::vector<UncertainInput> uncertain;      ///< inputs that are not known for sure, each once
    /// Parts of the scenario's own, with ids that are neither the catalogue's nor each other's. They stay
    /// when nothing in the drawing is made of them (core/drawing/project/own_parts.h).
    std::vector<PartRef> parts;
    UnknownKeys unknown;
    bool operator==(const Scenario&) const;
};

/// One `NAME.roofrack.json`.
struct Project {
    Project();
    ROOFRACK_DECLARE_VALUE(Project)

    static constexpr int current_schema = 1;
    int schema = current_schema;
    std::string name;
    std::string description;
    std::vector<Scenario> scenarios; ///< at least one
    std::vector<KeptRun> runs;       ///< what was measured, for all scenarios
    ComparisonChoice comparison;     ///< how the scenarios are compared
    KeptFigures kept;                ///< figures as they were, to say what moved
    Deck deck;                       ///< slides, to present it by
    HouseStyle style;                ///< how slides and reports look
    UnknownKeys unknown;
    bool operator==(const Project&) const;

    const Scenario* find_scenario(std::string_view name) const;
};

} // namespace roofrack
