// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/handover/workbook_edits.h"

#include "core/base/units/quantity_text.h"
#include "core/drawing/bill/bill_of_materials.h"
#include "core/drawing/drawn_parts.h"
#include "core/drawing/project/address/input_field.h"
#include "core/drawing/project/address/set_value.h"
#include "core/drawing/project/own_parts.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <limits>
#include <map>

namespace roofrack {

namespace {

using EditKind = WorkbookEdit::Kind;

bool equal_enough(double a, double b) { return std::abs(a - b) <= 1e-9 * std::max(std::abs(a), std::abs(b)); }

bool is_drawn_thing(BillGroup group) { return group != BillGroup::cable && group != BillGroup::optic; }

class EditsMaker {
public:
    EditsMaker(const Answers& answers, std::vector<WorkbookEdit>& edits)
        : m_answers(answers)
        , m_catalog(answers.catalog())
        , m_old(*answers.value<PricedBill>())
        , m_edits(edits) {}

    Scenario make() {
        // Each pass refuses one edit at least, or is the last.
        while (true) {
            m_out = m_answers.scenario();
            const size_t before = open();
            for (const EditKind kind :
                 {EditKind::input, EditKind::cable, EditKind::power, EditKind::quantity, EditKind::price})
                for (WorkbookEdit* const edit : of(kind))
                    if (std::string why = done(*edit); !why.empty()) edit->refused = std::move(why);
            if (open() == before) check();
            if (open() == before) return std::move(m_out);
        }
    }

private:
    size_t open() const {
        return static_cast<size_t>(
            std::ranges::count_if(m_edits, [](const WorkbookEdit& each) { return each.refused.empty(); }));
    }
    /// Those that are not refused; quantities of containers before those of what they hold.
    std::vector<WorkbookEdit*> of(EditKind kind) {
        std::vector<WorkbookEdit*> out;
        for (WorkbookEdit& each : m_edits)
            if (each.kind == kind && each.refused.empty()) out.push_back(&each);
        if (kind == EditKind::quantity)
            std::ranges::stable_sort(out, {}, [&](const WorkbookEdit* each) { return depth(*each); });
        return out;
    }
    const BillRow& row_of(const WorkbookEdit& edit) const { return m_old.bill.rows[edit.row]; }
    int depth(const WorkbookEdit& edit) const {
        int out = 0;
        const Element* at = m_out.cluster.find(row_of(edit).drawn.front());
        for (; at && !at->parent.empty() && out < 64; ++out) at = m_out.cluster.find(at->parent);
        return out;
    }

    /// Why it could not be made; empty: it is.
    std::string done(const WorkbookEdit& edit) {
        switch (edit.kind) {
        case EditKind::input: return set_input(edit);
        case EditKind::cable: return set_cables(edit);
        case EditKind::power: return set_power(edit);
        case EditKind::quantity: return set_quantity(edit);
        case EditKind::price: break;
        }
        return set_price(edit);
    }

    std::string set_input(const WorkbookEdit& edit) {
        const auto field = InputField::find(m_out, edit.address, m_catalog);
        if (!field) return field.error().what;
        const auto value = field->parse(edit.text);
        if (!value) return value.error().what + ": " + value.error().fix;
        auto changed = field->with(m_out, *value);
        if (!changed) return changed.error().what;
        m_out = std::move(*changed);
        return {};
    }

    std::string set_cables(const WorkbookEdit& edit) {
        if (!part_named(m_out, m_catalog, PartKind::cable, edit.text))
            return fmt::format("no cable has the id \"{}\"", edit.text);
        for (const std::string& id : edit.links)
            for (Link& link : m_out.cluster.links)
                if (link.id == id) set_cable(link, edit.text, m_out.parts);
        return {};
    }

