// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/base/output.h"
#include "app/cli/base/output_file.h"
#include "app/cli/base/project_answers.h"
#include "app/cli/base/project_input.h"

#include "core/answers/drawing_answers.h"
#include "core/answers/report/drawing/bom_json.h"
#include "core/base/files/atomic_file.h"
#include "core/base/units/quantity_text.h"
#include "core/drawing/bill/bill_text.h"
#include "core/facility/economics/capital_text.h"

#include <algorithm>
#include <fmt/format.h>
#include <memory>
#include <nlohmann/json.hpp>

namespace roofrack::cli {

namespace {

struct BomOptions {
    ProjectInput input;
    OutputFile csv;
};

std::string price_text(const CapitalRow& row) {
    if (row.basis == PriceBasis::none) return {};
    return (row.basis == PriceBasis::estimate ? "≈" : "") +
           format_quantity(row.price.likely, Dimension::money);
}

/// Each part once: a cable of many lengths has one price a metre.
void print_sources(const Capital& capital, size_t width) {
    std::vector<std::string> said;
    for (const CapitalRow& row : capital.rows) {
        const std::string line = formatted("  {:<{}}  {}", row.name, width, price_source_text(row));
        if (price_source_text(row).empty() || std::ranges::find(said, line) != said.end()) continue;
        if (said.empty()) print_text("Sources of the prices:\n");
        print_text("{}\n", line);
        said.push_back(line);
    }
}

/// Each part once, with what of it only its maker says.
void print_announced(const BillOfMaterials& bill, size_t width) {
    std::vector<std::string> said;
    for (const BillRow& row : bill.rows) {
        const std::string line = formatted("  {:<{}}  {}", row.name, width, row.announced);
        if (row.announced.empty() || std::ranges::find(said, line) != said.end()) continue;
        if (said.empty()) print_text("Announced, so that what rests on it has a wider band:\n");
        print_text("{}\n", line);
        said.push_back(line);
    }
}

/// "", or the cell of the column that stands there where the drawing says what is bought.
std::string procurement_text(const BillRow& row, const Capital& capital) {
    if (!capital.says_procurement) return {};
    if (row.procurement == Procurement::owned) return fmt::format("{:<24}", "there already");
    if (row.procurement == Procurement::buy) return fmt::format("{:<24}", "to buy");
    return fmt::format("{:<24}",
                       row.sale ? "to sell at " + format_quantity(*row.sale, Dimension::money) : "to sell");
}

void print(const BillOfMaterials& bill, const Cluster& cluster, const Capital& capital) {
    if (const std::string by = price_status_text(capital); !by.empty())
        print_text("{}; {}\n\n", capital_text(capital), by);
    size_t width = 4;
    for (const BillRow& row : bill.rows) width = std::max(width, row.name.size());
    print_text("{:<9} {:<{}} {:>10} {:>8} {:>10} {:>10} {:>19}  {}{}\n", "", "Part", width, "Count", "Length",
               "Power", "Price", "Low to high",
               capital.says_procurement ? fmt::format("{:<24}", "Ownership") : "", "Price is from");
    for (size_t i = 0; i < bill.rows.size(); ++i) {
        const BillRow& row = bill.rows[i];
        const std::string group = row.tier > 0 ? fmt::format("{} {}", name_of(row.group), row.tier)
                                               : std::string(name_of(row.group));
        print_text(
            "{:<9} {:<{}} {:>10} {:>8} {:>10} {:>10} {:>19}  {}{:<22}{}\n", group, row.name, width,
            format_count(row.count), row.length ? fmt::format("{:g} m", *row.length) : "",
            row.power && *row.power > 0 ? format_quantity(*row.power, Dimension::power) : "",
            price_text(capital.rows[i]), price_range_text(capital.rows[i]), procurement_text(row, capital),
            capital.rows[i].basis == PriceBasis::none ? "not known" : price_status_text(capital.rows[i]),
            (row.announced.empty() ? "" : "  announced") + (row.note.empty() ? "" : "  " + row.note));
    }
    if (estimated_share(capital) > 0)
        print_text("≈: estimated by its class; --csv and --json have the bands\n");
    print_announced(bill, width);
    print_sources(capital, width);
    print_text("\n");
    for (const LinkCabling& cabling : bill.links)
        if (!cabling.sold.empty())
            print_text("{}: {} cables of {:.1f} to {:.1f} m, half of them up to {:.1f} m\n",
                       cluster.links[static_cast<size_t>(cabling.link)].id, format_count(cabling.count),
                       cabling.shortest, cabling.longest, cabling.median);
    print_text("{}\n{}\n", pieces_text(bill.totals), capital_text(capital));
}

int run_bom(const BomOptions& options) {
    value_or_throw<BadInput>(options.csv.check_beside(options.input.path));
    const ProjectAnswers project(options.input);
    const Cluster& cluster = project.answers().scenario().cluster;
    const auto& [bill, capital] = project.need<PricedBill>();
    if (!options.csv.path.empty())
        value_or_throw<BadInput>(write_file_atomically(options.csv.path, priced_bill_csv(bill, capital)));
    if (options.input.json)
        print_json(bom_json(bill, cluster, capital));
    else
        print(bill, cluster, capital);
    return Exit::done;
}

} // namespace

void add_bom(const Command& program) {
    const Command command = program.add_subcommand(
        "bom", "Bill of materials: servers, switches, optics, cables with lengths, racks, feeds, cooling");
    command.footer("Example: roofrack-cli bom samples/dgx-h100-su.roofrack.json --csv su.csv");
    auto options = std::make_shared<BomOptions>();
    options->input.add_to(command);
    options->csv.add_to(command, "--csv", "also write the rows to this file");
    command.callback([options] { return run_bom(*options); });
}

} // namespace roofrack::cli
