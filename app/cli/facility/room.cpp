// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/base/columns.h"
#include "app/cli/base/load_option.h"
#include "app/cli/base/output.h"
#include "app/cli/base/project_answers.h"
#include "app/cli/base/project_input.h"
#include "core/answers/facility_answers.h"
#include "core/answers/report/facility/room_json.h"
#include "core/answers/report/standstill_json.h"
#include "core/answers/step_answers.h"
#include "core/base/units/plain_number.h"

#include <algorithm>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace roofrack::cli {

namespace {

constexpr size_t least_title = 36; // characters

struct RoomOptions {
    ProjectInput input;
    LoadOption load;
};

std::string amount(RoomLimit limit, double value) {
    const std::string_view unit = unit_of(limit);
    if (unit == "W") return format_quantity(value, Dimension::power);
    const std::string count = format_count(value);
    return fmt::format("{} {}", count, count == "1" && unit == "places" ? "place" : unit);
}

std::string racks_text(double count) {
    return fmt::format("{} {}", format_count(count), count == 1 ? "rack" : "racks");
}

std::string racks_of(const RoomStudy& study, const RoomRow& row) {
    if (!row.need.have) return "not known";
    if (!row.grows) return "";
    if (!row.fits) return fmt::format("{} or more", format_count(study.tried));
    return format_count(*row.fits);
}

std::string more_of(const RoomStudy& study, const RoomRow& row) {
    if (!row.need.have || !row.grows) return "";
    const double more = row.fits.value_or(study.tried) - study.drawn;
    return fmt::format("{}{}{}",
                       more > 0   ? "+"
                       : more < 0 ? "−"
                                  : "±",
                       format_count(std::abs(more)), row.fits ? "" : " or more");
}

std::string why_so_many(const RoomStudy& study, const RoomRow& row) {
    std::string out = row.spare_shrinks
                          ? "  after the worst failure, which leaves less the more racks share it"
                      : row.need.after_failure ? "  after the worst failure"
                                               : "";
    if (row.need.have && !row.grows)
        out += fmt::format("{}takes none of “{}”", out.empty() ? "  " : "; ", rack_name(study));
    return out;
}

void print_limits(const RoomStudy& study) {
    const size_t width = column_width(least_title, study.rows, title_of);
    print_text("{:<{}} {:>13} {:>13} {:>13} {:>12} {:>12}\n", "the room", width, "need", "have", "left",
               "bears", "more");
    for (const RoomRow& row : study.rows) {
        const RoomNeed& need = row.need;
        const RoomLimit limit = need.key.limit;
        print_text("{:<{}} {:>13} {:>13} {:>13} {:>12} {:>12}{}\n", title_of(row), width,
                   amount(limit, need.need), need.have ? amount(limit, *need.have) : "",
                   row.left() ? amount(limit, *row.left()) : "", racks_of(study, row), more_of(study, row),
                   why_so_many(study, row));
    }
    print_text("\n");
}

std::string dollars(const PriceBand& band) {
    return fmt::format("{} ({} to {})", format_quantity(band.likely, Dimension::money, 3),
                       format_quantity(band.low, Dimension::money, 3),
                       format_quantity(band.high, Dimension::money, 3));
}

std::string wait_text(const PriceBand& band) {
    return fmt::format("{:.0f} weeks ({:.0f} to {:.0f})", band.likely, band.low, band.high);
}

void print_purchases(const RoomStudy& study) {
    if (!study.is_short() && !study.buys_units() && std::ranges::none_of(study.rows, &RoomRow::is_short))
        return;
    print_text("for all that is drawn\n");
    for (const RoomRow& row : study.rows) {
        if (!row.buy) continue;
        const RoomPurchase& buy = *row.buy;
        const RoomLimit limit = row.need.key.limit;
        print_text("  {}: {}{}, {}, {}\n", title_of(row),
                   buy.count > 0 ? fmt::format("{} × {}, ", format_count(buy.count), buy.name) : "",
                   buy.suffices ? amount(limit, buy.amount) + (row.is_new() ? ", not there yet" : " more")
                                : "no number of these units suffices",
                   buy.price ? dollars(*buy.price) : "no price is known",
                   buy.lead ? wait_text(buy.lead->weeks) : "no lead time is known");
        if (!buy.source.empty()) print_text("    price: {}, {}\n", name_of(buy.status), buy.source);
        if (buy.lead) print_text("    wait: {}, {}\n", name_of(buy.lead->status), buy.lead->source);
    }
    if (study.price.likely > 0)
        print_text("  together {}{}\n", study.is_priced ? "" : "at least ", dollars(study.price));
    if (study.weeks.likely > 0) print_text("  all that is drawn runs after {}\n", wait_text(study.weeks));
    print_text("\n");
}

void print_outcome(std::string_view what, const RoomOutcome& run) {
    print_text("{:<12} {:>12} {:>8} GPUs  {}\n", what, racks_text(run.racks), format_count(run.gpus),
               run.reason.empty()
                   ? fmt::format("step {}, {} per second, clock {:.0f} %, {} at the meter, PUE {:.3f}",
                                 format_quantity(run.step.si(), Dimension::time, 3), format_count(run.rate),
                                 100 * run.clock, format_quantity(run.metered.si(), Dimension::power, 3),
                                 run.pue)
                   : run.reason);
}

void print(const RoomStudy& study) {
    const std::string rack = rack_name(study);
    if (!study.has_limits())
        print_text("nothing is known of the room: set /site/room, /site/power_limit, or draw feeds and "
                   "coolers\n");
    else if (!study.fits)
        print_text("{} drawn, {} or more fit: nothing known of the room ends before\n",
                   racks_text(study.drawn), format_count(study.tried));
    else
        print_text("{} drawn, {} {} {}: {}\n", racks_text(study.drawn), format_count(*study.fits),
                   *study.fits == 1 ? "fits" : "fit",
                   study.buys_units() ? "once the drawn units are bought" : "as the room is",
                   ends_first_text(study));
    if (const std::string cabled = cabled_text(study); !cabled.empty()) print_text("{}\n", cabled);
    print_text("bears: racks of all kinds, as more of “{}” come{}{}\n\n", rack,
               study.step > 1 ? fmt::format(", {} at a time", format_count(study.step)) : "",
               study.others > 0 ? fmt::format(", beside {} other{}", format_count(study.others),
                                              study.others == 1 ? "" : "s")
                                : "");
    print_limits(study);
    print_purchases(study);
    print_outcome("as drawn", study.as_drawn);
    if (study.today) print_outcome("what fits", *study.today);
}

/// What is drawn against the room, at a load that is assumed.
int print_standing(const RoomStudy& study, const RoomOptions& options, const ProjectAnswers& project) {
    const auto load = options.load.given();
    if (options.input.json) {
        print_json(with_standstill(project.standstill(), room_json(study)));
    } else {
        if (!load) print_standstill(project.standstill(), false);
        print_assumed_load(*study.assumed);
        const size_t width = column_width(least_title, study.rows, title_of);
        print_text("{:<{}} {:>13} {:>13} {:>13}\n", "the room", width, "need", "have", "left");
        for (const RoomRow& row : study.rows) {
            const RoomNeed& need = row.need;
            print_text("{:<{}} {:>13} {:>13} {:>13}{}\n", title_of(row), width,
                       amount(need.key.limit, need.need), need.have ? amount(need.key.limit, *need.have) : "",
                       row.left() ? amount(need.key.limit, *row.left()) : "",
                       row.is_short() ? "  too little" : "");
        }
    }
    const bool holds = std::ranges::none_of(study.rows, &RoomRow::is_short);
    return holds && is_load_wanted(options.load, project) ? Exit::done : Exit::answer_is_no;
}

int run_room(const RoomOptions& options) {
    const ProjectInput& input = options.input;
    const ProjectAnswers project(input);
    if (const auto load = options.load.given())
        return print_standing(
            value_or_throw<BadInput>(standing_room(project.answers().scenario(), project.catalog(), *load)),
            options, project);
    const auto* study = project.answers().get<RoomStudy>();
    if (!*study) return report(study->error());
    if ((*study)->assumed) return print_standing(**study, options, project);
    const Standstill& standstill = project.say_whether_it_runs(false);
    if (input.json)
        print_json(with_standstill(standstill, room_json(**study)));
    else
        print(**study);
    return (*study)->is_short() || !standstill.runs() ? Exit::answer_is_no : Exit::done;
}

} // namespace

void add_room(const Command& program) {
    const Command command = program.add_subcommand(
        "room", "What of the drawn racks fits into an existing room, and what must be bought");
    command.footer("Example: roofrack-cli room samples/dgx-h100-su.roofrack.json");
    auto options = std::make_shared<RoomOptions>();
    options->input.add_to(command);
    options->input.add_replan_to(command);
    options->load.add_to(command);
    command.callback([options] { return run_room(*options); });
}

} // namespace roofrack::cli
