// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/model/scale_metric.h"
#include "widgets/charts/decide/tried_view.h"

#include <QString>

#include <optional>
#include <string>
#include <vector>

namespace roofrack {

class Document;
class MessageBar;

/// The call of roofrack-cli that prints what a chart shows of the open scenario: "roofrack-cli scale
/// 'hall.roofrack.json' --scenario 'Two rails' --replan", as a shell reads it; where no command prints it,
/// the call of `roofrack render` that writes its table. `metric`: what the window counts; none: the natural
/// one. `settings`: what is turned, for `--set`, which a call of one scenario takes. `tried`: what the
/// chart of tried values is asked. Empty: the project has no file.
QString command_of_chart(const QString& chart, const Document& document, bool best_plan,
                         std::optional<ScaleMetric> metric = {},
                         const std::vector<std::string>& settings = {}, const TriedRequest& tried = {});

/// Puts it on the clipboard and says so; says why not where there is none, or the project has no file.
void copy_command_of_chart(const QString& chart, const Document& document, bool best_plan,
                           std::optional<ScaleMetric> metric, const std::vector<std::string>& settings,
                           const TriedRequest& tried, MessageBar& messages);

} // namespace roofrack
