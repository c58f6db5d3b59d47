// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/model/project.h"
#include "core/base/model/resource.h"
#include "core/base/units/quantity.h"
#include "core/drawing/network/fabric.h"
#include "core/facility/plant.h"
#include "core/facility/supply/load_wave.h"

#include <array>
#include <memory>
#include <optional>
#include <span>

namespace roofrack {

class Catalog;

/// Load ÷ limit; no value when the limit is unknown.
inline std::optional<double> share_of(Watts load, const std::optional<Watts>& limit) {
    return limit && *limit > Watts(0) ? std::optional(load / *limit) : std::nullopt;
}

/// Which limit holds a rack's clock down, in the order in which they are tried; none = uncapped.
enum class ThrottleCause { none, power_cap, thermal, inlet, feed, cooling, plant, site };
inline constexpr ThrottleCause
    all_throttle_causes[] = {ThrottleCause::power_cap, ThrottleCause::thermal, ThrottleCause::inlet,
                             ThrottleCause::feed,      ThrottleCause::cooling, ThrottleCause::plant,
                             ThrottleCause::site}; ///< the causes that hold something
std::string_view name_of(ThrottleCause throttle_cause);
std::string_view label_of(ThrottleCause throttle_cause); ///< what holds a rack, in words: "site supply"

/// One drawn rack element (or a server that stands in no rack), all its instances alike.
struct RackState {
    std::string id;
    std::string name; ///< as drawn; empty: none given
    double count = 1; ///< instances
    Watts power{};    ///< power of one instance, mean over the step, all that stands in it, at the feed
    Watts peak{};     ///< peak of one instance in the compute phase
    std::optional<Watts> limit; ///< what its feeds deliver, all of them; unknown: no value
    /// The power that they deliver with the worst one of them lost; 0: nothing is left.
    std::optional<Watts> secured;
    Watts heat_to_air{}, heat_to_liquid{};
    std::optional<Watts>
        cooling_limit;            ///< power of one instance at which its air or its liquid cooling is used up
    std::optional<Celsius> inlet; ///< air at the servers' inlet
    std::optional<Celsius> inlet_limit; ///< what its servers allow at the site's altitude
    std::optional<Celsius> coolant;     ///< liquid supplied to the cold plates
    std::optional<Celsius> chip;        ///< hottest GPU junction
    std::optional<Celsius> chip_limit;
    double speed = 1; ///< clock relative to unthrottled
    ThrottleCause throttle_cause = ThrottleCause::none;
    bool trips =
        false; ///< it cannot run: air far beyond what its servers allow, or liquid heat without a loop
    /// The power of one GPU at its lowest clock, where that is more than its power cap; none, where the
    /// rack keeps all its caps.
    std::optional<Watts> least_over_cap;
    double gpus = 0;    ///< GPUs of one instance
    bool works = false; ///< some of them do

    /// The power of one instance, as a window sees it that lies so far between the mean (0) and the compute
    /// phase (1).
    Watts power_over(double window_share) const { return seen_over(power, peak, window_share); }
    /// Mean power ÷ what its feeds deliver; heat ÷ what its cooling takes. No value without a known limit.
    std::optional<double> power_share() const { return share_of(power, limit); }
    std::optional<double> heat_share() const { return share_of(heat_to_air + heat_to_liquid, cooling_limit); }
};

/// One use of IT power, and the way in which its heat leaves.
enum class ItUse { gpus, servers, fans, supplies, network, storage };
inline constexpr ItUse it_uses[] = {ItUse::gpus,     ItUse::servers, ItUse::fans,
                                    ItUse::supplies, ItUse::network, ItUse::storage};
std::string_view name_of(ItUse use); ///< "gpus", "servers" (all in them but GPUs, fans and losses) …

struct ItHeat {
    Watts to_air{}, to_liquid{};
    Watts total() const { return to_air + to_liquid; }
};

struct PowerState {
    std::vector<RackState> racks; ///< in drawn order
    Watts it{};       ///< all IT load, mean over the step = Σ racks count × power + unracked_power
    Watts facility{}; ///< it × PUE
    double pue = 1;
    double tue = 1; ///< facility ÷ what computes: server fans and supply losses count as overhead too
    double wue = 0; ///< L/kWh
    Watts network{}, storage{}; ///< parts of `it`, in racks or not
    Watts unracked_power{};     ///< part of `it`: switches and storage that stand in no rack
    Watts swing{};              ///< peak to communication phase, whole cluster
    Watts above_mean{};         ///< IT in the compute phase above its mean, whole cluster
    Watts peak{};               ///< facility, while all that works computes
    Watts metered{};            ///< facility, highest mean over the window of the site's meter
    /// Means over the wall clock, with the time in which the job stands still or starts again.
    Watts run_it{}, run_facility{};
    WindowShares windows; ///< windows of the step: how far above the mean each limit sees it
    /// Shares of the step that GPUs of another pace compute beyond DutyCycle::compute, and that they wait
    /// within it: means over what swings. 0 where all have one pace.
    double computes_longer = 0, computes_shorter = 0;
    std::array<ItHeat, std::size(it_uses)> uses{}; ///< parts of `it`, by ItUse; they sum to it
    Overhead overhead; ///< facility − it; only `other` where the site's PUE is fixed
};

/// All GPUs of so many drawings at work.
struct PlaceLoad {
    Watts facility{};                                   ///< mean over the step
    ThrottleCause throttle_cause = ThrottleCause::none; ///< what holds the slowest racks
    ThrottleCause beyond = ThrottleCause::none; ///< plant or site: carries less even at the lowest clocks
};

/// Clocks that no duty cycle changes.
struct FixedSpeeds {
    std::vector<double> speeds; ///< speeds of each Fabric::groups entry; empty: there are none
    double drawings = 0;        ///< up to so many drawings at the place
};

/// The power that each instance of a rack may draw.
struct HeldRack {
    int rack = 0; ///< index in PowerState::racks
    Watts limit{};
};

/// The part of the drawing that power and heat need, resolved once.
struct FacilityInputs;

/// Prepared once a drawing; `state` below allocates only its result.
/// Limits and what is held against them: each the highest mean over its own window
/// (Defaults::Power::windows): a breaker sees the compute phase of a long step, the site's meter a quarter of
/// an hour; cooling and plant the mean over the step (water and buildings are slower than a step).
class Facility {
public:
    /// `gpu_power` as FacilityDraft::make().
    static Result<Facility> prepare(const Cluster& cluster, const Site& site, const Fabric& fabric,
                                    const Catalog& catalog, double gpu_power = 1);
    /// The facility of what was prepared already (FacilityDraft).
    static Facility of(FacilityInputs inputs);

