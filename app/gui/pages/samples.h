// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/model/project.h"
#include "core/base/units/diagnostic.h"

#include <QStringList>

#include <string_view>
#include <vector>

namespace roofrack {

class Catalog;

/// An example project compiled into the program.
struct Sample {
    std::string_view path; ///< "samples/NAME.roofrack.json"
    std::string_view contents;

    QString id() const; ///< "NAME"
    Result<Project> read(const Catalog& catalog) const;
};

std::vector<Sample> samples();

/// A sample by its id, or one of the projects that only the guide leads to ("claims/opt-175b").
Result<Project> read_sample(const QString& id, const Catalog& catalog);

/// The projects that answer a question by scenarios beside each other, by their ids: "decisions/fine-tuning".
QStringList decision_ids();

} // namespace roofrack
