// SPDX-License-Identifier: GPL-3.0-or-later
// The thread behind every lane: only the latest job counts, one at a time, and no work outlives it. Also for
// the thread sanitizer, which sees all of it: there is no event loop here.
#include "widgets/editor/latest_worker.h"

#include <QTest>
#include <atomic>
#include <future>
#include <vector>

using roofrack::LatestWorker;

class TestLatestWorker : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void a_newer_job_takes_the_place_of_the_one_that_waits() {
        std::promise<void> begun, go_on, last;
        std::vector<int> done; // by the thread, until `last`
        LatestWorker<int> worker([&](int& job, const std::stop_token&) {
            if (job == 0) {
                begun.set_value();
                go_on.get_future().wait();
            }
            done.push_back(job);
            if (job == 1000) last.set_value();
        });
        worker.post(0);
        begun.get_future().wait();
        for (int job = 1; job <= 1000; ++job) worker.post(job);
        go_on.set_value();
        last.get_future().wait();
        QCOMPARE(done, (std::vector<int>{0, 1000}));
    }

    void jobs_that_do_different_things_are_joined() {
        std::promise<void> begun, go_on, last;
        std::vector<int> done; // by the thread, until `last`
        LatestWorker<std::vector<int>> worker(
            [&](std::vector<int>& job, const std::stop_token&) {
                if (job.front() == 0) {
                    begun.set_value();
                    go_on.get_future().wait();
                }
                done.insert(done.end(), job.begin(), job.end());
                if (job.back() == 4) last.set_value();
            },
            [](std::vector<int>& waiting, std::vector<int> newer) {
                waiting.insert(waiting.end(), newer.begin(), newer.end());
            });
        worker.post({0});
        begun.get_future().wait();
        for (int job = 1; job <= 4; ++job) worker.post({job});
        go_on.set_value();
        last.get_future().wait();
        QCOMPARE(done, (std::vector<int>{0, 1, 2, 3, 4}));
    }

    void jobs_come_in_order_one_at_a_time_and_the_last_one_always() {
        constexpr int jobs = 20'000;
        int newest = -1; // the thread's alone, until `last`
        bool in_order = true;
        std::atomic<int> at_work = 0, most_at_work = 0;
        std::promise<void> last;
        LatestWorker<std::vector<int>> worker([&](std::vector<int>& job, const std::stop_token&) {
            most_at_work = std::max<int>(most_at_work, ++at_work);
            in_order = in_order && job.front() > newest && job.front() == job.back();
            newest = job.front();
            --at_work;
            if (newest == jobs - 1) last.set_value();
        });
        for (int job = 0; job < jobs; ++job) worker.post(std::vector<int>(8, job));
        last.get_future().wait();
        QVERIFY(in_order);
        QCOMPARE(most_at_work.load(), 1);
    }

    void destruction_stops_the_work_and_does_what_waits() {
        for (int round = 0; round < 200; ++round) {
            std::promise<void> begun;
            std::vector<int> ended;
            bool last_was_stopped = false;
            {
                LatestWorker<int> worker([&](int& job, const std::stop_token& stop) {
                    last_was_stopped = stop.stop_requested();
                    if (job == 1) begun.set_value();
                    while (!stop.stop_requested()) std::this_thread::yield();
                    ended.push_back(job);
                });
                worker.post(1);
                begun.get_future().wait();
                worker.post(2); // such as the removal of what an autosave has kept
            }
            QCOMPARE(ended, (std::vector<int>{1, 2}));
            QVERIFY(last_was_stopped);
        }
    }

    void a_worker_without_a_job_goes_as_well() {
        for (int round = 0; round < 200; ++round)
            LatestWorker<int> worker([](int&, const std::stop_token&) {});
    }
};

QTEST_APPLESS_MAIN(TestLatestWorker)
#include "test_latest_worker.moc"
