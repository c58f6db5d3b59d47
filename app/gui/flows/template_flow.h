// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/model/project.h"
#include "widgets/theme/theme.h"

#include <QWidget>

#include <functional>

namespace roofrack {

class Document;
class FileFlow;

/// What the commands about templates and servers work on.
struct TemplateDesk {
    Document& document;
    FileFlow& files;
    std::function<Theme()> theme;
    std::function<void(const QString& view)> show_view; ///< shows a view of the open project
    QWidget* window;
};

/// Asks for a template and its settings, and makes of them a project, a scenario, or a part of the drawing.
void new_from_template(const std::string& name, Document& document, FileFlow& files, const Theme& theme,
                       QWidget* window);

/// Asks for a template and makes of it a scenario beside the open one: it keeps the workload, the site and
/// its prices.
void add_scenario_from_template(Document& document, FileFlow& files, const Theme& theme, QWidget* window);

/// Asks for servers, the power that each may draw and what they train, and makes a project of them that
/// compares them.
void compare_servers(const TemplateDesk& desk);

/// Asks for servers and adds a scenario of each behind the open one, for its work: one undo step.
void add_scenarios_of_servers(const TemplateDesk& desk);

/// Puts a cluster beside what is drawn, selected; one undo step. False when nothing may be changed.
bool insert_cluster(Document& document, const Cluster& cluster, const QString& name);

} // namespace roofrack
