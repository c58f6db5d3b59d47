// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/canvas/diagram/auto_layout.h"

#include "widgets/canvas/items/canvas_grid.h"
#include "widgets/canvas/items/diagram_measure.h"

#include <algorithm>
#include <cmath>
#include <unordered_map>
#include <unordered_set>

namespace roofrack {
namespace {

using namespace diagram_measure;

/// A laid-out element with everything inside it, placed relative to its own top left.
struct Block {
    const Element* element = nullptr;
    QSizeF size;
    std::map<std::string, Position> inside;
    double x = 0;
};

int side_rank(ElementKind kind) {
    switch (kind) {
    case ElementKind::storage: return 0;
    case ElementKind::feed: return 1;
    case ElementKind::cooling: return 2;
    default: return 3;
    }
}

class Layout {
public:
    Layout(const Cluster& cluster, const std::function<QSizeF(const Element&)>& size_of,
           const std::function<bool(const Element&)>& is_slot)
        : m_cluster(cluster)
        , m_size_of(size_of) {
        for (const Element& element : cluster.elements) {
            m_by_id.emplace(element.id, &element);
            if (!is_slot(element)) m_children[element.parent].push_back(&element);
        }
        find_tiers();
    }

    std::map<std::string, Position> run() {
        std::vector<const Element*> top = m_children[{}];
        for (const Element& element : m_cluster.elements) // what hangs on a container that does not exist
            if (!element.parent.empty() && !m_by_id.count(element.parent)) top.push_back(&element);
        return arrange(top, ElementKind::site).inside;
    }

private:
    /// Steps to the nearest server, over the network links; drawn tiers win.
    void find_tiers() {
        std::unordered_map<std::string, std::vector<std::string>> neighbours;
        for (const Link& link : m_cluster.links) {
            neighbours[link.from].push_back(link.to);
            neighbours[link.to].push_back(link.from);
        }
        std::vector<std::string> front;
        for (const Element& element : m_cluster.elements)
            if (element.kind == ElementKind::server || element.kind == ElementKind::rack) {
                m_tier[element.id] = 0;
                front.push_back(element.id);
            }
        for (int tier = 1; !front.empty(); ++tier) {
            std::vector<std::string> next;
            for (const std::string& id : front)
                for (const std::string& other : neighbours[id]) {
                    const auto found = m_by_id.find(other);
                    if (found == m_by_id.end() || found->second->kind != ElementKind::switch_) continue;
                    if (m_tier.emplace(other, tier).second) next.push_back(other);
                }
            front = std::move(next);
        }
        for (const Element& element : m_cluster.elements)
            if (element.kind == ElementKind::switch_) {
                if (element.tier) m_tier[element.id] = std::clamp(*element.tier, 1, 16);
                m_tier.emplace(element.id, 1);
            }
    }

    Block block_of(const Element& element) {
        if (!is_container(element.kind) || element.kind == ElementKind::rack) {
            Block block;
            block.element = &element;
            block.size = m_size_of(element);
            return block;
        }
        Block inner;
        if (m_open.insert(element.id).second) { // a cyclic containment is laid out once
            inner = arrange(m_children[element.id], element.kind);
            m_open.erase(element.id);
        }
        Block block;
        block.element = &element;
        for (const auto& [id, position] : inner.inside)
            block.inside[id] = {position.x + container_side, position.y + container_top};
        block.size = QSizeF(std::max(160.0, inner.size.width() + 2 * container_side),
                            std::max(96.0, inner.size.height() + container_top + container_bottom));
        return block;
    }

    /// Rows by tier from the top, then the column of facilities at the right.
    Block arrange(const std::vector<const Element*>& elements, ElementKind holder) {
        std::map<int, std::vector<Block>, std::greater<>> rows;
        std::vector<Block> side;
        for (const Element* element : elements) {
            switch (element->kind) {
            case ElementKind::switch_: rows[m_tier[element->id]].push_back(block_of(*element)); break;
            case ElementKind::feed:
            case ElementKind::cooling:
            case ElementKind::storage:
            case ElementKind::note: side.push_back(block_of(*element)); break;
            default: rows[0].push_back(block_of(*element));
            }
        }
        // Storage on top: its links come down from the leafs and must not cross its neighbours.
        std::stable_sort(side.begin(), side.end(), [](const Block& a, const Block& b) {
            return side_rank(a.element->kind) < side_rank(b.element->kind);
        });
        Block whole;
        double width = 0;
        if (auto blocks = rows.find(0); blocks != rows.end()) width = place_grid(blocks->second, holder);
        for (auto& [tier, row] : rows)
            if (tier > 0) width = std::max(width, row_width(row));
        double y = 0;
        for (auto& [tier, row] : rows) {
            if (tier > 0) {
                place_spread(row, width);
                double height = 0;
                for (Block& block : row) {
                    put(whole, block, block.x, y);
                    height = std::max(height, block.size.height());
                }
                y += height + tier_gap;
            } else {
                y = put_grid(whole, row, width, y, holder);
            }
        }
        const double rows_bottom = rows.count(0) ? y : std::max(0.0, y - tier_gap);
        double side_y = rows.count(0) && rows.size() > 1 ? std::max(0.0, y - lowest_row_height(rows[0])) : 0;
        for (Block& block : side) {
            const double left = width > 0 ? width + side_gap : 0;
            put(whole, block, left, side_y);
            side_y += block.size.height() + side_row_gap;
            whole.size.setWidth(std::max(whole.size.width(), left + block.size.width()));
        }
        whole.size.setWidth(std::max(whole.size.width(), width));
        whole.size.setHeight(std::max(rows_bottom, side.empty() ? 0 : side_y - side_row_gap));
        return whole;
    }

