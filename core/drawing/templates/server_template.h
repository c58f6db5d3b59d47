// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/drawing/templates/templates.h"

namespace roofrack {

/// Whether a server with GPUs is sold as a whole: no tray of a rack, and none that clouds alone have.
bool is_sold_server(const Part& server, const Catalog& catalog);

/// Names of the templates that draw such a server, the one to be preferred first.
std::vector<std::string> templates_for(const Part& server);

/// Servers that one rack takes by its height and by what its cooling takes, at least one. A template draws so
/// many in each where their number divides so, else fewer.
int most_servers_in_rack(const Part& server);

/// A project of so many of them drawn by a template, with a model and a plan that suit the size; what
/// `settings` leave out follows their number, as in draw_servers(). Fails as make_template() does.
Result<Project> project_of_servers(const Part& server, int count, std::string_view name,
                                   TemplateSettings settings, const Catalog& catalog);

/// So many of them drawn by a template; what `settings` leave out follows their number: servers of a scalable
/// unit, racks of a pod. Fails as make_template() does.
Result<Cluster> draw_servers(const Part& server, int count, std::string_view name, TemplateSettings settings,
                             const Catalog& catalog);

} // namespace roofrack
