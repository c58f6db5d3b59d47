// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/files/file_export.h"

#include "app/cli/base/project_answers.h"
#include "core/answers/handover/dps_export.h"
#include "core/answers/handover/drawio_export.h"
#include "core/answers/handover/graph_export.h"
#include "core/answers/handover/workbook.h"
#include "core/measured/p2p/p2p_file.h"

#include <algorithm>

namespace roofrack::cli {

namespace {

Result<std::string> write_p2p(const ProjectAnswers& project, std::string_view ending,
                              std::vector<Diagnostic>& warnings) {
    const auto list = CableList::make(project.answers().scenario().cluster, project.catalog());
    if (!list) return tl::unexpected(list.error());
    warnings = p2p_warnings(*list);
    if (ending == ".csv") return p2p_csv(*list);
    return p2p_workbook(*list);
}

/// The drawing without what is sold, since nothing of it is built.
Result<CableList> cables_of_project(const ProjectAnswers& project, std::vector<Diagnostic>& warnings) {
    auto list = CableList::make(project.answers().scenario().cluster, project.catalog());
    if (list) warnings = list->warnings();
    return list;
}

Result<std::string> write_dot(const ProjectAnswers& project, std::string_view,
                              std::vector<Diagnostic>& warnings) {
    const auto list = cables_of_project(project, warnings);
    if (!list) return tl::unexpected(list.error());
    return network_dot(*list);
}

Result<std::string> write_graphml(const ProjectAnswers& project, std::string_view,
                                  std::vector<Diagnostic>& warnings) {
    const auto list = cables_of_project(project, warnings);
    if (!list) return tl::unexpected(list.error());
    return network_graphml(*list);
}

Result<std::string> write_drawio(const ProjectAnswers& project, std::string_view, std::vector<Diagnostic>&) {
    return drawio_pages(project.answers().scenario(), project.catalog());
}

Result<std::string> write_dps(const ProjectAnswers& project, std::string_view,
                              std::vector<Diagnostic>& warnings) {
    return dps_topology(project.answers().scenario().cluster, project.catalog(),
                        project.answers().scenario().name, warnings);
}

Result<std::string> write_workbook(const ProjectAnswers& project, std::string_view,
                                   std::vector<Diagnostic>& warnings) {
    return project_workbook(WorkbookInput::of(project.answers(), project.project()), warnings);
}

} // namespace

const std::vector<FileFormat>& file_formats() {
    static const std::vector<FileFormat> formats{
        {"p2p",
         "every cable, as NVIDIA's Cable Validation Tool reads it: .xlsx, or .csv for its older versions",
         {".xlsx", ".csv"},
         write_p2p},
        {"xlsx",
         "a workbook with live formulas: assumptions, bill, cables, racks, power, cash, comparison, figures",
         {".xlsx"},
         write_workbook},
        {"dot", "the network for Graphviz, cable by cable", {".dot", ".gv"}, write_dot},
        {"graphml", "the network for programs that read graphs", {".graphml", ".xml"}, write_graphml},
        {"drawio", "the drawing as pages of draw.io", {".drawio", ".xml"}, write_drawio},
        {"dps", "the power tree for NVIDIA's Domain Power Service, as JSON", {".json"}, write_dps},
    };
    return formats;
}

const FileFormat* file_format(std::string_view name) {
    const auto& all = file_formats();
    const auto at = std::ranges::find(all, name, &FileFormat::name);
    return at == all.end() ? nullptr : &*at;
}

} // namespace roofrack::cli
