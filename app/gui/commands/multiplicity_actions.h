// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace roofrack {

class Actions;
class Canvas;
class Document;
class MessageBar;

/// Splitting odd ones out of a group and merging equal ones: what cannot be done is said in the bar.
void connect_multiplicity(Actions& actions, Canvas& canvas, Document& document, MessageBar& messages);
void enable_multiplicity(Actions& actions, const Document& document, bool has_project);

} // namespace roofrack