    std::string set_power(const WorkbookEdit& edit) {
        const BillRow& row = row_of(edit);
        if (!is_drawn_thing(row.group)) return "optics and cables draw what their part says";
        if (!(edit.number > 0) || edit.number > 1e9) return "a piece draws more than 0 W and less than 1 GW";
        const Element* const drawn = m_out.cluster.find(row.drawn.front());
        const Part* const part = drawn ? drawn_part(*drawn, m_catalog) : nullptr;
        const std::string figure = part ? power_figure(*part) : "";
        if (figure.empty()) return "no part says what it draws";
        const PartRef before = drawn->part;
        PartRef after = before.inline_part ? before : own_copy(m_out, m_catalog, before, part->kind);
        if (!after.inline_part) return "its part is not known";
        SourcedValue& value = after.inline_part->figures[figure];
        value = SourcedValue{};
        value.value = edit.number;
        value.status = Status::judgement;
        auto changed = with_own_part(m_out, m_catalog, before.inline_part ? before : after, after);
        if (!changed) return changed.error().what;
        m_out = std::move(*changed);
        if (!before.inline_part)
            for (const std::string& id : row.drawn)
                if (Element* const element = m_out.cluster.find(id)) element->part = after;
        keep_price(edit, after.id);
        return {};
    }

    /// A part of one's own does not have the price of its base, though no price was changed.
    void keep_price(const WorkbookEdit& edit, const std::string& id) {
        const CapitalRow& cost = m_old.capital.rows[edit.row];
        const double count = row_of(edit).count;
        if (cost.basis == PriceBasis::none || !(count > 0)) return;
        const Answers now = m_answers.with(m_out);
        const auto* const priced = now.value<PricedBill>();
        const size_t row = priced ? row_like(*priced, row_of(edit)) : none;
        if (row == none || equal_enough(priced->capital.rows[row].price.likely, cost.price.likely)) return;
        list_price(id, {cost.price.low / count, cost.price.likely / count, cost.price.high / count});
    }

    void list_price(const std::string& item, const PriceBand& band) {
        std::vector<ListedPrice>& prices = m_out.site.prices;
        auto at = std::ranges::find(prices, item, &ListedPrice::item);
        if (at == prices.end()) {
            prices.emplace_back();
            at = prices.end() - 1;
            at->item = item;
        }
        at->low = band.low;
        at->likely = band.likely;
        at->high = band.high;
        at->currency = "USD";
        at->usd_each = 1;
        at->source = "workbook";
    }

    std::string set_quantity(const WorkbookEdit& edit) {
        const BillRow& row = row_of(edit);
        if (!is_drawn_thing(row.group)) return "their number follows from the links that are drawn";
        if (row.drawn.size() != 1)
            return fmt::format("it is drawn as {} things: change them in the drawing", row.drawn.size());
        const auto is_rest = [&](const BillRow& each) {
            return each.group == row.group && each.drawn == row.drawn && each.procurement != row.procurement;
        };
        if (std::ranges::any_of(m_old.bill.rows, is_rest))
            return "some of them are there already and the rest is bought: change how many in the drawing";
        Element* const element = m_out.cluster.find(row.drawn.front());
        if (!element) return "it is not drawn";
        const double instances = m_out.cluster.instances(*element), around = instances / element->count;
        if (equal_enough(instances, edit.number)) return {};
        const double count = edit.number / around;
        constexpr double most = 1e6;
        if (!(count >= 1) || count > most || count != std::floor(count))
            return fmt::format("{} of them cannot stand equally in {}", format_count(edit.number),
                               format_count(around));
        element->count = static_cast<int>(count);
        return {};
    }

    std::string set_price(const WorkbookEdit& edit) {
        const BillRow& row = row_of(edit);
        const CapitalRow& cost = m_old.capital.rows[edit.row];
        if (row.part.empty()) return "it has no part whose price could be kept";
        if (row.group == BillGroup::cable && row.power == 0.0) return "glass is priced by its metres";
        // A changed price is exact, unless its band was changed as well.
        const double count = row.count > 0 ? row.count : 1;
        const auto [likely, low, high] = edit.price;
        const double middle = likely.value_or(cost.price.likely / count);
        PriceBand band{low.value_or(likely ? middle : cost.price.low / count), middle,
                       high.value_or(likely ? middle : cost.price.high / count)};
        if (!(band.low >= 0) || !(band.low <= band.likely) || !(band.likely <= band.high) || band.high > 1e12)
            return "the lowest, the likely and the highest price are not in that order";
        std::string item = row.part;
        for (const std::string& id : row.drawn)
            if (const Element* const element = m_out.cluster.find(id)) item = element->part.id;
        list_price(item, row.group == BillGroup::optic ? band * 2 : band); // optics are priced in pairs
        return {};
    }

