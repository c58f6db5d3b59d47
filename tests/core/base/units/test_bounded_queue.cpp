// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/units/bounded_queue.h"

#include <QTest>

#include <atomic>
#include <chrono>
#include <memory>
#include <thread>
#include <vector>

using namespace roofrack;

class TestBoundedQueue : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void things_arrive_in_order_and_no_more_than_most_wait();
    void what_is_under_way_can_be_taken_after_the_end();
    void closing_wakes_who_waits();
};

void TestBoundedQueue::things_arrive_in_order_and_no_more_than_most_wait() {
    constexpr int count = 20'000, most = 3;
    BoundedQueue<std::unique_ptr<int>> queue(most);
    std::atomic<int> pushed = 0, taken = 0;
    std::atomic<bool> too_many = false;
    std::jthread giver([&] {
        for (int i = 0; i < count; ++i) {
            queue.push(std::make_unique<int>(i));
            // one more may have been taken and not been counted yet
            if (++pushed - taken > most + 1) too_many = true;
        }
        queue.close();
    });
    std::vector<int> got;
    while (auto thing = queue.pop()) {
        ++taken;
        got.push_back(**thing);
    }
    QCOMPARE(got.size(), size_t(count));
    for (int i = 0; i < count; ++i) QCOMPARE(got[size_t(i)], i);
    QVERIFY(!too_many);
}

void TestBoundedQueue::what_is_under_way_can_be_taken_after_the_end() {
    BoundedQueue<int> queue(2);
    QVERIFY(queue.empty());
    QVERIFY(queue.push(1));
    QVERIFY(queue.push(2));
    QVERIFY(!queue.empty());
    queue.close();
    QVERIFY(!queue.push(3));
    QCOMPARE(queue.pop(), std::optional<int>(1));
    QCOMPARE(queue.pop(), std::optional<int>(2));
    QCOMPARE(queue.pop(), std::optional<int>());
    QVERIFY(queue.empty());
}

void TestBoundedQueue::closing_wakes_who_waits() {
    BoundedQueue<std::unique_ptr<int>> empty(1), full(1);
    QVERIFY(full.push(std::make_unique<int>(1)));
    std::atomic<int> woken = 0;
    int woken_before = 0;
    auto kept = std::make_unique<int>(2);
    {
        std::jthread taker([&] { woken += empty.pop() ? 0 : 1; });
        std::jthread giver([&] { woken += full.push(std::move(kept)) ? 0 : 1; });
        std::this_thread::sleep_for(std::chrono::milliseconds(20)); // they wait by now, mostly
        woken_before = woken;
        empty.close();
        full.close();
    }
    QCOMPARE(woken_before, 0);
    QCOMPARE(woken.load(), 2);
    QCOMPARE(*kept, 2); // what could not be handed over stays
}

QTEST_APPLESS_MAIN(TestBoundedQueue)
#include "test_bounded_queue.moc"
