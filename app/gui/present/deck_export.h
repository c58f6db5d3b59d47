// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/present/deck_files.h"

#include <functional>
#include <optional>

class QString;
class QWidget;

namespace roofrack {

class DeckView;
class Document;
class MessageBar;
class Session;

/// Asks where, and as what if no format is given, then writes the slides, once what they show is found.
void export_deck(const DeckView& view, std::optional<DeckFormat> format,
                 const std::function<bool()>& is_finding, const Document& document, Session& session,
                 MessageBar& messages, QWidget* window);

} // namespace roofrack
