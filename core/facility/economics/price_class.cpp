// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/facility/economics/price_class.h"

#include "core/base/catalog/catalog.h"
#include "core/drawing/own_accelerator.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace roofrack {

namespace {

constexpr double gigabit = 1e9 / 8; // B/s
constexpr double terabyte = 1e12;
constexpr double large_storage = 20e15; // B: from here on it is built another way
constexpr double rack_scale = 32;       // GPUs of a scale-up domain that is a rack

/// "switch.400": the nearest rate of the list, by ratio.
std::string by_rate(std::string_view what, double bytes_per_second) {
    constexpr std::array rates{1.0, 25.0, 100.0, 200.0, 400.0, 800.0, 1600.0};
    const double rate = bytes_per_second / gigabit;
    const bool optic = what == "optic";
    double best = 0;
    for (const double each : rates) {
        if (optic && each < 100) continue;
        if (best == 0 || std::max(each / rate, rate / each) < std::max(best / rate, rate / best)) best = each;
    }
    return fmt::format("{}.{:.0f}", what, best);
}

std::optional<PriceClass> class_of_server(const Part& part, const Catalog& catalog, const PriceList& prices) {
    const double gpus = part.value_or("gpus", 0);
    if (part.text_or("role", "") == "equipment") return std::nullopt; // it may be anything
    if (gpus <= 0) return PriceClass{"server.none", 1};
    if (part.text_or("offer", "") == "cloud") return std::nullopt; // rented, not sold
    const std::optional<Part> accelerator = accelerator_of(part, catalog);
    if (!accelerator) return std::nullopt;
    const std::string of = fmt::format("server.{}", std::string(accelerator->text_or("architecture", "")));
    const double domain = part.value_or("scale_up_domain", gpus);
    const bool is_card = accelerator->text_or("form", "") == "pcie"; // however few stand in a server
    // Parts sold under rules or in quantities of their own: for export, retired, cards.
    const std::string alone = fmt::format("server.{}", accelerator->id);
    for (const std::string& id : {alone,
                                  domain >= rack_scale ? of + ".rack"
                                  : is_card            ? of + ".pcie"
                                                       : of,
                                  of})
        if (find_price(prices.classes, id)) return PriceClass{id, gpus};
    return std::nullopt; // not for sale
}

std::optional<PriceClass> class_of_cooling(const Part& part) {
    const double kilowatts = part.value_or("capacity", 0) / 1e3;
    if (kilowatts <= 0) return std::nullopt;
    const std::string_view kind = part.text_or("cooling", "");
    if (kind == "cdu" || kind == "liquid-to-air") return PriceClass{"cooling.cdu", kilowatts};
    if (kind == "rdhx") return PriceClass{"cooling.rdhx", kilowatts};
    return PriceClass{"cooling.crah", kilowatts};
}

std::optional<PriceClass> class_of_storage(const Part& part) {
    const double bytes = part.value_or("capacity", 0);
    if (bytes <= 0) return std::nullopt;
    return PriceClass{bytes >= large_storage ? "storage.large" : "storage", bytes / terabyte};
}

std::optional<PriceClass> class_of_rack(const Part& part) {
    const std::string_view cooling = part.text_or("cooling", "air");
    return PriceClass{cooling == "air" ? "rack" : "rack.liquid", 1};
}

} // namespace

std::optional<PriceClass> price_class_of(const BillRow& row, const Part* part, const Catalog& catalog,
                                         const PriceList& prices) {
    if (row.group == BillGroup::cable)
        return !row.length ? std::nullopt
               : part && part->text_or("medium", "") == "fibre"
                   ? std::optional<PriceClass>({"fibre", *row.length})
                   : std::optional<PriceClass>({"cable", 1});
    if (!part) return row.group == BillGroup::rack ? std::optional<PriceClass>({"rack", 1}) : std::nullopt;
    switch (row.group) {
    case BillGroup::server: return class_of_server(*part, catalog, prices);
    case BillGroup::switch_: {
        const double ports = part->value_or("ports", 0), rate = part->value_or("port_rate", 0);
        return ports > 0 && rate > 0 ? std::optional<PriceClass>({by_rate("switch", rate), ports})
                                     : std::nullopt;
    }
    case BillGroup::optic: {
        const double rate = part->value_or("rate", 0);
        return rate > 0 ? std::optional<PriceClass>({by_rate("optic", rate), 1}) : std::nullopt;
    }
    case BillGroup::storage: return class_of_storage(*part);
    case BillGroup::rack: return class_of_rack(*part);
    case BillGroup::feed: {
        const double kilowatts =
            part->value_or("apparent_power", 0) * part->value_or("power_factor", 1) / 1e3;
        return kilowatts > 0 ? std::optional<PriceClass>({"feed", kilowatts}) : std::nullopt;
    }
    case BillGroup::cooling: return class_of_cooling(*part);
    case BillGroup::cable: break;
    }
    return std::nullopt;
}

bool comes_with_space(const BillRow& row, const Part* part) {
    if (!part) return false;
    if (row.group == BillGroup::cooling) {
        const std::string_view kind = part->text_or("cooling", "");
        return kind != "cdu" && kind != "rdhx" && kind != "liquid-to-air";
    }
    if (row.group == BillGroup::feed) {
        const std::string_view kind = part->text_or("feed", part->text_or("supply", ""));
        return kind == "ups" || kind == "transformer" || kind == "generator" || kind == "utility" ||
               kind == "switchgear";
    }
    return false;
}

} // namespace roofrack
