// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/model/project.h"
#include "widgets/fields/record_form.h"
#include "widgets/inspector/fabric_level_rows.h"

#include <filesystem>

namespace roofrack {

class Catalog;

/// Edits the place: what is asked most at once, the rest in a part that opens: climate, plant, prices,
/// failures, what others take of its fabric.
class SitePanel : public QWidget {
    Q_OBJECT

public:
    /// What is taken where nothing is entered is of the catalogue.
    explicit SitePanel(const Catalog& catalog, QWidget* parent = nullptr);

    /// `folder`: the project's, beside which files that the site names are sought.
    void show_site(const Site& site, const std::filesystem::path& folder = {});

Q_SIGNALS:
    void edited(const roofrack::Site& next, const QString& step);

private:
    void add_place();
    void add_weather();
    void add_climate();
    void add_ownership();
    void add_money();
    void add_failures();
    void add_speeds();
    void add_fabric();
    void add_input();
    void add_room();

    void commit(const Site& next, const QString& step);
    void commit_money(const SiteMoney& next, const QString& step);
    void show_records(const Site& site);

    const Defaults& m_defaults;
    std::filesystem::path m_folder;
    Form* m_asked_form; ///< what is asked most
    Form* m_form;
    RecordForm<Site> m_asked, m_record;
    RecordForm<SiteMoney> m_asked_money;
    RecordForm<SiteGrid> m_grid;
    RecordForm<SiteMoney> m_money;
    RecordForm<SiteRoom> m_room;
    FabricLevelRows* m_levels;
    QuantityEdit* m_building = nullptr;
};

} // namespace roofrack
