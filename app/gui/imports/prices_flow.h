// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/gui/flows/given_files.h"
#include "core/base/model/finding.h"

#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace roofrack {

/// Lists of prices come into the open scenario, one undoable step each, and go out of it, both as CSV. Where
/// no column of the list says the rates of foreign currencies, they are asked; rows that cannot be taken are
/// said before anything is changed.
class PricesFlow : public GivenFilesFlow {
    Q_OBJECT

public:
    using GivenFilesFlow::GivenFilesFlow;

    void ask_import();
    void ask_export();
    bool import_prices(const std::filesystem::path& path);
    bool export_prices(const std::filesystem::path& path);
    /// Takes out of `paths` those that are lists of prices and imports them.
    void take(std::vector<std::filesystem::path>& paths);

private:
    /// What is said of a list that was taken, or not.
    struct Said {
        Severity severity = Severity::info;
        QString text; ///< Empty if the user cancelled.
        bool is_done = false;
    };
    Said take_list(const std::filesystem::path& path);
    /// $ of one of each currency; nothing: the user left it.
    std::optional<std::map<std::string, double>> ask_rates(const std::set<std::string>& currencies,
                                                           const QString& file);
};

} // namespace roofrack