    static constexpr size_t none = std::numeric_limits<size_t>::max();
    /// The row of the same things in another bill, or none.
    static size_t row_like(const PricedBill& priced, const BillRow& row) {
        const auto& rows = priced.bill.rows;
        const auto at = std::ranges::find_if(rows, [&](const BillRow& each) {
            return each.group == row.group && each.drawn == row.drawn && each.length == row.length &&
                   each.procurement == row.procurement;
        });
        return at == rows.end() ? none : static_cast<size_t>(at - rows.begin());
    }

    /// Refuses edits that did not bring what they ask for, or brought more.
    void check() {
        const Answers now = m_answers.with(m_out);
        const auto* const asked = now.get<PricedBill>();
        if (!asked || !*asked) {
            for (WorkbookEdit& each : m_edits)
                if (each.refused.empty()) each.refused = "together: " + why_missing(asked).what;
            return;
        }
        const PricedBill& anew = **asked;
        std::map<size_t, double> quantities;
        for (const WorkbookEdit* const each : of(EditKind::quantity)) quantities[each->row] = each->number;
        std::string other;
        for (size_t i = 0; i < m_old.bill.rows.size(); ++i) {
            const BillRow& old = m_old.bill.rows[i];
            const size_t at = is_drawn_thing(old.group) ? row_like(anew, old) : none;
            const auto asked_for = quantities.find(i);
            const double wanted = asked_for == quantities.end() ? old.count : asked_for->second;
            if (at != none && !equal_enough(anew.bill.rows[at].count, wanted))
                other = fmt::format("there would be {} of {} and not {}",
                                    format_count(anew.bill.rows[at].count), old.name, format_count(wanted));
        }
        if (!other.empty())
            for (WorkbookEdit* const each : of(EditKind::quantity)) each->refused = other;
        for (WorkbookEdit* const each : of(EditKind::power)) check_power(*each, anew);
        for (WorkbookEdit* const each : of(EditKind::cable)) check_cable(*each, anew);
        for (WorkbookEdit* const each : of(EditKind::price)) check_price(*each, anew);
    }

    /// What one of the row is to have, where other edits of the kind are to change it as well.
    double wanted_of(EditKind kind, size_t row, double otherwise) const {
        for (const WorkbookEdit& each : m_edits)
            if (each.kind == kind && each.row == row && each.refused.empty())
                return kind == EditKind::power ? each.number : each.price[0].value_or(otherwise);
        return otherwise;
    }
    /// Holds all rows of the edit's part against the bill that it makes. `each`: of one of a row.
    template<class Each>
    void check_rows(WorkbookEdit& edit, const PricedBill& anew, const char* what, Each each) const {
        const BillRow& own = row_of(edit);
        for (size_t i = 0; i < m_old.bill.rows.size(); ++i) {
            const BillRow& old = m_old.bill.rows[i];
            const size_t at = old.part == own.part ? row_like(anew, old) : none;
            if (at == none || equal_enough(each(anew, at), wanted_of(edit.kind, i, each(m_old, i)))) continue;
            edit.refused = i == edit.row
                               ? fmt::format("the bill would not have that {}", what)
                               : fmt::format("\"{}\" stands in other rows of the bill, whose {} would change "
                                             "with it",
                                             own.name, what);
        }
    }
    void check_power(WorkbookEdit& edit, const PricedBill& anew) const {
        check_rows(edit, anew, "power", [](const PricedBill& priced, size_t row) {
            return priced.bill.rows[row].power.value_or(0) / std::max(1.0, priced.bill.rows[row].count);
        });
    }
    void check_price(WorkbookEdit& edit, const PricedBill& anew) const {
        check_rows(edit, anew, "price", [](const PricedBill& priced, size_t row) {
            return priced.capital.rows[row].price.likely / std::max(1.0, priced.bill.rows[row].count);
        });
    }

    void check_cable(WorkbookEdit& edit, const PricedBill& anew) const {
        for (const BillRow& row : anew.bill.rows)
            if (row.group == BillGroup::cable && row.part != edit.text &&
                std::ranges::any_of(row.drawn, [&](const std::string& id) {
                    return std::ranges::find(edit.links, id) != edit.links.end();
                }))
                edit.refused = "the links would not have that cable";
    }

    const Answers& m_answers;
    const Catalog& m_catalog;
    const PricedBill& m_old;
    std::vector<WorkbookEdit>& m_edits;
    Scenario m_out;
};

} // namespace

Scenario with_edits(const Answers& answers, std::vector<WorkbookEdit>& edits) {
    return EditsMaker(answers, edits).make();
}

} // namespace roofrack
