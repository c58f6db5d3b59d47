// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/facility/economics/capital.h"
#include "core/facility/standing/standing_load.h"
#include "core/study/money/deployment_paths.h"
#include "core/study/racks/room_probe.h"

#include <stop_token>

namespace roofrack {

/// What brings the drawn racks under one limit.
struct RoomPurchase {
    std::string name;     ///< name of the drawn unit's part, or what is missing: "power from the utility"
    double count = 0;     ///< number of units; 0: it is not bought by the piece
    double amount = 0;    ///< in the limit's unit
    bool suffices = true; ///< found by evaluating the drawing with it; false: no number of them does
    std::optional<PriceBand> price; ///< $; 0: the price of the space has it; no value: none is known
    PriceBasis basis = PriceBasis::none;
    Status status = Status::unknown;
    std::string source;
    std::optional<LeadItem> lead; ///< no value: none is known, or the scenario does not wait for it
};

/// One limit of the room.
struct RoomRow {
    RoomNeed need;    ///< need of what is drawn
    std::string name; ///< name of the drawn unit; else empty
    /// Racks that it bears, the drawn ones among them, evaluated with that many; no value: as many as were
    /// tried (RoomStudy::tried), or it is not known what there is.
    std::optional<double> fits;
    /// How a drawn unit is had, never inherited: one that is bought does not stand there yet. Owned where
    /// nothing is said.
    Procurement procurement = Procurement::owned;
    /// More racks of RoomStudy::kind take more of it, or leave less of it. Else it is a unit that other racks
    /// have.
    bool grows = true;
    bool spare_shrinks = false; ///< the more racks share it, the less of it a failure leaves: it ends before
                                ///< it is full
    std::optional<RoomPurchase> buy; ///< where what is drawn is too much, or the unit is to be bought

    std::optional<double> left() const {
        return need.have ? std::optional(*need.have - need.need) : std::nullopt;
    }
    bool is_short() const { return !need.carries(); }
    bool is_new() const { return procurement == Procurement::buy; }
};

/// So many racks at work in the room as it is.
struct RoomOutcome {
    double racks = 0, gpus = 0;
    std::string reason; ///< why the plan does not run on them; empty: it does
    Seconds step{};     ///< wall clock, amortised losses among it
    double rate = 0;    ///< tokens (samples) a second
    double clock = 1;   ///< clock of the slowest rack
    Watts metered{};    ///< the most over the meter's window
    double pue = 1;
};

/// What of a drawn cluster fits into an existing room.
struct RoomStudy {
    /// The load that needs are of where no scenario can be prepared: nothing drawn has a GPU, or no model is
    /// known. How many racks fit is not searched then.
    std::optional<StandingLoad> assumed;
    std::string kind, name; ///< the rack of which more are added: id, and a name that no other has
    double drawn = 0;       ///< racks with GPUs
    double others = 0;      ///< racks among them of another kind
    double tried = 0;       ///< at most
    double step = 1;        ///< racks that come together
    std::vector<RoomRow> rows;
    /// Racks that fit with no more than what is there and what is drawn to be bought; no value: every known
    /// limit bears `tried`.
    std::optional<double> fits;
    /// Racks of those that fit, or were tried, that can be cabled: cabled_racks(). No value: how many fit was
    /// not searched.
    std::optional<double> cabled;
    std::string uncabled; ///< why no more of them can be: "Leaf needs 152 ports and has 144"; empty: all can
    /// The drawing says what is there already. Else all drawn feeds and coolers count as standing.
    bool says_procurement = false;
    int binding = -1; ///< the row that ends first; −1: none is known to
    RoomOutcome as_drawn;
    std::optional<RoomOutcome> today; ///< what fits today, where that is another number, and not 0
    PriceBand price;                  ///< $ of all purchases whose price is known
    /// Weeks from the order until all that is drawn runs, commissioning among them: as lead_times() has them,
    /// longer where what falls short takes longer. 0: nothing must be bought for the room.
    PriceBand weeks;
    bool is_priced = true; ///< all are

    bool is_short() const { return fits && *fits < drawn; }
    bool buys_units() const; ///< some drawn unit does not stand there yet
    bool has_limits() const; ///< some limit is known
    /// GPUs of the racks that fit; no value: every known limit bears `tried`.
    std::optional<double> gpus_that_fit() const;
};
/// "H100 rack": the rack of which more are added, as drawn, with what it stands in where others are called
/// so, else by its id.
std::string rack_name(const RoomStudy& study);
/// Which racks a limit bears, whatever the others do: "by itself bears 44 racks, 28 of them “B200 rack”", "by
/// itself bears 24 such racks after the worst failure" where more racks would leave no spare, "takes none of
/// “B200 rack”". Empty: what there is is not known, or the load was assumed.
std::string bears_text(const RoomRow& row, const RoomStudy& study);
/// "20 of them can be cabled as the network is drawn: Leaf needs 152 ports and has 144". Empty: all of those
/// that fit can, or it is not known how many fit.
std::string cabled_text(const RoomStudy& study);
/// The limit and the drawn unit that it is of: "air cooling CRAH".
std::string title_of(const RoomRow& row);
/// "rack positions end first", "air cooling CRAH ends first". Empty: no limit is known to.
std::string ends_first_text(const RoomStudy& study);

/// What is drawn against the room where nothing of it has a GPU, or no model is known: its needs at `load`,
/// no search for more racks and no purchases. Fails where the drawing cannot be understood.
Result<RoomStudy> standing_room(const Scenario& scenario, const Catalog& catalog, StandingLoad load);

/// Some tens of preparations of the drawing, and two evaluations. Stopped: what was found until then.
Result<RoomStudy> room_study(const Prepared& prepared, const Catalog& catalog,
                             const PriceList& prices = PriceList::built_in(),
                             const std::stop_token& stop = {});

} // namespace roofrack
