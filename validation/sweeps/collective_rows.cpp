// SPDX-License-Identifier: GPL-3.0-or-later
#include "validation/sweeps/collective_rows.h"

#include "core/base/units/ascii_text.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace roofrack {

namespace {

LinkClass network_class(std::string_view text, CollectiveRow& row) {
    if (has(text, "omni-path")) return LinkClass::omnipath;
    if (has(text, "efa")) return LinkClass::efa;
    if (has(text, "slingshot")) return LinkClass::slingshot;
    if (has(text, "roce") || has(text, "ethernet")) return LinkClass::roce;
    if (!has(text, "ib") && !has(text, "infiniband")) row.assumed.push_back("network = InfiniBand");
    return LinkClass::infiniband;
}

} // namespace

bool holds_collectives(const Table& table) {
    return table.column("collective") != std::string::npos && table.column("size_bytes") != std::string::npos;
}

Result<CollectiveRow> collective_row(const RunRow& cells, const Catalog& catalog) {
    CollectiveRow row;
    row.id = cells.text("id");
    row.series = cells.text("series").empty() ? row.id : std::string(cells.text("series"));
    row.source = cells.text("source");
    row.use = cells.text("use");
    const auto known = collective(cells.text("collective"));
    if (!known) return fail("", fmt::format("collective '{}' is not predicted", cells.text("collective")));
    row.collective = *known;
    row.bytes = cells.number("size_bytes");
    if (!(row.bytes > 0)) return fail("", "no message size");
    row.gpus = cells.number("gpus");
    if (!(row.gpus >= 2)) return fail("", "no number of GPUs");
    const Part* gpu = catalog.part(PartKind::accelerator, cells.text("gpu"));
    if (!gpu) return fail("", fmt::format("accelerator '{}' is not in the catalogue", cells.text("gpu")));
    const double rate = gpu->value_or("scale_up_rate", 0);

    const std::string net = lower(cells.text("inter_net"));
    const bool one_node = has(net, "single");
    double domain = one_node ? row.gpus : cells.number("gpus_per_node");
    if (!(domain >= 1)) {
        domain = std::min(row.gpus, 8.0);
        row.assumed.push_back("gpus_per_node = 8");
    }
    // Several trays of one rack are one NVLink domain.
    if (gpu->value_or("scale_up_domain_max", 8) > 16)
        domain = std::max(domain, std::min(row.gpus, gpu->value_or("scale_up_domain_max", 8)));
    const double nic = cells.number("nic_gbps_per_gpu") / 8 * 1e9;
    if (domain < row.gpus && !(nic > 0)) return fail("", "no network rate a GPU");
    const LinkClass net_class = domain < row.gpus ? network_class(net, row) : LinkClass::infiniband;
    row.fabric = flat_fabric(row.gpus, domain, domain, ByteRate(rate), ByteRate(nic), net_class,
                             std::string(cells.text("gpu")));
    // One rank a node leaves NVLink idle.
    if (domain <= 1) {
        row.fabric.levels.front().inside_class = LinkClass::pcie;
        row.fabric.levels.front().inside = ByteRate(rate);
    }
    row.architecture = gpu->text_or("architecture", "");
    row.transport = domain < row.gpus ? name_of(net_class) : row.architecture;
    row.nvls = reduces_in_switch(*gpu);
    row.variant = network_variant(cells.text("variant"));
    row.fabric_name =
        fmt::format("{}, {}", cells.text("gpu"),
                    domain < row.gpus ? cells.text("inter_net") : std::string_view("one domain"));

    const double seconds = cells.number("time_us") * 1e-6, bus = cells.number("busbw_GBps") * 1e9;
    if (seconds > 0)
        row.seconds = seconds;
    else if (bus > 0)
        row.seconds = bus_factor(row.collective, row.gpus) * row.bytes / bus;
    else
        return fail("", "no measured time");
    return row;
}

Result<std::vector<CollectiveRow>> collective_rows(const Table& table, const std::string& where,
                                                   const Catalog& catalog, bool core_only,
                                                   std::vector<SkippedRow>& skipped) {
    for (const std::string_view needed : {"id", "gpu", "gpus", "gpus_per_node", "collective", "size_bytes"})
        if (table.column(needed) == std::string::npos)
            return fail(where, fmt::format("no column '{}'", needed), "give the columns of COLLECTIVES.csv");
    std::vector<CollectiveRow> out;
    for (size_t i = 0; i < table.rows.size(); ++i) {
        const RunRow cells(table, i);
        const std::string use(cells.text("use"));
        if (core_only && use != "core") continue;
        auto row = collective_row(cells, catalog);
        if (!row)
            skipped.push_back({std::string(cells.text("id")), row.error().what, use});
        else if (!std::isfinite(predict(*row, CollectiveConstants::built_in())))
            skipped.push_back({row->id, "no finite prediction", use});
        else
            out.push_back(std::move(*row));
    }
    return out;
}

TestedLibrary library_of(const CollectiveRow& row) {
    TestedLibrary out;
    out.variant = row.variant;
    out.nvls = row.nvls;
    out.architecture = row.architecture;
    return out;
}

ExpectedCollective expected(const CollectiveRow& row) {
    return TestedGroup(row.fabric, row.gpus, 1, library_of(row)).expect(row.collective, row.bytes);
}

double predict(const CollectiveRow& row, const CollectiveConstants& constants) {
    return formula_time(row.collective, row.bytes,
                        tested_path(row.fabric, row.gpus, 1, library_of(row), constants));
}

} // namespace roofrack
