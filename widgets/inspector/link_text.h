// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/drawing/offer/link_effect.h"
#include "widgets/fields/choice_edit.h"

namespace roofrack {

/// "Each to one", "Rails", "Mesh", "Torus".
QString pattern_text(LinkPattern pattern);
QString pattern_tooltip(LinkPattern pattern);

/// "8 of 8 NICs at DGX H100 · 64 of 64 ports at Leaf · 4:1": what a link makes of the ports at its ends.
/// The ends that have the ports for it, those that have not, or both.
enum class EndsShown { all, within, over };
QString effect_text(const LinkEffect& effect, const Cluster& cluster, EndsShown ends = EndsShown::all);
/// "128 × 400G, 6.4 TB/s"
QString cables_text(const LinkCapacity& link);
/// "3.3–12 m"; empty when the drawing does not tell.
QString length_text(const LinkEffect& effect);

enum class LegalOnly { no, yes };
/// The cables of an offer, each with what speaks against it; first "by length", which chooses none. Those
/// that are not legal are left out or greyed. `mixed_key`: of an entry "mixed" before them; empty: none.
void set_cable_choices(ChoiceEdit& edit, const std::vector<CableOffer>& offers, std::optional<double> metres,
                       LegalOnly legal_only, const QString& mixed_key = {});

} // namespace roofrack
