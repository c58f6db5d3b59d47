// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/model/cluster.h"

#include <QByteArray>

namespace roofrack {

class Catalog;

/// The fronts of all racks as a PDF of A3 sheets, a page for each of rack_sheet_svg(), with type as outlines;
/// empty where no rack is drawn.
QByteArray rack_sheets_pdf(const Cluster& cluster, const Catalog& catalog, const std::string& name);

} // namespace roofrack
