// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/editor/document.h"

namespace roofrack {

/// While it lives, the document's edits join into one undo step: one user intention.
class Step {
public:
    Step(Document& document, const QString& text)
        : m_document(document) {
        m_document.begin_step(text);
    }
    ~Step() { m_document.end_step(); }
    Step(const Step&) = delete;
    Step& operator=(const Step&) = delete;

private:
    Document& m_document;
};

} // namespace roofrack
