// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QWidget;

namespace roofrack {

class Document;

enum class ConflictChoice { save_as, overwrite, reload, cancel };

/// The file was changed since it was read: what is to become of it when the document is saved.
ConflictChoice ask_about_conflict(const Document& document, QWidget* window);

/// Shows in what the open project and the file on disk differ, until it is closed.
void compare_with_disk(const Document& document, QWidget* window);

} // namespace roofrack
