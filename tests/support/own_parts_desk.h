// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/catalog/catalog.h"
#include "widgets/editor/document.h"
#include "widgets/palette/own_part_panel.h"
#include "widgets/palette/own_parts_flow.h"
#include "widgets/palette/parts_shelf.h"

#include <QObject>

#include <memory>

namespace roofrack::test {

/// The shelf of parts and the panel of a part of one's own over a document with one scenario, "Base".
class OwnPartsDesk : public QObject {
protected:
    void begin(std::vector<Element> elements, QSize shelf) {
        m_document = std::make_unique<Document>(Catalog::built_in());
        Project project;
        project.scenarios.emplace_back().name = "Base";
        project.scenarios[0].cluster.elements = std::move(elements);
        m_document->set_project(project);
        m_shelf = std::make_unique<PartsShelf>(Catalog::built_in());
        m_shelf->resize(shelf);
        m_shelf->show();
        m_panel = std::make_unique<OwnPartPanel>(Catalog::built_in());
        m_panel->resize(348, 900);
        m_panel->show();
        m_flow = std::make_unique<OwnPartsFlow>(*m_document, *m_shelf, *m_panel);
    }
    void end() {
        m_flow.reset();
        m_panel.reset();
        m_shelf.reset();
        m_document.reset();
    }
    const Scenario& scenario() const { return m_document->scenario(); }

    std::unique_ptr<Document> m_document;
    std::unique_ptr<PartsShelf> m_shelf;
    std::unique_ptr<OwnPartPanel> m_panel;
    std::unique_ptr<OwnPartsFlow> m_flow;
};

} // namespace roofrack::test
