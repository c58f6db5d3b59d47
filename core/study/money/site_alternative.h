// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/study/money/deployment_paths.h"
#include "core/study/money/gpu_kinds.h"
#include "core/study/money/room_capacity.h"
#include "core/study/room_limit.h"

#include <functional>
#include <stop_token>

namespace roofrack {

/// A cluster that the site could have: the drawn one, or what its power feeds of another accelerator. All
/// figures are those of an evaluated drawing.
struct SiteAlternative {
    std::string accelerator;       ///< catalogue id; of the drawing its most common one
    std::string name;              ///< name of it; of a drawing with several kinds "H100 + B200"
    std::vector<GpusOfKind> kinds; ///< those, the most GPUs first; empty: it has one kind
    bool is_drawn = false;
    std::string server; ///< its name; empty: as drawn
    double servers = 0; ///< how many of it; 0: as drawn, or it does not run
    std::string built;  ///< the template that drew it, "nvl72-pods"; empty: as drawn
    std::string reason; ///< why it does not run; empty: it does
    double gpus = 0;
    Plan plan;                               ///< the scenario's, of others their prudent_plan()
    Seconds step{}, step_low{}, step_high{}; ///< wall step and its band
    double useful_rate = 0;                  ///< tokens (samples) a second by the wall step
    std::vector<RunStage> ramp;              ///< RunLength::stages, which come before that; empty: none
    Seconds run_time{};                      ///< to the token budget; 0: no budget
    Watts mean{}, metered{};                 ///< at the meter: over the run, the most over the meter's window
    RoomLimit held_by = RoomLimit::grid;     ///< what would not bear more of it; of the drawing the grid
    std::string undrawn; ///< why no more are drawn though the site bears them; empty: it does not
    double pue = 1;
    std::string gaps; ///< Capital::incomplete_text()
    /// It as a scenario, to be kept beside the drawn one; null: it is the drawn one, or does not run.
    std::shared_ptr<const Scenario> scenario;
    std::vector<DeploymentPath> paths;
    std::vector<ExportFlag> exports;

    bool runs() const { return reason.empty(); }
    /// "1,008 × GB200"; of several kinds "512 × H100 + 384 × B200".
    std::string gpus_text() const;
    /// What it is drawn in: "28 × GB200 NVL36"; empty: as drawn, or it does not run.
    std::string servers_text() const;
    /// A rule asks for a licence where the site stands.
    bool needs_licence() const;
};

/// What a site's power could feed.
struct SiteAlternatives {
    Watts power{};         ///< power that each may draw, by the meter's window
    bool is_limit = false; ///< it is the limit of the site; else what the drawn cluster draws
    bool counts_samples = false;
    std::string region;                    ///< Site::money.region
    std::vector<SiteAlternative> clusters; ///< the drawn one first, then in the order of the catalogue
};

/// A drawing with as many racks as others draw of it that compare it at so many W at the meter, no more than
/// the room bears. What it has nothing to change in comes back as it is.
using FillSizer = std::function<Scenario(Scenario drawn, double most, const RoomCapacity& room,
                                         const std::stop_token& stop)>;

/// For each accelerator of the catalogue that is sold in servers (of the drawn one too, in its drawn server,
/// where the site has power for more of it): the best-connected server (of those on the drawn network first,
/// then the cheapest), drawn by a template, as many as stay under the power and as the room bears where one
/// stands already (RoomCapacity), trained by their prudent_plan() at the scenario's batch. The site's place
/// and terms are the scenario's; what it says about the drawn machines (their price, calibration, fabric,
/// other jobs) is not taken over. Some two searches an accelerator, on as many threads as there are cores.
/// `sized`: takes what was found on those threads; empty: it stays. `best_plan`: the drawn one has the best
/// plan found, and what is there already is asked of its own.
SiteAlternatives site_fills(const Prepared& prepared, const Evaluation& evaluation, const Catalog& catalog,
                            const std::stop_token& stop = {}, const FillSizer& sized = {},
                            bool best_plan = false);

/// Whether servers stand in the place of what is drawn, or beside it in its network (with_joined_racks()):
/// then all train together, and they get the power and the room that it leaves, with coolers of their own.
enum class FillPlace { instead, beside };

/// The same of one server of the catalogue, whether or not a price of it is known.
SiteAlternative site_fill(const Prepared& prepared, const Evaluation& evaluation, const Part& server,
                          const Catalog& catalog, const std::stop_token& stop = {},
                          FillPlace place = FillPlace::instead, const FillSizer& sized = {});

} // namespace roofrack
