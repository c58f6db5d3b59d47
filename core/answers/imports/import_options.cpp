// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/imports/import_options.h"

#include "core/base/catalog/catalog.h"
#include "core/measured/diagrams/drawio_import.h"

#include <algorithm>
#include <fmt/format.h>

namespace roofrack {

namespace {

constexpr std::string_view node_keys[] = {"server", "switch", "storage"};
constexpr std::string_view inside_keys[] = {"gpu", "server"};
constexpr std::string_view page_keys[] = {"page"};

PartKind kind_of_part(std::string_view key) {
    return key == "gpu"       ? PartKind::accelerator
           : key == "switch"  ? PartKind::switch_
           : key == "storage" ? PartKind::storage
                              : PartKind::server;
}

/// The parts of the catalogue behind what stands for none of them.
ImportOption option_of_part(std::string_view key, std::string label, std::string help, std::string none,
                            const Catalog& catalog) {
    ImportOption out{key, std::move(label), std::move(help), {{"", std::move(none)}}, ""};
    for (const Part& part : catalog.parts())
        if (part.kind == kind_of_part(key)) out.choices.push_back({part.id, part.name});
    return out;
}

std::vector<ImportOption> options_of_nodes(const Catalog& catalog) {
    const std::string none = "As the files say";
    const auto help = [](const char* what) {
        return "The part of " + std::string(what) + " of which the files name none that the catalogue has";
    };
    return {option_of_part("server", "Servers", help("servers"), none, catalog),
            option_of_part("switch", "Switches", help("switches"), none, catalog),
            option_of_part("storage", "Storage", help("storage systems"), none, catalog)};
}

std::vector<ImportOption> options_of_inside(const Catalog& catalog) {
    return {option_of_part("gpu", "GPU", "The accelerator, where the files name none that the catalogue has",
                           "As the files say", catalog),
            option_of_part("server", "Derived from",
                           "The server of the catalogue that has what the files do not say",
                           "The server that is most like it", catalog)};
}

Result<std::vector<ImportOption>> options_of_pages(const NamedText& file) {
    const auto pages = read_drawio(file);
    if (!pages) return tl::unexpected(pages.error());
    const auto read = page_to_read(*pages, {}, file.name);
    if (!read) return tl::unexpected(read.error());
    ImportOption out{"page", "Page", "The page that is the drawing", {}, (*pages)[*read].name};
    for (size_t i = 0; i < pages->size(); ++i) {
        const DiagramPage& page = (*pages)[i];
        // Another page can only be said by its name.
        if (i != *read && (page.name.empty() || drawn_cells(page) == 0)) continue;
        const ImportOption::Choice choice{
            page.name, page.name.empty() ? fmt::format("Page {}, without a name", i + 1) : page.name};
        if (std::ranges::find(out.choices, choice) == out.choices.end()) out.choices.push_back(choice);
    }
    if (out.choices.size() < 2) return std::vector<ImportOption>();
    return std::vector{std::move(out)};
}

} // namespace

std::string ImportSettings::said(std::string_view key) const {
    const auto at = settings.find(key);
    return at == settings.end() ? std::string() : at->second;
}

std::span<const std::string_view> import_keys(ForeignKind kind) {
    switch (kind) {
    case ForeignKind::p2p:
    case ForeignKind::netbox: return node_keys;
    case ForeignKind::topology: return inside_keys;
    case ForeignKind::drawio: return page_keys;
    case ForeignKind::workbook:
    case ForeignKind::recipe:
    case ForeignKind::calculon:
    case ForeignKind::huggingface: break;
    }
    return {};
}

bool is_drawn_by_template(ForeignKind kind) {
    return kind == ForeignKind::recipe || kind == ForeignKind::huggingface;
}

Result<std::vector<ImportOption>> import_options(ForeignKind kind, std::span<const NamedText> files,
                                                 const Catalog& catalog) {
    switch (kind) {
    case ForeignKind::p2p:
    case ForeignKind::netbox: return options_of_nodes(catalog);
    case ForeignKind::topology: return options_of_inside(catalog);
    case ForeignKind::drawio:
        if (!files.empty()) return options_of_pages(files.front());
        break;
    case ForeignKind::workbook:
    case ForeignKind::recipe:
    case ForeignKind::calculon:
    case ForeignKind::huggingface: break;
    }
    return std::vector<ImportOption>();
}

TemplateInfo template_for_files(const TemplateInfo& info) {
    TemplateInfo out = info;
    std::erase_if(out.keys, [](const TemplateKey& key) { return key.key == "model"; });
    for (TemplateKey& key : out.keys)
        if (key.key == "servers") key.default_value = "auto";
    return out;
}

} // namespace roofrack
