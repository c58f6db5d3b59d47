// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/headless/present.h"

#include "app/gui/headless/headless_command.h"
#include "app/gui/headless/platform.h"
#include "app/gui/headless/shared_options.h"
#include "app/gui/present/found_deck.h"
#include "core/base/catalog/catalog.h"
#include "core/base/files/may_write.h"
#include "core/base/units/calendar_date.h"
#include "core/drawing/project/project_file.h"
#include "widgets/fields/text.h"
#include "widgets/present/deck_files.h"
#include "widgets/theme/style_theme.h"

#include <QCommandLineParser>

#include <cstdio>

namespace roofrack {

namespace {

struct PresentArguments {
    QString project, out;
    DeckFormat format = DeckFormat::pdf;
    Theme theme = Theme::light();
    int width = 1920;
    std::string style; ///< as asked_style() takes it
    bool replan = false, force = false;
    std::vector<size_t> freeze; ///< slides, from 0: the project is written with them
};

void add_present_options(QCommandLineParser& parser) {
    parser.setApplicationDescription(QStringLiteral(
        "Writes the slides of a project, or its first ones where it has none, without a display.\n"
        "`roofrack-cli present` lists them, and puts the first ones into the project.\n\n"
        "Example: roofrack present cluster.roofrack.json --out cluster.pptx"));
    parser.addPositionalArgument(QStringLiteral("present"), QStringLiteral("this command"));
    parser.addPositionalArgument(QStringLiteral("PROJECT"), QStringLiteral("a .roofrack.json file"));
    parser.addHelpOption();
    parser.addOptions(
        {{{QStringLiteral("o"), QStringLiteral("out")},
          QStringLiteral("NAME.pdf or NAME.pptx; with --format a folder, for a file each"),
          QStringLiteral("FILE")},
         {QStringLiteral("format"), QStringLiteral("png or svg: a file each"), QStringLiteral("NAME")},
         {QStringLiteral("width"), QStringLiteral("of PNG, px: 1920 are 1080 high"), QStringLiteral("N"),
          QStringLiteral("1920")},
         {QStringLiteral("theme"),
          QStringLiteral("light or dark, where no style has colours; PowerPoint is light"),
          QStringLiteral("NAME"), QStringLiteral("light")},
         {QStringLiteral("freeze"),
          QStringLiteral("keep slide N as it is today; may be given again. --out is then the project, "
                         "NAME.roofrack.json"),
          QStringLiteral("N")},
         {QStringLiteral("replan"), QStringLiteral("by the best plan found instead of the plan as given")},
         {QStringLiteral("force"), QStringLiteral("replace files that exist")}});
    add_style_option(parser);
}

Result<PresentArguments> read_present_arguments(const QCommandLineParser& parser) {
    PresentArguments out;
    auto project = named_project(parser);
    if (!project) return tl::unexpected(project.error());
    out.project = std::move(*project);
    out.out = parser.value(QStringLiteral("out"));
    if (out.out.isEmpty()) return fail("--out", "no file is named", "name one that ends in .pdf or .pptx");
    for (const QString& text : parser.values(QStringLiteral("freeze"))) {
        bool is_number = false;
        const int slide = text.toInt(&is_number);
        if (!is_number || slide < 1)
            return fail("--freeze", "'" + text.toStdString() + "' is no slide", "give its number, from 1");
        out.freeze.push_back(static_cast<size_t>(slide - 1));
    }
    const QString format = parser.value(QStringLiteral("format"));
    if (format == u"png" || format == u"svg") {
        out.format = format == u"png" ? DeckFormat::png : DeckFormat::svg;
    } else if (!format.isEmpty()) {
        return fail("--format", "there is no format '" + format.toStdString() + "'", "png or svg");
    } else if (out.freeze.empty()) {
        const auto named = deck_format(out.out);
        if (!named || (*named != DeckFormat::pdf && *named != DeckFormat::pptx))
            return fail("--out", "the format of '" + out.out.toStdString() + "' is not known",
                        "end the name in .pdf or .pptx, or give --format png and a folder");
        out.format = *named;
    }
    bool number = false;
    out.width = parser.value(QStringLiteral("width")).toInt(&number);
    constexpr int least = 320, most = 15'360;
    if (!number || out.width < least || out.width > most)
        return fail("--width", "'" + parser.value(QStringLiteral("width")).toStdString() + "' is no width",
                    "give a number of pixels from 320 to 15360");
    const QString theme = parser.value(QStringLiteral("theme"));
    if (theme != u"light" && theme != u"dark")
        return fail("--theme", "there is no theme '" + theme.toStdString() + "'", "light or dark");
    if (theme == u"dark" && out.format != DeckFormat::pptx) out.theme = Theme::dark();
    out.style = parser.value(QStringLiteral("style")).toStdString();
    if (!out.style.empty() && !out.freeze.empty())
        return fail("--style", "--freeze writes the project with the style that it keeps",
                    "put the style in by `roofrack-cli present --style` first");
    out.replan = parser.isSet(QStringLiteral("replan"));
    out.force = parser.isSet(QStringLiteral("force"));
    return out;
}

/// A file that is not replaced unasked; a folder that holds nothing yet.
Result<void> may_write_deck(const PresentArguments& arguments) {
    const std::string out = arguments.out.toStdString();
    if (!arguments.freeze.empty() && !arguments.out.endsWith(u".roofrack.json"))
        return fail("--out " + out, "--freeze writes the project", "end the name in .roofrack.json");
    if (!arguments.freeze.empty()) return may_write(out, arguments.force);
    if (arguments.format == DeckFormat::pdf || arguments.format == DeckFormat::pptx)
        return may_write_beside(out, arguments.project.toStdString(), arguments.force);
    std::error_code fault;
    if (std::filesystem::exists(out, fault) && !std::filesystem::is_directory(out, fault))
        return fail("--out " + out, "it is no folder", "name a folder");
    if (!arguments.force && std::filesystem::exists(out, fault) && !std::filesystem::is_empty(out, fault))
        return fail("--out " + out, "the folder is not empty", "name a new one, or give --force");
    return {};
}

/// The project with some slides as they are today.
Result<void> write_frozen(const DeckAnswers& deck, const std::vector<ShownSlide>& slides,
                          const PresentArguments& arguments, const std::string& today) {
    Project project = deck.project();
    project.deck.slides = shown_deck(deck).slides;
    for (const size_t number : arguments.freeze) {
        const std::string option = "--freeze " + std::to_string(number + 1);
        if (number >= slides.size())
            return fail(option, "there are " + std::to_string(slides.size()) + " slides", "give one of them");
        if (const std::string& missing = slides[number].content.missing; !missing.empty())
            return fail(option, "the slide shows nothing: " + missing, "leave it out");
        if (const std::string& since = project.deck.slides[number].frozen.date; !since.empty())
            return fail(option, "the slide is as it was on " + since,
                        "leave it out, or uncheck Frozen in the window");
        project.deck.slides[number].frozen =
            frozen_slide(slides[number].content, today, kept_picture(slides[number], arguments.theme));
    }
    const auto written = write_project(project, arguments.out.toStdString(), deck.catalog());
    if (!written) return tl::unexpected(written.error());
    return {};
}

int present(PresentArguments arguments) {
    if (const auto may = may_write_deck(arguments); !may) return say_error(may.error(), bad_input);
    const Catalog& catalog = Catalog::built_in();
    const std::filesystem::path path = arguments.project.toStdString();
    auto loaded = read_project(path, catalog);
    if (!loaded) return say_error(loaded.error(), bad_input);
    for (const Diagnostic& warning : loaded->warnings) say_warning(warning.text());
    const auto style = asked_style(arguments.style, loaded->project.style);
    if (!style) return say_error(style.error(), bad_input);
    say_remarks(*style);
    arguments.theme = styled_theme(arguments.theme, *style);
    const std::chrono::sys_days day = today();
    const DeckAnswers deck(std::move(loaded->project), path.parent_path(), arguments.replan, catalog, nullptr,
                           day);
    std::vector<ShownSlide> slides;
    for (const FoundSlide& found : find_slides(deck, shown_deck(deck), day))
        slides.push_back(shown_slide(found, deck.folder(), arguments.theme));
    const auto look = slide_style(*style, deck.project().name, date_text(day));
    for (ShownSlide& slide : slides) slide.style = look;
    if (slides.empty())
        return say_error({arguments.project.toStdString(), "it has no slides, and nothing to draft them from",
                          "draw something first"},
                         bad_input);
    Exit exit = done;
    for (size_t i = 0; i < slides.size(); ++i)
        if (const std::string& missing = slides[i].content.missing; !missing.empty()) {
            say_warning("slide " + std::to_string(i + 1) + " shows nothing: " + missing);
            exit = answer_is_no;
        }
    if (!arguments.freeze.empty()) {
        const auto frozen = write_frozen(deck, slides, arguments, date_text(day));
        return frozen ? exit : say_error(frozen.error(), bad_input);
    }
    const auto written = write_deck(slides, to_qt(deck.project().name), arguments.format,
                                    arguments.out.toStdString(), arguments.theme, arguments.width);
    return written ? exit : say_error(written.error(), bad_input);
}

} // namespace

int present_command(int argc, char** argv) {
    return headless_command(argc, argv, "present", add_present_options, [](const QCommandLineParser& parser) {
        const auto arguments = read_present_arguments(parser);
        return arguments ? present(*arguments) : say_error(arguments.error(), usage);
    });
}

} // namespace roofrack
