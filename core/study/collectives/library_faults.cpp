// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/collectives/library_faults.h"

#include "core/base/constants/embedded.h"
#include "core/base/figures/builder.h"
#include "core/base/units/json_fields.h"

#include <algorithm>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace roofrack {

namespace {

Result<LibraryFault> fault_of(const nlohmann::json& entry, const std::string& where) {
    JsonFields fields(entry, where);
    fields.only({"id", "what", "library", "remedy", "measured", "source", "date", "collective", "with",
                 "without", "accelerators", "architectures", "networks", "least_domains", "least_nic"});
    fields.require(
        {"id", "what", "library", "remedy", "measured", "source", "date", "collective", "with", "without"});
    LibraryFault out;
    out.id = fields.text("id");
    out.what = fields.text("what");
    out.library = fields.text("library");
    out.remedy = fields.text("remedy");
    out.measured = fields.text("measured");
    out.source = fields.text("source");
    out.date = fields.text("date");
    out.with = ByteRate(fields.quantity("with", Dimension::byte_rate));
    out.without = ByteRate(fields.quantity("without", Dimension::byte_rate));
    out.accelerators = fields.texts("accelerators");
    out.architectures = fields.texts("architectures");
    out.least_domains = fields.count("least_domains", 1);
    out.least_nic = ByteRate(fields.quantity("least_nic", Dimension::byte_rate));
    const std::string name = fields.text("collective");
    if (const auto known = collective(name))
        out.collective = *known;
    else
        fields.fail_at("collective", fmt::format("there is no collective '{}'", name),
                       "name it as nccl-tests does");
    for (const std::string& each : fields.texts("networks")) {
        const auto known = link_class(each);
        if (known)
            out.networks.push_back(*known);
        else
            fields.fail_at("networks", fmt::format("there is no class of links '{}'", each),
                           "name infiniband, roce, efa or slingshot");
    }
    if (fields.error()) return tl::unexpected(*fields.error());
    return out;
}

template<class T>
bool is_any_of(const std::vector<T>& named, const T& value) {
    return named.empty() || std::ranges::find(named, value) != named.end();
}

bool meets(const TestedFabric& on, const LibraryFault& fault) {
    if (on.fabric.levels.empty()) return false;
    const bool has_gpu =
        fault.accelerators.empty() || std::ranges::any_of(on.accelerators, [&](const std::string& id) {
            return is_any_of(fault.accelerators, id);
        });
    const FabricLevel& inner = on.fabric.levels.front();
    return has_gpu && is_any_of(fault.architectures, on.architecture) &&
           is_any_of(fault.networks, inner.link_class) && inner.egress >= fault.least_nic * (1 - 1e-9) &&
           on.fabric.gpus >= fault.least_domains * on.domain();
}

} // namespace

Result<std::vector<LibraryFault>> parse_library_faults(std::string_view text, std::string_view where) {
    const auto json = json_or_discarded(text);
    if (!json.is_object() || !json.contains("faults") || !json["faults"].is_array())
        return fail(std::string(where), "no list 'faults'", "list the faults of the library");
    std::vector<LibraryFault> out;
    for (const auto& entry : json["faults"]) {
        auto fault = fault_of(entry, fmt::format("{}#/faults/{}", where, out.size()));
        if (!fault) return tl::unexpected(fault.error());
        out.push_back(std::move(*fault));
    }
    return out;
}

const std::vector<LibraryFault>& library_faults() {
    static const std::vector<LibraryFault> faults =
        parse_embedded("resources/cost/library_faults.json", parse_library_faults);
    return faults;
}

std::vector<LibraryFault> faults_met(const TestedFabric& on) {
    std::vector<LibraryFault> out;
    for (const LibraryFault& fault : library_faults())
        if (meets(on, fault)) out.push_back(fault);
    return out;
}

void describe(figures::Builder<LibraryFault>& f) {
    using namespace figures;
    using F = LibraryFault;
    f.text("id", &F::id, "id", "its name in the table", names_item);
    f.text("what", &F::what, "fault", "what is slow");
    f.choice("collective", &F::collective, "collective", "that it slows", all_up_to(Collective::reduce));
    f.number("with_bytes_per_s", &F::with, bytes_per_second, "with the fault",
             "bus bandwidth that was measured", always);
    f.number("without_bytes_per_s", &F::without, bytes_per_second, "without it",
             "bus bandwidth that was measured there without the fault", always);
    f.text("measured", &F::measured, "measured on", "machine of the two figures");
    f.text("library", &F::library, "library", "versions that have it");
    f.text("remedy", &F::remedy, "avoided by", "switch or version that avoids it");
    f.text("source", &F::source, "source", "where it is published");
    f.text("date", &F::date, "date", "of the source");
}

} // namespace roofrack
