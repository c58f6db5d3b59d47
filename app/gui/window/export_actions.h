// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/theme/theme.h"

#include <QStringList>

#include <functional>

class QWidget;

namespace roofrack {

class Actions;
class Document;
class ImportFlow;
class InterchangeFlow;
class MessageBar;
class PricesFlow;
class ProjectPage;
class Session;

/// Exports and copies of the charts and the drawing. `page` and `theme` are those of the moment of the
/// action.
void connect_exports(Actions& actions, const std::function<ProjectPage*()>& page,
                     const std::function<Theme()>& theme, Document& document, Session& session,
                     MessageBar& messages, QWidget* window);

/// Lists of prices in and out.
void connect_prices(Actions& actions, PricesFlow& prices);

/// Workbooks out of the open scenario.
void connect_workbooks(Actions& actions, const Document& document, Session& session, MessageBar& messages,
                       QWidget* window);

/// Files of other programs in. `open`: what takes files of whatever kind.
void connect_imports(Actions& actions, InterchangeFlow& models, ImportFlow& imports,
                     const std::function<void(const QStringList&)>& open);

} // namespace roofrack
