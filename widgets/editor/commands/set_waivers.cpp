// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/editor/commands/set_waivers.h"

#include "widgets/editor/document.h"

namespace roofrack {

SetWaivers::SetWaivers(Document& document, std::vector<Waiver> updated, const QString& text)
    : EditCommand(document, CommandKind::set_waivers, text)
    , m_old(document.cluster().waivers)
    , m_new(std::move(updated)) {}

void SetWaivers::apply(Project& project, bool forward) {
    scenario(project).cluster.waivers = forward ? m_new : m_old;
}

} // namespace roofrack