    /// Power, temperatures and relative speed of each rack under the duty cycle, with the first `active_gpus`
    /// in drawn order busy and the rest idle. Solves chip temperature ⇄
    /// leakage ⇄ clock to a fixed point (monotone, ≤ 20 rounds). More active GPUs than are drawn: state_of().
    PowerState state(const DutyCycle& duty, double active_gpus) const;

    /// state() of so many drawings, whole or not, all GPUs at work: RackState::count and the sums are of all.
    PowerState state_of(const DutyCycle& duty, double drawings) const;

    /// Speeds only, a value for each Fabric::groups entry, all GPUs busy: what the step-time loop needs (no
    /// allocation beyond `speeds`). GpuGroup::speed is not in them.
    void speeds(const DutyCycle& duty, std::vector<double>& speeds) const;

    /// GPUs that have one clock under every duty cycle share a slot, in however many racks they stand: the
    /// slot of each Fabric::groups entry; −1 for GPUs that stand nowhere.
    std::span<const int> slots() const;
    /// GPUs of one accelerator and drawn speed have one pace: the pace of each Fabric::groups entry, which is
    /// the index in DutyCycle::compute_by_pace.
    std::span<const int> paces() const;
    /// As speeds(), a value for each slot, of so many drawings, whole or not, under the limits of the place.
    void slot_speeds(const DutyCycle& duty, double drawings, std::vector<double>& speeds) const;
    /// The power of so many drawings, and the limit that holds them.
    PlaceLoad load_of(const DutyCycle& duty, double drawings) const;

    /// The speeds where they are the same under every duty cycle. Caps and throttle temperatures see the
    /// compute phase only. Every other limit is held against a load that rises with the mean utilisation,
    /// which is highest when all GPUs compute all the time: where none of them binds then, none ever does.
    FixedSpeeds fixed_speeds() const;

    /// Mean utilisation over the step as a share of that of GPUs which compute all the time; the least of any
    /// pace, where they differ.
    double utilisation(const DutyCycle& duty) const;
    /// Mean utilisation over the wall clock, as a share like that of utilisation(). PowerState::run_facility
    /// is no less than `facility` of a step with this mean: facility power is convex in utilisation.
    double run_utilisation(const DutyCycle& duty) const;

    /// Facility power with every GPU at its lowest clock and nothing to do in between: less than under any
    /// duty cycle.
    Watts least_power(double active_gpus) const;

    /// A copy with more of what `limit` stands for: of GPU caps, of what feeds deliver, of what cooling,
    /// plant or site carry; with cooler air and coolant where chips are too hot.
    Facility scaled(ThrottleCause limit, ResourceScale scale) const;

    /// A copy where racks may draw no more than what a failure leaves them.
    Facility with_rack_limits(std::span<const HeldRack> racks) const;

    /// A copy with the GPUs of each Fabric::groups entry held to so many W, whatever was drawn.
    Facility with_gpu_caps(std::span<const double> watts) const;

    /// Moves to other weather where that reaches the plant alone: a chiller, or the halls' own units, hold
    /// what the coolers supply. False where supplies follow the weather: prepare it again. Copies what was
    /// prepared if others share it.
    bool move_to_weather(Celsius dry_bulb, Celsius wet_bulb);

    /// A copy where filler work holds busy GPUs at this utilisation, at least, while steps run; no more than
    /// that of the compute phase.
    Facility with_filler_work(double utilisation) const;

    /// The drawing as power and heat read it.
    const FacilityInputs& inputs() const { return *m_inputs; }

    Facility(Facility&&) noexcept;
    Facility& operator=(Facility&&) noexcept;
    Facility(const Facility&);
    ~Facility();

private:
    Facility();
    std::shared_ptr<FacilityInputs> m_inputs; ///< never changed while shared
};

} // namespace roofrack
