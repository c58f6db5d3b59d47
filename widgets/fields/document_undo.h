// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QLineEdit;

namespace roofrack {

/// Leaves Ctrl+Z and its opposite to the document while nothing is typed that is not committed (the field is
/// not `isModified`), also when the document has no step: the letters of a committed text are none.
void leave_undo_to_document(QLineEdit& field);

} // namespace roofrack
