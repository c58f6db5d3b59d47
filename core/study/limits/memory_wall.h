// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/catalog/catalog.h"
#include "core/step/engine/evaluation.h"
#include "core/step/engine/prepared.h"

#include <array>
#include <optional>
#include <string>
#include <vector>

namespace roofrack {

/// What an accelerator is measured by.
enum class WallRate {
    compute_16,  ///< dense 16-bit FLOP/s
    compute_low, ///< dense FLOP/s of the narrowest format that it has
    hbm,
    scale_up, ///< one direction
    nic,      ///< NIC of the server with the fastest network, a GPU's share
};
constexpr size_t wall_rate_count = 5;
std::string_view name_of(WallRate rate);  ///< "compute_16", "hbm" …
std::string_view label_of(WallRate rate); ///< "16-bit arithmetic" …
Dimension dimension_of(WallRate rate);

/// One rate each, in SI units; 0: none, or not known.
using WallRates = std::array<double, wall_rate_count>;
inline double& rate_of(WallRates& rates, WallRate which) { return rates[static_cast<size_t>(which)]; }
inline double rate_of(const WallRates& rates, WallRate which) { return rates[static_cast<size_t>(which)]; }

/// FLOP/B of 16-bit arithmetic at which a byte of the resource takes as long as its arithmetic; 0 where there
/// is none.
struct WallRidges {
    double hbm = 0, scale_up = 0, nic = 0;
};
WallRidges ridges_of(const WallRates& rates);

/// An accelerator of the catalogue.
struct WallPart {
    std::string id, name, vendor, generation;
    double year = 0;    ///< year of its release
    std::string low;    ///< "FP4", "FP8", or "BF16" where it has nothing narrower
    std::string server; ///< server whose NICs are counted; empty: none
    WallRates rates{};
    WallRidges ridges;
    /// The fastest of its generation, the first of them: growth is fitted to these. Never a part without a
    /// scale-up link, whose generations are another line of products, nor one that is only announced.
    bool leads = false;
    bool may_lead = true;
};

/// ln(rate) = a + ln(growth)·year by least squares over the leading parts.
struct GrowthFit {
    size_t parts = 0;    ///< parts that have the rate; fewer than two years: no fit
    double per_year = 0; ///< ×; 0: no fit
    double error = 0;    ///< factor of one standard error of per_year, ≥ 1; 0 with fewer than three parts
    double scatter = 0;  ///< factor of one standard deviation of a part about the line; likewise
    double year = 0, at = 0; ///< the line passes here: the parts' mean year
    double value(double when) const;
};
GrowthFit fit_growth(const std::vector<std::pair<double, double>>& year_and_rate);

/// What others found, × a year.
struct PublishedGrowth {
    std::string what; ///< "training compute", "peak arithmetic of a chip" …
    double per_year = 0;
    Status status = Status::unknown;
    std::string source;
};

/// What a projection takes: × a year, NICs as links, and how many years.
struct WallGrowth {
    double compute = 1, bandwidth = 1, link = 1, years = 1;
};
struct WallOptions {
    std::optional<double> compute{}, bandwidth{}, link{}, years{}; ///< nothing: Defaults::MemoryWall
    std::string vendor{};                                          ///< its parts alone; empty: all
};

/// Peak arithmetic, memory and links of the catalogue's accelerators by year.
struct MemoryWall {
    WallGrowth projected;
    std::vector<WallPart> parts; ///< by year, then as in the catalogue
    std::string base;            ///< id of the oldest leading part, what rates are normalised to
    std::array<GrowthFit, wall_rate_count> growth;
    std::vector<PublishedGrowth> published;

    const WallPart* part(std::string_view id) const;
};
/// Fails, with the option of the command line, on what is no growth, years out of reach, unknown vendors and
/// vendors none of whose parts leads.
Result<MemoryWall> memory_wall(const Catalog& catalog, const WallOptions& options = {});

/// Seconds that a step of one GPU needs of each resource at its full rate, the others taking none.
struct ResourceTimes {
    double arithmetic = 0, hbm = 0, scale_up = 0, nic = 0;
};

/// Where the drawn machine and its workload stand.
struct WallPosition {
    struct Op {
        std::string name;
        double intensity = 0; ///< FLOP/B of HBM traffic
        double ridge = 0;     ///< ridge of its precision
        double share = 0;     ///< share of the step's arithmetic
        /// Until the ridge has grown past it; negative: it has. Nothing where it never does.
        std::optional<double> years;
    };
    std::string accelerator; ///< its name
    double year = 0;         ///< year of its release; 0: not known
    WallRates rates{};       ///< scale-up and NIC as drawn
    WallRidges ridges;
    std::vector<Op> operators; ///< most arithmetic first; none of a profile measured as a whole
    double scale_up_intensity = 0, nic_intensity = 0; ///< FLOP/B of the step; 0: no traffic
    ResourceTimes now;
    /// Share of the operators' time (each at its roof) that is spent in operators bound by HBM.
    double memory_share = 0;
    /// Until a byte's resource takes longer than arithmetic does; as Op::years.
    std::optional<double> hbm_years, scale_up_years, nic_years;

    /// A year of a projection.
    struct Future {
        double year = 0; ///< from now
        WallRates rates{};
        WallRidges ridges;
        ResourceTimes times;
        double memory_share = 0;
        double faster = 1; ///< the operators at the roofs, × now
    };
    std::vector<Future> future; ///< from 0 on
};
/// `evaluation` is what evaluate() said about `prepared`.
WallPosition wall_position(const Prepared& prepared, const Evaluation& evaluation, const WallGrowth& growth);

/// The catalogue's wall, and what is drawn before it.
struct WallStudy {
    MemoryWall wall;
    WallPosition drawn;
};

} // namespace roofrack
