// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measured/draft/draft_machine.h"

#include "core/base/catalog/catalog.h"
#include "core/base/units/ascii_text.h"
#include "core/measured/measure/run_config_models.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <fmt/format.h>

namespace roofrack {

namespace {

constexpr std::array<std::pair<std::string_view, std::string_view>, 6> networks{{{"infiniband", "InfiniBand"},
                                                                                 {"roce", "RoCE"},
                                                                                 {"ethernet", "Ethernet"},
                                                                                 {"omni-path", "Omni-Path"},
                                                                                 {"efa", "EFA"},
                                                                                 {"slingshot", "Slingshot"}}};

/// Boards ("PG509"), architectures ("gfx942", "sm90") and sockets: what stands so before figures is no GPU.
constexpr std::array<std::string_view, 5> no_gpus{"pg", "gfx", "sm", "sxm", "hbm"};

bool is_letter(char c) { return c >= 'a' && c <= 'z'; }
bool is_figure(char c) { return c >= '0' && c <= '9'; }

/// How far the memory is from that of the part, as a share; makers print GB, drivers count GiB less a rest.
double memory_distance(const Part& part, double memory) {
    const double known = part.value_or("hbm_capacity", 0);
    if (known <= 0 || memory <= 0) return 1;
    const double gibibyte = 1073741824.0 / 1e9;
    return std::min(std::abs(std::log(memory / known)), std::abs(std::log(memory / (known * gibibyte))));
}

/// "AMD GPU (304 compute units, 206 GB)" → 206e9; 0: it says none.
double memory_in(std::string_view name) {
    const size_t unit = name.find(" GB");
    if (unit == std::string_view::npos) return 0;
    size_t begin = unit;
    while (begin > 0 && is_figure(name[begin - 1])) --begin;
    double value = 0;
    std::from_chars(name.data() + begin, name.data() + unit, value);
    return value * 1e9;
}

/// "H20" is not the beginning of "H200".
bool is_of_family(const Part& part, std::string_view family) {
    const std::string id = lower(part.id);
    return id.starts_with(family) && (id.size() == family.size() || !is_figure(id[family.size()]));
}

} // namespace

std::string gpu_family(std::string_view name) {
    std::string word;
    for (const char c : lower(name) + ' ') {
        if (is_letter(c) || is_figure(c)) {
            word += c;
            continue;
        }
        const auto letters = static_cast<size_t>(std::ranges::find_if_not(word, is_letter) - word.begin());
        const auto rest = std::string_view(word).substr(letters);
        const auto figures = static_cast<size_t>(std::ranges::find_if_not(rest, is_figure) - rest.begin());
        const bool is_sold_so = std::ranges::find(no_gpus, word.substr(0, letters)) == no_gpus.end();
        if (letters >= 1 && letters <= 3 && figures >= 2 && figures <= 4 && rest.size() <= figures + 1 &&
            is_sold_so) {
            for (char& each : word)
                if (is_letter(each)) each = static_cast<char>(each - 'a' + 'A');
            return word;
        }
        word.clear();
    }
    return {};
}

FoundAccelerator find_accelerator(std::string_view name, double memory, const Catalog& catalog) {
    constexpr double alike = 0.08;
    if (name.empty()) return {};
    if (const Part* exact = published_accelerator(catalog, name)) {
        // "H100" alone means one of several by convention; memory may say another.
        const bool is_whole = catalog.part(PartKind::accelerator, name) != exact || memory <= 0 ||
                              memory_distance(*exact, memory) <= alike;
        if (is_whole) return {exact, false, {}};
    }
    const std::string family = lower(gpu_family(name));
    const double size = memory > 0 ? memory : memory_in(name);
    std::vector<const Part*> fits;
    for (const Part& part : catalog.parts()) {
        if (part.kind != PartKind::accelerator) continue;
        if (!family.empty() && !is_of_family(part, family)) continue;
        if (family.empty() && (part.vendor.empty() || !lower(name).starts_with(lower(part.vendor)))) continue;
        if (size > 0 && memory_distance(part, size) > alike) continue;
        fits.push_back(&part);
    }
    if (fits.empty()) return {};
    if (!family.empty()) {
        // Modules before cards of the same memory, as servers for training have them.
        const Part* const usual = catalog.part(PartKind::accelerator, family);
        const Part* chosen = std::ranges::find(fits, usual) != fits.end() ? usual : fits.front();
        if (size > 0)
            chosen = *std::ranges::min_element(fits, {}, [&](const Part* part) {
                return std::pair(part->text_or("scale_up", "") == "pcie", memory_distance(*part, size));
            });
        return {chosen, true,
                size > 0 ? fmt::format("“{}” with {:.0f} GB", name, size / 1e9)
                         : fmt::format("“{}” is of several", name)};
    }
    if (fits.size() != 1 || size <= 0) return {};
    return {fits.front(), true,
            fmt::format("“{}”: of its maker this one alone has {:.0f} GB", name, size / 1e9)};
}

std::string scale_up_name(const Part& accelerator) {
    static constexpr std::array<std::pair<std::string_view, std::string_view>, 9> known{
        {{"nvlink", "NVLink"},
         {"infinity-fabric", "Infinity Fabric"},
         {"ici", "ICI"},
         {"pcie", "PCIe"},
         {"ethernet", "Ethernet"},
         {"hccs", "HCCS"},
         {"neuronlink", "NeuronLink"},
         {"ualink", "UALink"},
         {"unified-bus", "Unified Bus"}}};
    const std::string_view kind = accelerator.text_or("scale_up", "");
    for (const auto& [name, label] : known)
        if (name == kind) return std::string(label);
    return std::string(kind);
}

std::string network_name(std::string_view kind) {
    for (const auto& [name, label] : networks)
        if (name == kind) return std::string(label);
    return std::string(kind);
}

bool is_network_kind(std::string_view kind) {
    return std::ranges::any_of(networks, [&](const auto& each) { return each.first == kind; });
}

double told_network_gbps(const ToldRun& run, double gpus_per_server) {
    constexpr double omni_path_gbps = 100; // Omni-Path 100, the only one with adapters hfi1
    if (const double told = run.number("network_gbps"); told > 0) return told;
    double rate = run.number("nic_gbps");
    if (rate <= 0 && run.text("network") == "omni-path") rate = omni_path_gbps;
    return gpus_per_server > 0 ? run.number("nics") * rate / gpus_per_server : 0;
}

} // namespace roofrack
