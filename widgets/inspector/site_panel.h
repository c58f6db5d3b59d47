// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/project.h"
#include "widgets/fields/record_form.h"
#include "widgets/inspector/fabric_level_rows.h"

#include <filesystem>

namespace roofrack {

/// Edits the place: climate, plant, prices, failures, what others take of its fabric.
class SitePanel : public QWidget {
    Q_OBJECT

public:
    explicit SitePanel(QWidget* parent = nullptr);

    /// `folder`: the project's, beside which files that the site names are sought.
    void show_site(const Site& site, const std::filesystem::path& folder = {});

Q_SIGNALS:
    void edited(const roofrack::Site& next, const QString& step);

private:
    void add_place();
    void add_weather();
    void add_climate();
    void add_money();
    void add_failures();
    void add_speeds();
    void add_fabric();
    void add_input();
    void add_room();

    std::filesystem::path m_folder;
    Form* m_form;
    RecordForm<Site> m_record;
    RecordForm<SiteGrid> m_grid;
    RecordForm<SiteMoney> m_money;
    RecordForm<SiteRoom> m_room;
    FabricLevelRows* m_levels;
};

} // namespace roofrack
