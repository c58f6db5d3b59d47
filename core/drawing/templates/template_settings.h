// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/catalog/catalog.h"
#include "core/drawing/templates/templates.h"

namespace roofrack {

/// The settings of one template, with its defaults; reading keeps the first fault.
class TemplateReader {
public:
    TemplateReader(const TemplateInfo& info, const TemplateSettings& settings, const Catalog& catalog);

    std::string_view text(std::string_view key) const;
    bool automatic(std::string_view key) const { return text(key) == "auto"; }
    /// A whole number from `low` on; a fault below it.
    int whole(std::string_view key, int low = 1);
    double number(std::string_view key, double low);
    std::vector<int> dims(std::string_view key);
    /// A part of the kind; a fault (and an empty part) when the catalogue has none.
    const Part& part(std::string_view key, PartKind kind);

    /// What stands for an automatic setting, as people read it: "QM9700".
    void choose(std::string_view key, std::string text);
    const TemplateSettings& chosen() const { return m_chosen; }

    void fault(std::string_view key, std::string what, std::string fix);
    bool failed() const { return m_fault.has_value(); }
    const Diagnostic& fault() const { return *m_fault; }
    const Catalog& catalog() const { return m_catalog; }

private:
    const TemplateInfo& m_info;
    const TemplateSettings& m_settings;
    const Catalog& m_catalog;
    TemplateSettings m_chosen;
    std::optional<Diagnostic> m_fault;
};

} // namespace roofrack
