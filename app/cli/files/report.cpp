// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/handover/report.h"
#include "app/cli/base/output.h"
#include "app/cli/base/output_file.h"
#include "app/cli/base/project_input.h"
#include "core/answers/handover/html_look.h"
#include "core/answers/report/interchange_json.h"
#include "core/base/catalog/catalog.h"
#include "core/base/files/atomic_file.h"
#include "core/base/style/style_file.h"
#include "core/base/units/calendar_date.h"
#include "core/base/units/quantity_text.h"

#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>

namespace roofrack::cli {

namespace {

struct ReportOptions {
    ProjectInput input;
    OutputFile out;
    std::vector<std::string> sections;
    std::string pictures; ///< folder of the pictures; empty: they are not written
    std::string style;    ///< as style_named() takes it; empty: the project's own
    std::optional<std::string> order;
};

/// The pictures of a report as files in their folder, and the folder as a text at `out` links it.
Result<std::string> write_pictures(const ReportDocument& document, const ReportOptions& options,
                                   Exported& written) {
    const std::filesystem::path folder(options.pictures);
    const FileSink sink = folder_sink(folder, options.out.force);
    for (const ReportDocument::Picture& picture : document.pictures()) {
        if (const auto done = sink(picture.file, picture.svg); !done) return tl::unexpected(done.error());
        written.files.push_back((folder / picture.file).string());
        written.bytes += static_cast<double>(picture.svg.size());
    }
    const auto whole = [](const std::filesystem::path& path) {
        std::error_code error;
        const auto out = std::filesystem::weakly_canonical(std::filesystem::absolute(path), error);
        return error ? path.lexically_normal() : out;
    };
    return whole(folder).lexically_proximate(whole(options.out.path).parent_path()).generic_string();
}

int run_report(const ReportOptions& options) {
    const std::string ending = std::filesystem::path(options.out.path).extension().string();
    const bool is_html = ending == ".html" || ending == ".htm";
    if (ending == ".pdf")
        throw UsageError{{"--out " + options.out.path, "sheets of paper are painted by the other program",
                          "call `roofrack report`, or end the name with .html or .md"}};
    if (!is_html && ending != ".md")
        throw UsageError{
            {"--out " + options.out.path, "the name says no format", "end it with .html or .md"}};
    if (is_html && !options.pictures.empty())
        throw UsageError{{"--pictures", "the report as HTML has its pictures in it",
                          "leave it out, or end the name of --out with .md"}};
    if (!is_html && !options.style.empty())
        throw UsageError{{"--style", "Markdown has no look of its own", "leave it out, or write a .html"}};
    const auto order =
        options.order ? value_or_throw<UsageError>(parse_date(*options.order, "--order")) : today();
    value_or_throw<BadInput>(options.out.check_beside(options.input.path));
    const Catalog& catalog = Catalog::built_in();
    ChosenScenario chosen = options.input.load(catalog);
    Project& asked = chosen.project;
    const auto answers =
        std::make_shared<const Answers>(options.input.snapshot(asked, std::move(chosen.given)), catalog);
    if (options.input.uncalibrated) // the others, too
        for (Scenario& each : asked.scenarios) each.calibration.off = true;
    const ReportDocument document = value_or_throw<UsageError>(
        scenario_report(*answers, asked.name, options.sections, ReportBeside::of(answers, asked, order)));
    const HouseStyle style =
        options.style.empty() ? asked.style : value_or_throw<BadInput>(style_named(options.style));
    Exported written;
    const std::string folder = options.pictures.empty()
                                   ? std::string()
                                   : value_or_throw<BadInput>(write_pictures(document, options, written));
    const size_t pictures = written.files.size();
    const std::string text =
        is_html ? document.html(html_look(style, asked.name, date_text(today()))) : document.markdown(folder);
    value_or_throw<BadInput>(write_file_atomically(options.out.path, text));
    const std::filesystem::path path(options.out.path);
    written.files.insert(written.files.begin(), path.filename().string());
    written.file_count = written.files.size();
    written.bytes += static_cast<double>(text.size());
    if (options.input.json) {
        print_json(export_json(path.parent_path().string(), written));
        return Exit::done;
    }
    print_text("{} is written, {}.\n", options.out.path,
               format_quantity(static_cast<double>(text.size()), Dimension::bytes));
    if (pictures > 0) print_text("{} pictures are in {}.\n", pictures, options.pictures);
    return Exit::done;
}

} // namespace

void add_report(const Command& program) {
    const Command command =
        program.add_subcommand("report", "A report on a scenario: verdict, scenarios compared, drawing, "
                                         "bill, charts' tables, how sure it is, sources");
    std::string names;
    for (const ReportSection& each : report_sections())
        names += (names.empty() ? "" : ", ") + std::string(each.name);
    command.footer("Examples:\n"
                   "  roofrack-cli report samples/dgx-h100-su.roofrack.json -o su.html\n"
                   "  roofrack-cli report samples/dgx-h100-su.roofrack.json -o su.md --pictures su-pictures\n"
                   "`roofrack report` writes the same as PDF.");
    auto options = std::make_shared<ReportOptions>();
    options->input.add_to(command);
    options->out.add_to(command, "-o,--out", "NAME.html, one file that needs no other, or NAME.md")
        .required();
    command.add_option("--pictures", options->pictures,
                       "FOLDER: of NAME.md, its pictures as SVG, which the text shows");
    command.add_option("--section", options->sections, "only this one, several times: " + names)
        .one_value_each();
    command.add_option("--style", options->style,
                       "of a web page: a style file, instead of what the project keeps; \"none\": the "
                       "program's own look");
    command.add_option("--order", options->order,
                       "the day on which what is bought is ordered, for the scenarios compared; today");
    command.callback([options] { return run_report(*options); });
}

} // namespace roofrack::cli
