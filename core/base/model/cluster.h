// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/model/part.h"
#include "core/base/model/waiver.h"
#include "core/base/units/quantity.h"
#include "core/base/units/unknown_keys.h"
#include "core/base/units/value_type.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace roofrack {

enum class ElementKind { site, room, row, pod, rack, server, switch_, storage, feed, cooling, note };
std::string_view name_of(ElementKind kind);
std::optional<ElementKind> element_kind(std::string_view name);
/// True for site, room, row, pod and rack.
bool is_container(ElementKind kind);
/// The kind of part that an element may be; nothing for what is bought in no part (sites, rooms, rows, pods,
/// notes).
std::optional<PartKind> part_kind_of(ElementKind kind);

/// The use of a network of switches. `automatic`: a network that storage is connected to is for storage when
/// the servers have another one, else for all.
enum class NetworkUse { automatic, any, compute, storage, management };
std::string_view name_of(NetworkUse use);

/// The redundancy of feeds or cooling units: the rest carries all with one unit lost, or with one of two
/// sides.
enum class Redundancy { none, n_plus_1, two_n };
std::string_view name_of(Redundancy redundancy);

/// The walls that keep the hot air of racks from the cold.
enum class AirContainment { inherited, none, cold_aisle, hot_aisle };
std::string_view name_of(AirContainment containment); ///< "inherited", "none", "cold-aisle", "hot-aisle"

/// Whether a drawn thing is bought, is there already, or is sold. `inherited`: as the container around it; at
/// the top it is bought.
enum class Procurement { inherited, buy, owned, sell };
std::string_view name_of(Procurement procurement); ///< "inherited", "buy", "owned", "sell"

/// A catalogue id, or a part defined in the project (`base` names the catalogue part that it changes; may be
/// empty).
struct PartRef {
    std::string id;
    /// complete after reading: the base's figures with the overrides applied
    std::optional<Part> inline_part;
    std::string base;
    /// The definition that `base` names, where that is another of the project's own.
    SharedValue<PartRef> own_base{};
    bool operator==(const PartRef&) const = default;
};

struct Position {
    double x = 0, y = 0; ///< canvas units; 1 unit = 1 px at zoom 1
    bool operator==(const Position&) const = default;
};

/// One drawn thing, standing for `count` equal ones inside each instance of its parent.
struct Element {
    Element();
    ROOFRACK_DECLARE_VALUE(Element)

    std::string id; ///< unique in the cluster
    ElementKind kind = ElementKind::server;
    std::string name;
    std::string parent; ///< id of the container; empty at the top
    int count = 1;
    PartRef part; ///< empty id: none (sites, rooms, rows, pods, notes)

    /// Settings that override or complete the part, all optional.
    std::optional<Watts> power_limit;   ///< rack: what its feeds may deliver
    std::optional<Watts> cooling_limit; ///< rack: heat that its air or liquid loop may take
    std::optional<Watts> gpu_power_cap; ///< server: software cap a GPU
    /// cooling: supply temperature; room or rack: local air temperature at the inlet
    std::optional<Celsius> supply;
    /// rack: supplied ÷ demanded air flow; below 1 hot air recirculates
    std::optional<double> air_supply_ratio;
    /// container: of the racks in it; inherited: as of the container around, none at the top
    AirContainment containment = AirContainment::inherited;
    /// server: relative speed of its GPUs against the catalogue (an older stepping, a weak part)
    std::optional<double> speed;
    std::optional<int> slow_gpus; ///< server: GPUs of each one that `speed` is of; empty: all
    std::optional<double> health; ///< switch: share of its ports that are up
    /// storage: sustained read; also write when `write_bandwidth` is empty
    std::optional<ByteRate> bandwidth;
    std::optional<ByteRate> write_bandwidth;
    /// server, switch, storage in a rack: the unit that its lowest edge stands in, 1 at the bottom; of
    /// several the lowest, the others above it. Empty: where there is room.
    std::optional<int> u;
    std::optional<int> tier;                  ///< switch: 1 = leaf; empty: from the distance to the servers
    NetworkUse use = NetworkUse::automatic;   ///< switch: what its network is for
    Redundancy redundancy = Redundancy::none; ///< feed, cooling: what it promises to all that it serves
    Procurement procurement = Procurement::inherited; ///< whether it and what stands in it is bought
    /// Where it is owned: how many of `count` are there already in each container; the rest is bought. Empty:
    /// all.
    std::optional<int> owned_count;
    /// $ that one of it is sold for, with what stands in it; empty: not known
    std::optional<double> sale_price;
    std::string text; ///< note: its text
    Position position;
    std::optional<Position> size; ///< containers: width and height; empty: from the contents
    UnknownKeys unknown;
    bool operator==(const Element&) const;
};

/// Its name; the id of an element without one.
const std::string& title(const Element& element);

/// How `count` cables a pair are laid between the instances of two elements (within each instance of their
/// lowest common container). a = instances of `from`, b = instances of `to`.
enum class LinkPattern {
    each, ///< every `from` has `count` cables to one `to`; neighbours share one (a/b of them each). Power and
          ///< cooling too
    rail, ///< cable k of every `from` goes to switch k of its group of `count` switches (rail-optimised)
    mesh, ///< every `from` has `count` cables to every `to`
    torus, ///< `from` = `to`: neighbours along each of `dims`, `count` cables a neighbour pair
};
std::string_view name_of(LinkPattern pattern);
std::optional<LinkPattern> link_pattern(std::string_view name);

struct Link {
    Link();
    ROOFRACK_DECLARE_VALUE(Link)

    std::string id;
    std::string from, to; ///< element ids. server/switch/storage → switch: network; feed → rack: power;
                          ///< cooling → rack or room: heat
    LinkPattern pattern = LinkPattern::each;
    int count = 1;
    std::optional<ByteRate>
        bandwidth;     ///< bandwidth of one cable, one direction; empty: the slower of the two ports
    std::string cable; ///< id of the catalogue or of the project's own; may be empty
    SharedValue<Part> own_cable; ///< what `cable` names, where that is the project's own
    double health = 1;           ///< share of the cables that are up
    double background_load = 0;  ///< share taken by other jobs
    std::vector<int> dims;       ///< torus only
    bool twisted = false;        ///< torus: cables that close a short axis arrive half a long one further on
    std::optional<double>
        distance; ///< km of fibre between its ends, of another site for example; empty: not said
    std::optional<Seconds> latency; ///< one way over that distance, ports not counted; wins over `distance`
    UnknownKeys unknown;
    bool operator==(const Link&) const;
};

/// The drawing. Its pieces name each other by id; the order is the drawn order.
struct Cluster {
    Cluster();
    ROOFRACK_DECLARE_VALUE(Cluster)

    std::vector<Element> elements;
    std::vector<Link> links;
    std::vector<Waiver> waivers;
    /// What set_sold_aside() took out of the drawing: it is sold, and nothing runs on it.
    std::vector<Element> sold;
    std::vector<Link> sold_links;
    UnknownKeys unknown;

    const Element* find(std::string_view id) const;
    Element* find(std::string_view id);
    const Link* find_link(std::string_view id) const;
    /// Product of the counts of the element and all its containers; 0 when the containment is cyclic or
    /// broken.
    double instances(const Element& element) const;

    const Element& at(int index) const { return elements[static_cast<size_t>(index)]; }
    bool operator==(const Cluster&) const;
};

} // namespace roofrack
