// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/headless/render_drawing.h"

#include "core/answers/facility_answers.h"
#include "core/answers/findings.h"
#include "core/answers/step_answers.h"
#include "widgets/elevation/rack_sheets.h"
#include "widgets/fields/picture_file.h"

namespace roofrack {

Result<void> render_drawing(const Answers& answers, Overlay overlay, const Theme& theme,
                            const DrawingOptions& options, const std::filesystem::path& path) {
    const Cluster& cluster = answers.scenario().cluster;
    const Diagram drawing = Diagram::make(cluster, answers.catalog());
    const FacilityStudy* facility = answers.value<FacilityStudy>();
    const DrawingLoads* known = answers.value<DrawingLoads>();
    const DrawingLoads loads = known ? *known : DrawingLoads();
    const OverlayStyle overlay_style =
        OverlayStyle::make(cluster, answers.catalog(), &answers.value<Verdict>()->evaluation, overlay, theme,
                           &loads, facility && !facility->assumed ? &facility->spares : nullptr);
    return save_picture(path, drawing, overlay_style, theme, options);
}

Result<void> render_racks(const Scenario& scenario, const Catalog& catalog,
                          const std::filesystem::path& path) {
    if (path.extension() != ".pdf")
        return fail("--out", "the fronts of racks are a PDF",
                    "end the name in .pdf; `roofrack-cli export --format racks` writes SVG");
    const QByteArray pdf = rack_sheets_pdf(scenario.cluster, catalog, scenario.name);
    if (pdf.isEmpty()) return fail("cluster", "no rack is drawn", "draw racks around the servers");
    return write_picture(path, pdf);
}

} // namespace roofrack
