// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/drawing/templates/template_settings.h"

#include "core/base/catalog/missing.h"

#include <algorithm>
#include <charconv>
#include <fmt/format.h>

namespace roofrack {

TemplateReader::TemplateReader(const TemplateInfo& info, const TemplateSettings& settings,
                               const Catalog& catalog)
    : m_info(info)
    , m_settings(settings)
    , m_catalog(catalog) {
    for (const auto& [key, value] : settings) {
        if (std::ranges::find(info.keys, key, &TemplateKey::key) != info.keys.end()) continue;
        std::vector<std::string_view> known;
        for (const TemplateKey& each : info.keys) known.push_back(each.key);
        fault(key, fmt::format("template '{}' has no setting '{}'", info.name, key),
              fmt::format("choose one of: {}", fmt::join(known, ", ")));
    }
}

std::string_view TemplateReader::text(std::string_view key) const {
    if (const auto it = m_settings.find(key); it != m_settings.end()) return it->second;
    const auto it = std::ranges::find(m_info.keys, key, &TemplateKey::key);
    return it == m_info.keys.end() ? std::string_view() : std::string_view(it->default_value);
}

int TemplateReader::whole(std::string_view key, int low) {
    const std::string_view value = text(key);
    int out = low;
    const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), out);
    if (error != std::errc() || end != value.data() + value.size() || out < low || out > 1'000'000) {
        fault(key, fmt::format("'{}' is not a whole number from {} to 1,000,000", value, low),
              "give such a number");
        return low;
    }
    return out;
}

double TemplateReader::number(std::string_view key, double low) {
    const auto value = parse_quantity(text(key), Dimension::number);
    if (!value || *value < low) {
        fault(key, fmt::format("'{}' is not a number from {:g} on", text(key), low), "give such a number");
        return low;
    }
    return *value;
}

std::vector<int> TemplateReader::dims(std::string_view key) {
    std::vector<int> out;
    double product = 1;
    std::string_view rest = text(key);
    while (!rest.empty()) {
        int dim = 0;
        const auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), dim);
        if (error != std::errc() || dim < 1) break;
        product *= dim;
        if (product > 1e6) break;
        out.push_back(dim);
        rest.remove_prefix(static_cast<size_t>(end - rest.data()));
        if (!rest.empty() && rest.front() != 'x') break;
        if (!rest.empty()) rest.remove_prefix(1);
    }
    if (!rest.empty() || text(key).ends_with('x') || out.empty() || out.size() > 6 || product > 1e6)
        fault(key, fmt::format("'{}' is not a torus of at most a million chips", text(key)),
              "write it as 4x4x4");
    return out;
}

const Part& TemplateReader::part(std::string_view key, PartKind kind) {
    static const Part none;
    if (const Part* found = m_catalog.part(kind, text(key))) return *found;
    const Diagnostic why = no_part(m_catalog, kind, text(key));
    fault(key, why.what, why.fix);
    return none;
}

void TemplateReader::choose(std::string_view key, std::string text) {
    if (automatic(key)) m_chosen.insert_or_assign(std::string(key), std::move(text));
}

void TemplateReader::fault(std::string_view key, std::string what, std::string fix) {
    if (!m_fault) m_fault = Diagnostic{std::string(key), std::move(what), std::move(fix)};
}

} // namespace roofrack
