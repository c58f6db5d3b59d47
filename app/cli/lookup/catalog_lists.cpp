// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/lookup/catalog_lists.h"

#include "app/cli/base/columns.h"
#include "app/cli/base/output.h"
#include "app/cli/base/output_file.h"
#include "app/cli/base/project_input.h"
#include "core/answers/report/parts/prices_json.h"
#include "core/base/catalog/catalog.h"
#include "core/base/units/quantity_text.h"
#include "core/drawing/project/project_file.h"
#include "core/facility/economics/price_lines.h"
#include "core/measured/interchange/parts_csv.h"
#include "core/measured/interchange/prices_csv.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <memory>
#include <nlohmann/json.hpp>

namespace roofrack::cli {

namespace {

struct ListArguments {
    std::string file; ///< the CSV that is read
    std::string kind;
    std::vector<std::string> rates; ///< "EUR=1.08"
    OutputFile out;
    bool csv = false;
    std::shared_ptr<const CatalogTarget> target;
};

std::string price_text(const PriceLine& line) {
    if (line.basis == PriceBasis::none) return "not known";
    const auto amount = [&](double value) {
        return line.currency == "USD" ? format_quantity(value, Dimension::money, 3)
                                      : fmt::format("{:.6g} {}", value, line.currency);
    };
    return line.price.low == line.price.high ? amount(line.price.likely)
                                             : fmt::format("{} ({} to {})", amount(line.price.likely),
                                                           amount(line.price.low), amount(line.price.high));
}

void print_price_lines(const std::vector<PriceLine>& lines) {
    const size_t item_width = column_width(22, lines, &PriceLine::item),
                 price_width = column_width(34, lines, price_text);
    for (const PriceLine& line : lines)
        print_text("{:<{}} {:<11} {:<{}} {:<9} {:<11} {}\n", line.item, item_width, line.kind,
                   price_text(line), price_width, name_of(line.basis),
                   line.basis == PriceBasis::none ? "" : name_of(line.status), line.source);
}

int print_prices(const ListArguments& arguments) {
    const Catalog& catalog = Catalog::built_in();
    if (!arguments.kind.empty() && arguments.kind != "class" && !part_kind(arguments.kind))
        throw UsageError{
            {"--kind", fmt::format("unknown kind '{}'", arguments.kind),
             "use accelerator, server, switch, nic, cable, storage, rack, cooling, feed or class"}};
    std::optional<ChosenScenario> chosen;
    if (!arguments.target->project.empty())
        chosen = ProjectInput{arguments.target->project, arguments.target->scenario, {}}.load(catalog);
    std::vector<PriceLine> lines = price_lines(chosen ? &chosen->given : nullptr, catalog);
    std::erase_if(
        lines, [&](const PriceLine& line) { return !arguments.kind.empty() && line.kind != arguments.kind; });
    if (arguments.target->json)
        print_json(prices_json(lines));
    else if (arguments.csv)
        std::fputs(price_lines_csv(lines).c_str(), stdout);
    else
        print_price_lines(lines);
    return Exit::done;
}

/// The list, and the project with its scenario that it goes into.
struct Target {
    Project project;
    Scenario* scenario = nullptr;
    Table list;
};

/// What is wrong with the call or a file is thrown.
Target target_of(const ListArguments& arguments) {
    value_or_throw<BadInput>(arguments.out.check());
    const std::string& path = arguments.target->project;
    if (path.empty()) throw UsageError{{"--project", "no project takes the list", "name one"}};
    Target out{given_project(path, Catalog::built_in()), nullptr, {}};
    const auto at =
        &scenario_named(out.project, arguments.target->scenario, path) - out.project.scenarios.data();
    out.scenario = &out.project.scenarios[static_cast<size_t>(at)];
    out.list = value_or_throw<BadInput>(read_csv(arguments.file));
    return out;
}

/// Says every row that is left out; nothing is written where there is one.
int write_unless(const std::vector<Diagnostic>& faults, const ListArguments& arguments,
                 const Project& project, const std::string& done) {
    for (const Diagnostic& fault : faults) report(fault);
    if (!faults.empty()) {
        print_text("Nothing is written: {} row{} of {} cannot be taken.\n", faults.size(),
                   faults.size() == 1 ? "" : "s", arguments.file);
        return Exit::bad_input;
    }
    if (const auto written = write_project(project, arguments.out.path, Catalog::built_in()); !written)
        return report(written.error());
    print_text("{}\n", done);
    return Exit::done;
}

int take_parts(const ListArguments& arguments) {
    Target target = target_of(arguments);
    auto read = import_parts_csv(target.list, arguments.file, *target.scenario, Catalog::built_in());
    if (!read) return report(read.error());
    for (const Diagnostic& warning : read->warnings) warn(warning);
    *target.scenario = std::move(read->scenario);
    return write_unless(read->faults, arguments, target.project,
                        fmt::format("{} is written: {} {} new, {} changed.", arguments.out.path, read->added,
                                    read->added == 1 ? "part is" : "parts are", read->changed));
}

std::map<std::string, double> rates_of(const std::vector<std::string>& texts) {
    std::map<std::string, double> out;
    for (const std::string& text : texts) {
        const size_t equals = text.find('=');
        const auto rate = equals == std::string::npos
                              ? Result<double>(fail(text, "there is no '='", ""))
                              : parse_quantity(text.substr(equals + 1), Dimension::number);
        if (!rate || !(*rate > 0) || !std::isfinite(*rate))
            throw UsageError{{"--rate " + text, "this is no rate", "write CURRENCY=DOLLARS, as EUR=1.08"}};
        out[text.substr(0, equals)] = *rate;
    }
    return out;
}

int take_prices(const ListArguments& arguments) {
    const auto rates = rates_of(arguments.rates);
    Target target = target_of(arguments);
    auto read = import_prices_csv(target.list, arguments.file, *target.scenario, rates, Catalog::built_in(),
                                  PriceList::built_in());
    if (!read) return report(read.error());
    target.scenario->site.prices = std::move(read->prices);
    return write_unless(read->faults, arguments, target.project,
                        fmt::format("{} is written: {} {} taken, {} {} what held before.", arguments.out.path,
                                    read->taken, read->taken == 1 ? "price is" : "prices are",
                                    read->unchanged, read->unchanged == 1 ? "says" : "say"));
}

} // namespace

void add_catalog_lists(const Command& catalog, const std::shared_ptr<const CatalogTarget>& target) {
    const auto arguments = std::make_shared<ListArguments>();
    arguments->target = target;
    const Command prices =
        catalog.add_subcommand("prices", "What each part and class of parts costs, and where that is from");
    prices.fallthrough();
    prices.add_option("--kind", arguments->kind, "Only this kind of part, or class");
    prices.add_flag("--csv", arguments->csv, "As a table, which take-prices reads");
    prices.footer("Example:\n  roofrack-cli catalog prices --kind server --csv > prices.csv");
    prices.callback([arguments] { return print_prices(*arguments); });

    const auto add_target = [&](const Command& command) {
        command.fallthrough();
        command.add_option("FILE", arguments->file, "The list").required();
        arguments->out.add_to(command, "-o,--out", "NAME.roofrack.json").required();
    };
    const Command parts = catalog.add_subcommand(
        "take-parts", "Adds parts of one's own to --project from a table: a part a row, a figure a column");
    add_target(parts);
    parts.footer("Example:\n  roofrack-cli catalog take-parts gpus.csv --project hall.roofrack.json -o "
                 "hall2.roofrack.json");
    parts.callback([arguments] { return take_parts(*arguments); });

    const Command list = catalog.add_subcommand(
        "take-prices",
        "Takes a list of prices into --project: item, likely, low, high, currency, date, source");
    add_target(list);
    list.add_option("--rate", arguments->rates, "CURRENCY=DOLLARS: what one of it is worth").one_value_each();
    list.footer("Example:\n  roofrack-cli catalog take-prices quotes.csv --project hall.roofrack.json --rate "
                "EUR=1.08 -o hall2.roofrack.json");
    list.callback([arguments] { return take_prices(*arguments); });
}

} // namespace roofrack::cli
