// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/model/project.h"
#include "core/base/units/diagnostic.h"

namespace roofrack {

class Catalog;

/// A part that a scenario defines itself. One with another value is another part, whatever its id: an element
/// may carry a definition that only it has.
struct OwnPart {
    PartRef part;
    int uses = 0;      ///< drawn elements and links made of it, servers that hold it
    bool kept = false; ///< among Scenario::parts, so it stays without a use
};
/// The kept ones in their order, then those that only elements define.
std::vector<OwnPart> own_parts(const Scenario& scenario);

/// Everything of the scenario that names an own part holds its definition as it is now: derived parts,
/// servers of an accelerator or NIC, links of a cable. To be called after any change of `parts`.
void bind_own_parts(Scenario& scenario, const Catalog& catalog);

/// The own part of that kind and id, or of the catalogue by id or alias; nullptr where neither has it.
const Part* part_named(const Scenario& scenario, const Catalog& catalog, PartKind kind, std::string_view id);

/// Names of the own parts derived from it, or that name it as their accelerator or NIC.
std::vector<std::string> parts_that_name(const Scenario& scenario, const PartRef& part);

/// Ids of the elements and links made of it, in drawn order.
std::vector<std::string> users_of(const Scenario& scenario, const PartRef& part);

/// A copy of a catalogue part, or of another own part, with a free id and name: "DGX H100 (own)",
/// "own-dgx-h100".
PartRef own_copy(const Scenario& scenario, const Catalog& catalog, const PartRef& of, PartKind kind);

/// A part of the kind with no figure yet, with a free id made of the name.
PartRef new_own_part(const Scenario& scenario, const Catalog& catalog, PartKind kind,
                     const std::string& name);

/// The scenario with the part kept, in place of `before` and in all elements made of that; `before` may be
/// unknown. Fails when the id is empty, the catalogue's or another kept part's, the name is another own
/// part's or empty, or the part has no definition.
Result<Scenario> with_own_part(const Scenario& scenario, const Catalog& catalog, const PartRef& before,
                               const PartRef& after);

/// The scenario without the part. Fails while another own part is derived from it or names it, and while
/// elements or links are made of it, unless `replacement` (a catalogue id, not empty) takes its place in
/// them.
Result<Scenario> without_own_part(const Scenario& scenario, const Catalog& catalog, const PartRef& part,
                                  const std::string& replacement = {});

/// The figures that differ from the part it is based on, and those that the base does not have.
std::vector<std::string> changed_figures(const PartRef& part, const Catalog& catalog);

/// One own part as JSON text, as it stands in a scenario's `parts`, and back.
std::string own_part_text(const PartRef& part, const Catalog& catalog);
Result<PartRef> parse_own_part(std::string_view text, const Catalog& catalog);

} // namespace roofrack
