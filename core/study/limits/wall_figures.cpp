// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/limits/wall_figures.h"

#include "core/base/figures/builder.h"
#include "core/study/limits/bottleneck_years.h"

#include <limits>
#include <utility>

namespace roofrack {

namespace {

constexpr figures::Measure flops_per_byte{"flops_per_byte", "FLOP/B", "FLOP/B", 1, figures::Style::plain, 3};

/// NaN, which is written as null, where there is none or it is not known.
double known(double value) { return value > 0 ? value : std::numeric_limits<double>::quiet_NaN(); }

struct RatesByName {
    WallRates rates{};
};
template<size_t index>
void describe_rate(figures::Builder<RatesByName>& f) {
    constexpr WallRate rate = static_cast<WallRate>(index);
    constexpr bool is_arithmetic = rate == WallRate::compute_16 || rate == WallRate::compute_low;
    f.number(
        name_of(rate), [](const RatesByName& r) { return known(r.rates[index]); },
        is_arithmetic ? figures::flops_per_second : figures::bytes_per_second, label_of(rate), "a GPU's",
        figures::more);
}
void describe(figures::Builder<RatesByName>& f) {
    [&]<size_t... each>(std::index_sequence<each...>) { (describe_rate<each>(f), ...); }
    (std::make_index_sequence<wall_rate_count>());
}

template<class T>
void describe_rates(figures::Builder<T>& f) {
    f.object(
        "rates", [](const T& t) { return RatesByName{t.rates}; }, "rates", "arithmetic, memory and links");
    f.object("ridges", &T::ridges, "ridges", "where a byte takes as long as its arithmetic");
}

struct GrowthOfRate {
    WallRate rate = WallRate::compute_16;
    GrowthFit fit;
};
void describe(figures::Builder<GrowthOfRate>& f) {
    using namespace figures;
    using G = GrowthOfRate;
    f.choice("rate", &G::rate, "rate", "of the leading parts", names_item);
    f.number(
        "parts", [](const G& g) { return g.fit.parts; }, count, "parts", "that have the rate");
    f.number(
        "per_year", [](const G& g) { return known(g.fit.per_year); }, ratio, "growth", "times per year",
        more);
    f.number(
        "error", [](const G& g) { return known(g.fit.error); }, ratio, "error",
        "factor of one standard error of the growth", less);
    f.number(
        "scatter", [](const G& g) { return known(g.fit.scatter); }, ratio, "scatter",
        "factor of one standard deviation of a part about the line", less);
}
std::vector<GrowthOfRate> growth_of_rates(const MemoryWall& wall) {
    std::vector<GrowthOfRate> out;
    for (size_t i = 0; i < wall_rate_count; ++i) out.push_back({static_cast<WallRate>(i), wall.growth[i]});
    return out;
}

struct Projection {
    WallGrowth growth;
};
void describe(figures::Builder<Projection>& f) {
    using namespace figures;
    for (const std::string_view each : {"compute", "bandwidth", "link"})
        f.same(each, &Projection::growth, each);
    f.number(
        "years", [](const Projection& p) { return p.growth.years; }, years, "years", "of the projection",
        always);
}

} // namespace

void describe(figures::Builder<WallRidges>& f) {
    using namespace figures;
    using R = WallRidges;
    f.number(
        "hbm", [](const R& r) { return known(r.hbm); }, flops_per_byte, "ridge of HBM", "16-bit arithmetic",
        less);
    f.number(
        "scale_up", [](const R& r) { return known(r.scale_up); }, flops_per_byte, "ridge of the scale-up",
        "16-bit arithmetic", less);
    f.number(
        "nic", [](const R& r) { return known(r.nic); }, flops_per_byte, "ridge of the NIC",
        "16-bit arithmetic", less);
}

void describe(figures::Builder<WallPart>& f) {
    using namespace figures;
    using P = WallPart;
    f.text("id", &P::id, "accelerator", "its id in the catalogue", names_item);
    f.text("name", &P::name, "name", "of the accelerator");
    f.text("vendor", &P::vendor, "vendor", "of the accelerator");
    f.text("generation", &P::generation, "generation", "of the vendor's parts");
    f.number("year", &P::year, number, "year", "of its release", always);
    f.flag("leads", &P::leads, "leads", "the fastest of its generation: growth is fitted to these");
    f.text("narrowest", &P::low, "narrowest format", "of its arithmetic");
    f.text("server", &P::server, "server", "whose NICs are counted", Absent{"none is"});
    describe_rates(f);
}

void describe(figures::Builder<PublishedGrowth>& f) {
    using namespace figures;
    using P = PublishedGrowth;
    f.text("what", &P::what, "what", "grows");
    f.number("per_year", &P::per_year, ratio, "growth", "times per year", always);
    f.choice("status", &P::status, "status", "how sure it is");
    f.text("source", &P::source, "source", "of the figure");
}

void describe(figures::Builder<ResourceTimes>& f) {
    using namespace figures;
    using T = ResourceTimes;
    f.number("arithmetic_s", &T::arithmetic, seconds, "arithmetic", "at its full rate", less, always);
    f.number("hbm_s", &T::hbm, seconds, "HBM", "at its full rate", less, always);
    f.number("scale_up_s", &T::scale_up, seconds, "scale-up", "at its full rate", less, always);
    f.number("nic_s", &T::nic, seconds, "NIC", "at its full rate", less, always);
}

void describe(figures::Builder<WallPosition::Op>& f) {
    using namespace figures;
    using O = WallPosition::Op;
    f.text("name", &O::name, "operator", "of the step", names_item);
    f.number("intensity", &O::intensity, flops_per_byte, "intensity", "of its HBM traffic", more, always);
    f.number(
        "ridge", [](const O& o) { return known(o.ridge); }, flops_per_byte, "ridge", "of its precision");
    f.number("share", &O::share, share, "share", "of the step's arithmetic", always);
    f.number("years", &O::years, years, "years", "until the ridge has grown past it; below 0: it has", more,
             Absent{"it never does"});
}

void describe(figures::Builder<WallPosition::Future>& f) {
    using namespace figures;
    using F = WallPosition::Future;
    f.number("year", &F::year, number, "years", "from now", always);
    describe_rates(f);
    f.object("times", &F::times, "times", "of a step of one GPU, each resource alone");
    f.number("memory_share", &F::memory_share, share, "share of memory",
             "time of the operators at the roofs, of those left of the ridge", less, always);
    f.number("faster", &F::faster, ratio, "faster", "the operators at the roofs, times now", more, always);
}

void describe(figures::Builder<WallPosition>& f) {
    using namespace figures;
    using S = WallPosition;
    f.text("accelerator", &S::accelerator, "accelerator", "as drawn");
    f.number(
        "year", [](const S& s) { return known(s.year); }, number, "year", "of its release");
    describe_rates(f);
    f.list("operators", &S::operators, "operators", "most arithmetic first");
    f.number(
        "scale_up_intensity", [](const S& s) { return known(s.scale_up_intensity); }, flops_per_byte,
        "intensity of the scale-up", "arithmetic of the step to its traffic", more);
    f.number(
        "nic_intensity", [](const S& s) { return known(s.nic_intensity); }, flops_per_byte,
        "intensity of the NICs", "arithmetic of the step to their traffic", more);
    f.object("times", &S::now, "times", "of a step of one GPU, each resource alone");
    f.number("memory_share", &S::memory_share, share, "share of memory",
             "time of the operators at the roofs, of those left of the ridge", less, always);
    constexpr std::string_view help = "until it takes longer than arithmetic; below 0: it does";
    f.number("hbm_years", &S::hbm_years, years, "years to the wall of HBM", help, more,
             Absent{"it never does"});
    f.number("scale_up_years", &S::scale_up_years, years, "years to the wall of the scale-up", help, more,
             Absent{"it never does"});
    f.number("nic_years", &S::nic_years, years, "years to the wall of the NICs", help, more,
             Absent{"it never does"});
    f.list("future", &S::future, "future", "years of the projection, from now on");
}

void describe(figures::Builder<MemoryWall>& f) {
    using namespace figures;
    using W = MemoryWall;
    f.text("base", &W::base, "base", "the oldest leading part");
    f.list("parts", &W::parts, "parts", "accelerators by year");
    f.list(
        "growth", [](const W& w) { return growth_of_rates(w); }, "growth", "of each rate");
    f.list("published", &W::published, "published", "growth that others found");
    f.object(
        "projected", [](const W& w) { return Projection{w.projected}; }, "projected",
        "what a projection takes");
}

} // namespace roofrack
