// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace roofrack {

class Actions;
class WelcomePage;
struct TemplateDesk;

/// The commands that draw clusters from templates, and of several servers, in the menus and on the welcome
/// page.
void connect_templates(Actions& actions, const WelcomePage& welcome, const TemplateDesk& desk);

} // namespace roofrack
