// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/model/part.h"
#include "core/base/units/diagnostic.h"
#include "core/drawing/bill/procurement.h"
#include "core/drawing/cables/cabling.h"

namespace roofrack {

class ResolvedDrawing;

enum class BillGroup { server, switch_, optic, cable, storage, rack, feed, cooling };
std::string_view name_of(BillGroup group); ///< "server", "switch", "optic", …

/// One thing that is drawn, with what is known of all its pieces together.
struct BillRow {
    BillGroup group = BillGroup::server;
    /// Never inherited. A cable and its optics are bought with a thing at either end that is bought, sold
    /// with one that is sold.
    Procurement procurement = Procurement::buy;
    int tier = 0;     ///< switches: 1 = leaf; 0: on no network
    std::string part; ///< catalogue id, or of the project's own part; empty: none is chosen
    std::string name; ///< name of the part; of the drawn thing where it has none
    double count = 0;
    std::string unit;             ///< "piece", "module", "cable"
    std::optional<double> length; ///< m, as sold; cables only
    /// W. Servers at their maximum, switches on passive copper (their optics and active cables have rows of
    /// their own), cooling at rating. Empty: unknown, or none of its own (racks, feeds).
    std::optional<double> power;
    Status power_status = Status::unknown;
    std::string power_source;
    std::optional<double> price; ///< $ of new ones
    std::optional<double> sale;  ///< $ that they are sold for, as far as it is known and sales_of() counts it
    Status price_status = Status::unknown;
    std::string note;
    std::string announced;          ///< announced_text() of the part; empty: none of its figures is announced
    std::vector<std::string> drawn; ///< ids of the elements or links that it is drawn as
};

/// Totals of what stands there in the end: without what is sold.
struct BillTotals {
    double gpus = 0, servers = 0, switches = 0, optics = 0, cables = 0;
    double cable_length = 0;  ///< m, as sold
    double it_power = 0;      ///< W: servers, switches, optics, cables and storage; of what is known
    double cooling_power = 0; ///< W
    double price = 0;         ///< $, of what is known
    std::vector<std::string> without_power; ///< names of the rows of them without a figure, one a row
    std::vector<std::string> without_price; ///< names of the rows without a price, one a row
};

struct BillOfMaterials {
    std::vector<BillRow> rows; ///< by group; switches by tier from the top, cables by part and length
    std::vector<LinkCabling> links;
    BillTotals totals;
};

/// All that the drawing shows, multiplied out: exact counts, lengths of cables from the positions
/// (FloorPlan). A link without a cable part gets the first of cable_for() that reaches; optics are two
/// modules a fibre cable, none for copper and for cables with ends of their own (DAC, AEC, AOC). The
/// catalogue has no breakouts: a split port counts as a cable and a pair of modules of the cable's own rate.
/// Fails where the containment is broken.
Result<BillOfMaterials> bill_of_materials(const Cluster& cluster, const Catalog& catalog);
/// The bill of materials of a drawing that is resolved already.
BillOfMaterials bill_of_materials(const ResolvedDrawing& drawing);

/// Key of the figure that the bill has as what a piece draws; empty: such parts draw nothing of their own.
const char* power_figure(const Part& part);

} // namespace roofrack
