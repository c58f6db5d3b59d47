// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/model/project.h"
#include "core/base/units/diagnostic.h"

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace roofrack {

class Catalog;

/// What a setting takes: a part of the catalogue by id (storage also "none"), a model, a whole number, a
/// number, or the dims of a torus ("4x4x8").
enum class TemplateKeyKind { server, switch_, storage, model, whole, number, dims };

/// One setting of a template. Values are text, as typed: "64", "hgx-h100", "4".
struct TemplateKey {
    std::string key;
    std::string default_value; ///< "auto": derived from the others
    std::string help;
    std::string label; ///< "Servers a rack"
    TemplateKeyKind kind = TemplateKeyKind::whole;
};

/// A drawing that can be made from a few settings.
struct TemplateInfo {
    std::string name;  ///< stable: "fat-tree"
    std::string title; ///< "Fat tree"
    std::string description;
    std::vector<TemplateKey> keys;
};

/// In the order in which they are offered.
const std::vector<TemplateInfo>& list_templates();
/// nullptr when no template has that name.
const TemplateInfo* find_template(std::string_view name);

using TemplateSettings = std::map<std::string, std::string, std::less<>>;

/// A project of one scenario: the drawing with feeds, cooling, storage and positions, a model that fits it
/// and a plan. Switches are counted from their ports: down, and up at the oversubscription asked for. Fails
/// (`where` = the key) on an unknown template, key or part, on a number that does not divide, and where no
/// switch has ports enough. `chosen` takes what stands for the automatic settings, as people read it:
/// {"switch", "QM9700 (NDR InfiniBand)"}.
Result<Project> make_template(std::string_view name, const TemplateSettings& settings, const Catalog& catalog,
                              TemplateSettings* chosen = nullptr);

/// The drawing alone, of servers that the catalogue need not have: `server.inline_part` is set, and the
/// setting "server" is not read. Fails as make_template() does.
Result<Cluster> draw_template(std::string_view name, const TemplateSettings& settings, const PartRef& server,
                              const Catalog& catalog);

} // namespace roofrack
