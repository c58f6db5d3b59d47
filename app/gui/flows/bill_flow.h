// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

class QWidget;

namespace roofrack {

class MessageBar;
class Session;

/// Asks for a file and writes the bill of materials there. Errors go to the message bar.
void export_bill(const std::string& csv, const std::string& project_name, Session& session,
                 MessageBar& messages, QWidget* window);

} // namespace roofrack
