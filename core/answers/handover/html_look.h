// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answers/handover/report_document.h"
#include "core/base/model/present/house_style.h"

#include <string>

namespace roofrack {

/// What a house style makes of a report as a web page; nothing where it is not given. In its footer a web
/// page is page 1 of 1.
HtmlLook html_look(const HouseStyle& style, const std::string& project, const std::string& date);

} // namespace roofrack