    static double row_width(const std::vector<Block>& row) {
        double width = -switch_gap;
        for (const Block& block : row) width += block.size.width() + switch_gap;
        return std::max(0.0, width);
    }

    /// Blocks in rows of a shape that fits a screen; sets each block's x. Returns the width of the widest
    /// row.
    static double place_grid(std::vector<Block>& blocks, ElementKind holder) {
        const size_t columns = columns_of(blocks, holder);
        double width = 0;
        for (size_t first = 0; first < blocks.size(); first += columns) {
            double x = 0;
            for (size_t i = first; i < std::min(blocks.size(), first + columns); ++i) {
                blocks[i].x = x;
                x += blocks[i].size.width() + block_gap;
            }
            width = std::max(width, x - block_gap);
        }
        return width;
    }

    /// A row is one line of racks, and rows stand below each other, as in a hall; other things fill a shape
    /// that fits a screen.
    static size_t columns_of(const std::vector<Block>& blocks, ElementKind holder) {
        const size_t count = blocks.size();
        constexpr size_t longest_row = 40;
        if (holder == ElementKind::row && count <= longest_row) return std::max<size_t>(1, count);
        if (count > 1 && std::all_of(blocks.begin(), blocks.end(), [](const Block& block) {
                return block.element->kind == ElementKind::row;
            }))
            return count > 12 ? 2 : 1;
        if (count <= 8) return std::max<size_t>(1, count);
        return static_cast<size_t>(std::ceil(std::sqrt(2.5 * static_cast<double>(count))));
    }

    static double below(const Block& block) {
        const bool labelled = !is_container(block.element->kind) || block.element->kind == ElementKind::rack;
        return labelled ? label_height : 0;
    }

    static double lowest_row_height(const std::vector<Block>& blocks) {
        double height = 0;
        for (const Block& block : blocks) height = std::max(height, block.size.height() + below(block));
        return height;
    }

    double put_grid(Block& whole, std::vector<Block>& blocks, double width, double y, ElementKind holder) {
        const size_t columns = columns_of(blocks, holder);
        for (size_t first = 0; first < blocks.size(); first += columns) {
            const size_t last = std::min(blocks.size(), first + columns);
            const double row = blocks[last - 1].x + blocks[last - 1].size.width();
            const double shift = first == 0 ? to_grid((width - row) / 2) : 0;
            double height = 0;
            for (size_t i = first; i < last; ++i) {
                blocks[i].x += shift;
                put(whole, blocks[i], blocks[i].x, y);
                height = std::max(height, blocks[i].size.height() + below(blocks[i]));
            }
            y += height + (last < blocks.size() ? row_gap : 0);
        }
        return y;
    }

    /// Switches evenly over the width of what stands below.
    static void place_spread(std::vector<Block>& row, double width) {
        const double used = row_width(row);
        const double pitch = row.size() > 1 ? (width - used) / static_cast<double>(row.size()) : 0;
        double x = (width - used - std::max(0.0, pitch) * static_cast<double>(row.size() - 1)) / 2;
        for (Block& block : row) {
            block.x = to_grid(x);
            x += block.size.width() + switch_gap + std::max(0.0, pitch);
        }
    }

    static void put(Block& whole, const Block& block, double x, double y) {
        whole.inside[block.element->id] = {to_grid(x), to_grid(y)};
        for (const auto& [id, position] : block.inside)
            whole.inside[id] = {to_grid(x) + position.x, to_grid(y) + position.y};
    }

    const Cluster& m_cluster;
    const std::function<QSizeF(const Element&)>& m_size_of;
    std::unordered_map<std::string, const Element*> m_by_id;
    std::unordered_map<std::string, std::vector<const Element*>> m_children;
    std::unordered_map<std::string, int> m_tier;
    std::unordered_set<std::string> m_open;
};

} // namespace

bool needs_layout(const Cluster& cluster) {
    return std::all_of(cluster.elements.begin(), cluster.elements.end(),
                       [](const Element& element) { return element.position == Position{}; });
}

std::map<std::string, Position> auto_layout(const Cluster& cluster,
                                            const std::function<QSizeF(const Element&)>& size_of,
                                            const std::function<bool(const Element&)>& is_slot) {
    return Layout(cluster, size_of, is_slot).run();
}

} // namespace roofrack
