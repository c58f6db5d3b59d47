// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/project_input.h"

#include "core/bill/bill_of_materials.h"
#include "core/project/atomic_file.h"
#include "core/report/json_number.h"
#include "core/units/quantity_text.h"

#include <algorithm>
#include <fmt/format.h>
#include <memory>
#include <nlohmann/json.hpp>

namespace roofrack::cli {

namespace {

using Json = nlohmann::ordered_json;

struct BomOptions {
    ProjectInput input;
    std::string csv;
};

Json to_json(const BillOfMaterials& bill, const Cluster& cluster) {
    Json rows = Json::array(), links = Json::array();
    for (const BillRow& row : bill.rows)
        rows.push_back({{"group", name_of(row.group)},
                        {"tier", row.tier > 0 ? Json(row.tier) : Json(nullptr)},
                        {"part", row.part.empty() ? Json(nullptr) : Json(row.part)},
                        {"name", row.name},
                        {"count", row.count},
                        {"unit", row.unit},
                        {"length_m", finite_or_null(row.length)},
                        {"power_w", finite_or_null(row.power)},
                        {"power_status", name_of(row.power_status)},
                        {"power_source", row.power_source},
                        {"price_usd", finite_or_null(row.price)},
                        {"price_status", name_of(row.price_status)},
                        {"note", row.note},
                        {"drawn", row.drawn}});
    for (const LinkCabling& cabling : bill.links) {
        Json sold = Json::array();
        for (const auto& [length, count] : cabling.sold)
            sold.push_back({{"length_m", length}, {"count", count}});
        const bool measured = !cabling.sold.empty();
        links.push_back({{"id", cluster.links[static_cast<size_t>(cabling.link)].id},
                         {"count", cabling.count},
                         {"rate", cabling.rate ? Json(cabling.rate->si()) : Json(nullptr)},
                         {"shortest_m", measured ? Json(cabling.shortest) : Json(nullptr)},
                         {"median_m", measured ? Json(cabling.median) : Json(nullptr)},
                         {"longest_m", measured ? Json(cabling.longest) : Json(nullptr)},
                         {"sold", std::move(sold)}});
    }
    const BillTotals& totals = bill.totals;
    return {{"rows", std::move(rows)},
            {"links", std::move(links)},
            {"totals",
             {{"gpus", totals.gpus},
              {"servers", totals.servers},
              {"switches", totals.switches},
              {"optics", totals.optics},
              {"cables", totals.cables},
              {"cable_length_m", totals.cable_length},
              {"it_power_w", totals.it_power},
              {"cooling_power_w", totals.cooling_power},
              {"unknown_power", totals.without_power.size()},
              {"price_usd", totals.price},
              {"unknown_price", totals.without_price.size()}}}};
}

void print(const BillOfMaterials& bill, const Cluster& cluster) {
    size_t width = 4;
    for (const BillRow& row : bill.rows) width = std::max(width, row.name.size());
    fmt::print("{:<9} {:<{}} {:>10} {:>8} {:>10} {:>10}\n", "", "Part", width, "Count", "Length", "Power",
               "Price");
    for (const BillRow& row : bill.rows) {
        const std::string group = row.tier > 0 ? fmt::format("{} {}", name_of(row.group), row.tier)
                                               : std::string(name_of(row.group));
        fmt::print("{:<9} {:<{}} {:>10} {:>8} {:>10} {:>10}{}\n", group, row.name, width,
                   format_count(row.count), row.length ? fmt::format("{:g} m", *row.length) : "",
                   row.power && *row.power > 0 ? format_quantity(*row.power, Dimension::power) : "",
                   row.price ? format_quantity(*row.price, Dimension::money) : "",
                   row.note.empty() ? "" : "  " + row.note);
    }
    fmt::print("\n");
    for (const LinkCabling& cabling : bill.links)
        if (!cabling.sold.empty())
            fmt::print("{}: {} cables of {:.1f} to {:.1f} m, half of them up to {:.1f} m\n",
                       cluster.links[static_cast<size_t>(cabling.link)].id, format_count(cabling.count),
                       cabling.shortest, cabling.longest, cabling.median);
    fmt::print("{}\n", totals_text(bill.totals));
}

void run(const BomOptions& options, int& exit_code) {
    const Catalog& catalog = Catalog::built_in();
    const auto scenario = options.input.load(catalog);
    if (!scenario) {
        exit_code = report(scenario.error());
        return;
    }
    const auto bill = bill_of_materials(scenario->cluster, catalog);
    if (!bill) {
        Diagnostic error = bill.error();
        error.where = options.input.path + ": " + error.where;
        exit_code = report(error);
        return;
    }
    exit_code = Exit::done;
    if (!options.csv.empty())
        if (const auto written = write_file_atomically(options.csv, bill_csv(*bill)); !written) {
            exit_code = report(written.error());
            return;
        }
    if (options.input.json)
        fmt::print("{}\n",
                   to_json(*bill, scenario->cluster).dump(2, ' ', false, Json::error_handler_t::replace));
    else
        print(*bill, scenario->cluster);
}

} // namespace

void add_bom(CLI::App& app, int& exit_code) {
    CLI::App* command = app.add_subcommand(
        "bom", "Bill of materials: servers, switches, optics, cables with lengths, racks, feeds, cooling");
    command->footer("Example: roofrack-cli bom samples/dgx-h100-su.roofrack.json --csv su.csv");
    auto options = std::make_shared<BomOptions>();
    options->input.add_to(*command);
    command->add_option("--csv", options->csv, "also write the rows to this file");
    command->callback([options, &exit_code] { run(*options, exit_code); });
}

} // namespace roofrack::cli
