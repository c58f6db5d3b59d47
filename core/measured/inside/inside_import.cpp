// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measured/inside/inside_import.h"

#include "core/base/catalog/catalog.h"
#include "core/base/catalog/missing.h"
#include "core/drawing/project/new_part.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <map>
#include <set>
#include <tuple>

namespace roofrack {

namespace {

/// What both files tell together.
struct WholeInside {
    ServerInside base;   ///< its relations
    double pci_rate = 0; ///< B/s of the GPUs' links, the slowest; 0: not said
    std::string models;  ///< what programs call the GPUs
    int sockets = 0, numa_nodes = 0, cores = 0;
};

Result<WholeInside> merged_inside(std::span<const NamedText> files) {
    std::optional<ServerInside> matrix, tree;
    for (const NamedText& file : files) {
        const bool is_tree = is_lstopo(file.text);
        auto& slot = is_tree ? tree : matrix;
        if (slot)
            return fail(file.name, fmt::format("it is of the same kind as {}", slot->file),
                        "give one matrix and one XML of one server");
        auto read = is_tree ? read_lstopo(file) : read_topology_matrix(file);
        if (!read) return tl::unexpected(read.error());
        slot = std::move(*read);
    }
    WholeInside out;
    out.base = matrix ? *matrix : *tree;
    if (matrix && tree && matrix->nics.empty()) out.base.nics = tree->nics;
    if (out.base.gpus.empty())
        return fail(out.base.file, "there is no GPU in it", "run the program on a server with GPUs");
    if (matrix && tree && !tree->gpus.empty() && tree->gpus.size() != matrix->gpus.size())
        return fail(tree->file,
                    fmt::format("it has {} GPUs, and {} has {}", tree->gpus.size(), matrix->file,
                                matrix->gpus.size()),
                    "give files of one server");
    for (const auto& each : {matrix, tree}) {
        if (!each) continue;
        out.sockets = std::max(out.sockets, each->sockets);
        out.numa_nodes = std::max(out.numa_nodes, each->numa_nodes);
        out.cores = std::max(out.cores, each->cores);
        for (const ServerInside::Gpu& gpu : each->gpus) {
            if (gpu.pci_rate > 0)
                out.pci_rate = out.pci_rate > 0 ? std::min(out.pci_rate, gpu.pci_rate) : gpu.pci_rate;
            if (out.models.empty()) out.models = gpu.model;
            if (!gpu.model.empty() && gpu.model != out.models)
                return fail(each->file,
                            fmt::format("it has GPUs of several kinds: {} and {}", out.models, gpu.model),
                            "a server has one kind of GPU here: draw the other as a server of its own");
        }
    }
    return out;
}

/// GPUs that NVLink joins, the most in one piece.
int largest_domain(const ServerInside& inside) {
    const size_t count = inside.gpus.size();
    std::vector<bool> seen(count);
    int most = 1;
    for (size_t i = 0; i < count; ++i) {
        if (seen[i]) continue;
        std::vector<size_t> queue{i};
        seen[i] = true;
        for (size_t k = 0; k < queue.size(); ++k)
            for (size_t other = 0; other < count; ++other)
                if (!seen[other] && inside.gpus[queue[k]].to_gpus[other].nearness == Nearness::nvlink)
                    seen[other] = true, queue.push_back(other);
        most = std::max(most, static_cast<int>(queue.size()));
    }
    return most;
}

Nearness nearest_of(const std::vector<InsideLink>& links) {
    Nearness out = Nearness::unknown;
    for (const InsideLink& link : links) out = std::min(out, link.nearness);
    return out;
}

/// NICs that share a PCIe switch with a GPU; where none does, all, and it is a guess.
std::vector<const ServerInside::Nic*> compute_nics(const ServerInside& inside, bool& is_guess) {
    std::vector<const ServerInside::Nic*> out;
    for (const ServerInside::Nic& nic : inside.nics)
        if (nearest_of(nic.to_gpus) <= Nearness::bridges) out.push_back(&nic);
    is_guess = out.empty() && !inside.nics.empty();
    if (is_guess)
        for (const ServerInside::Nic& nic : inside.nics) out.push_back(&nic);
    return out;
}

/// How many of them are on a card that another one before them is on.
size_t further_functions(const std::vector<const ServerInside::Nic*>& nics) {
    std::set<std::string> cards;
    return static_cast<size_t>(std::ranges::count_if(nics, [&](const ServerInside::Nic* nic) {
        return !nic->card.empty() && !cards.insert(nic->card).second;
    }));
}

Result<const Part*> gpu_part_of(const WholeInside& whole, const Catalog& catalog,
                                const TemplateSettings& settings) {
    const auto said = settings.find("gpu");
    const std::string name = said != settings.end() ? said->second : whole.models;
    if (name.empty())
        return fail(
            whole.base.file, "it does not say which GPUs these are",
            "say it by --set gpu=ID, or give the XML of lstopo or the lines of `nvidia-smi -L` as well");
    if (const Part* part = catalog.part(PartKind::accelerator, name)) return part;
    if (const auto called = catalog.called(PartKind::accelerator, name); called.size() == 1)
        return called.front();
    const Diagnostic why = no_part(catalog, PartKind::accelerator, name);
    return fail(said != settings.end() ? "--set gpu" : whole.base.file, why.what,
                said != settings.end() ? why.fix : "say the nearest by --set gpu=ID");
}

/// The server of the catalogue that has the most in common with it: as many GPUs, as many NICs and GPUs on
/// one fabric for each of them.
const Part* most_like(const Catalog& catalog, const Part& accelerator, int gpus, int domain, size_t nics) {
    const Part* best = nullptr;
    const auto rank = [&](const Part& part) {
        const double has = part.value_or("gpus", 0);
        const auto alike = [&](const char* key, double value) {
            return has > 0 && std::abs(part.value_or(key, 0) / has - value / gpus) < 1e-9;
        };
        return std::tuple(has == gpus, part.text_or("offer", "") != "cloud", alike("scale_up_domain", domain),
                          alike("nics", static_cast<double>(nics)), -std::abs(has - gpus));
    };
    for (const Part& part : catalog.parts())
        if (part.kind == PartKind::server &&
            catalog.part(PartKind::accelerator, part.text_or("accelerator", "")) == &accelerator &&
            (!best || rank(part) > rank(*best)))
            best = &part;
    return best;
}

/// "8 GPUs, joined by NV18 each; …", one sentence a subject.
std::vector<std::string> sentences(const WholeInside& whole,
                                   const std::vector<const ServerInside::Nic*>& nics) {
    const ServerInside& inside = whole.base;
    std::vector<std::string> out;
    std::map<std::string, int> relations;
    for (size_t i = 0; i < inside.gpus.size(); ++i)
        for (size_t k = i + 1; k < inside.gpus.size(); ++k) {
            const InsideLink& link = inside.gpus[i].to_gpus[k];
            ++relations[std::string(name_of(link.nearness)) +
                        (link.links > 0 ? std::to_string(link.links) : "")];
        }
    std::string text = fmt::format("{} GPUs", inside.gpus.size());
    for (const auto& [name, pairs] : relations) text += fmt::format("; {} between {} pairs", name, pairs);
    out.push_back(text + ".");
    std::map<int, std::string> numa;
    for (size_t i = 0; i < inside.gpus.size(); ++i)
        if (inside.gpus[i].numa >= 0) numa[inside.gpus[i].numa] += fmt::format(" GPU{}", i);
    text.clear();
    for (const auto& [node, gpus] : numa)
        text += fmt::format("{}NUMA node {}:{}", text.empty() ? "" : "; ", node, gpus);
    if (!text.empty()) out.push_back(text + ".");
    text.clear();
    for (const ServerInside::Nic& nic : inside.nics) {
        const Nearness near = nearest_of(nic.to_gpus);
        text += fmt::format("{}{} {}", text.empty() ? "NICs by their nearest GPU: " : ", ", nic.name,
                            name_of(near));
        if (text.size() > 1'500) break;
    }
    if (!text.empty())
        out.push_back(
            fmt::format("{}; {} of {} count as compute NICs.", text, nics.size(), inside.nics.size()));
    if (whole.cores > 0)
        out.push_back(fmt::format("{} sockets, {} NUMA nodes, {} cores.", whole.sockets, whole.numa_nodes,
                                  whole.cores));
    return out;
}

} // namespace

Result<Imported> import_inside(std::span<const NamedText> files, const Catalog& catalog,
                               const TemplateSettings& settings) {
    const auto whole = merged_inside(files);
    if (!whole) return tl::unexpected(whole.error());
    const ServerInside& inside = whole->base;
    const auto accelerator = gpu_part_of(*whole, catalog, settings);
    if (!accelerator) return tl::unexpected(accelerator.error());
    const int gpus = static_cast<int>(inside.gpus.size()), domain = largest_domain(inside);
    bool nics_are_guessed = false;
    const auto nics = compute_nics(inside, nics_are_guessed);
    const auto said = settings.find("server");
    const Part* const like = said != settings.end()
                                 ? catalog.part(PartKind::server, said->second)
                                 : most_like(catalog, **accelerator, gpus, domain, nics.size());
    if (!like && said != settings.end()) {
        const Diagnostic why = no_part(catalog, PartKind::server, said->second);
        return fail("--set server", why.what, why.fix);
    }
    if (!like)
        return fail(inside.file, fmt::format("the catalogue has no server with {}", (*accelerator)->name),
                    "say what it is most like by --set server=ID");

    Imported out;
    const auto guess = [&](std::string what, std::string fix) {
        out.warnings.push_back({inside.file, "guess: " + std::move(what), std::move(fix)});
    };
    auto project = make_template("workstation", {{"server", like->id}}, catalog);
    if (!project) return tl::unexpected(project.error());
    Scenario& scenario = project->scenarios.front();
    NewPart asked;
    asked.kind = PartKind::server;
    asked.name = fmt::format("{}: {} × {}", file_stem(inside.file), gpus, (*accelerator)->name);
    asked.base = like->id;
    asked.accelerator = (*accelerator)->id;
    asked.figures["gpus"] = gpus;
    const double usual_domain = like->value_or("scale_up_domain", 1);
    const bool is_rack_scale = usual_domain > like->value_or("gpus", 0) || like->value_or("trays", 0) > 1;
    if (!inside.tells_nvlink)
        guess(fmt::format("the files do not tell NVLink: {:g} GPUs on one scale-up fabric, as {} has",
                          usual_domain, like->name),
              "give `nvidia-smi topo -m` as well");
    else if (is_rack_scale && domain == gpus)
        guess(fmt::format("one server is seen alone: {:g} GPUs on one scale-up fabric, as {} has",
                          usual_domain, like->name),
              "set it in the part");
    else
        asked.figures["scale_up_domain"] = domain;
    if (nics.empty())
        guess(fmt::format("no NIC is seen: {:g}, as {} has", like->value_or("nics", 0), like->name),
              "set them in the part");
    else {
        asked.figures["nics"] = static_cast<double>(nics.size());
        if (nics_are_guessed)
            guess(fmt::format("no NIC is near a GPU: all {} count as compute NICs", nics.size()),
                  "set their number in the part");
        else if (nics.size() < inside.nics.size())
            guess(fmt::format(
                      "{} of {} NICs, for storage or management, since they share no PCIe switch with a GPU",
                      inside.nics.size() - nics.size(), inside.nics.size()),
                  "set the number of compute NICs in the part where they are");
        if (const size_t further = further_functions(nics); further > 0)
            guess(fmt::format("{} of {} compute NICs are further PCI functions of a card, and count as NICs",
                              further, nics.size()),
                  "set their number in the part where a card is one NIC");
    }
    if (const double usual = like->value_or("host_link_rate", 0); whole->pci_rate > usual * 0.95)
        asked.figures["host_link_rate"] = whole->pci_rate;
    else if (whole->pci_rate > 0)
        guess(fmt::format(
                  "the GPUs' PCIe links ran at {:.3g} GB/s, perhaps since they were idle; {:.3g} GB/s, as "
                  "{} has",
                  whole->pci_rate / 1e9, usual / 1e9, like->name),
              "set host_link_rate in the part");
    guess(fmt::format("rate of the NICs, power, air, height and price are those of {}, with {:g} GPUs",
                      like->name, like->value_or("gpus", 0)),
          "set them in the part, or say what it is most like by --set server=ID");
    auto made = make_part(scenario, catalog, asked);
    if (!made) return tl::unexpected(made.error());
    out.read = sentences(*whole, nics);
    made->scenario.name = "As read";
    for (PartRef& part : made->scenario.parts) {
        if (part.id != made->part.id) continue;
        part.inline_part->note.clear();
        for (const std::string& each : out.read)
            part.inline_part->note += (part.inline_part->note.empty() ? "" : " ") + each;
        made->part = part;
    }
    scenario = std::move(made->scenario);
    for (Element& element : scenario.cluster.elements)
        if (element.kind == ElementKind::server) {
            element.part = made->part;
            element.name = made->part.inline_part->name;
        }
    project->name = file_stem(inside.file);
    out.project = std::move(*project);
    return out;
}

} // namespace roofrack
