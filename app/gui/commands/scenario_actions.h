// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QWidget;

namespace roofrack {

class Actions;
class Document;

/// Joins the actions on scenarios to the document.
void connect_scenarios(Actions& actions, Document& document, QWidget* window);
void enable_scenarios(Actions& actions, const Document& document, bool has_project);

} // namespace roofrack
