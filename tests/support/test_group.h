// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

/// Several tests in one program (add_tests in tests/CMakeLists.txt): what tests share is compiled and linked
/// once. Included before them, it lets QTEST_MAIN and its like register a test instead of defining main();
/// TEST_OF_GROUP is its name.

#include <QTest>
#include <cstdio>
#include <cstring>
#include <vector>
#ifdef QT_WIDGETS_LIB
#include <QApplication>
#endif

namespace roofrack::test {

using RunTest = int (*)(int argc, char** argv);

struct GroupedTest {
    const char* name;
    RunTest run;
};

inline std::vector<GroupedTest>& group() {
    static std::vector<GroupedTest> tests;
    return tests;
}

struct JoinGroup {
    JoinGroup(const char* name, RunTest run) { group().push_back({name, run}); }
};

/// Runs the test class in an application of its kind; arguments as Qt Test has them.
template<class Application, class Test>
int run_in(int argc, char** argv) {
    Application application(argc, argv);
    Test test;
    return QTest::qExec(&test, argc, argv);
}

template<class Test>
int run_alone(int argc, char** argv) {
    Test test;
    return QTest::qExec(&test, argc, argv);
}

/// The main() of a group: PROGRAM TEST [arguments of Qt Test].
inline int run_one_of_group(int argc, char** argv) {
    for (const GroupedTest& test : group()) {
        if (argc < 2 || std::strcmp(argv[1], test.name) != 0) continue;
        argv[1] = argv[0];
        return test.run(argc - 1, argv + 1);
    }
    std::fputs("Name the test to run, one of:\n", stderr);
    for (const GroupedTest& test : group()) std::fprintf(stderr, "  %s\n", test.name);
    return 2;
}

} // namespace roofrack::test

#define ROOFRACK_JOIN_GROUP(run) static const roofrack::test::JoinGroup join_group(TEST_OF_GROUP, run);

#undef QTEST_MAIN
#undef QTEST_GUILESS_MAIN
#undef QTEST_APPLESS_MAIN
#define QTEST_APPLESS_MAIN(Test) ROOFRACK_JOIN_GROUP(&roofrack::test::run_alone<Test>)
#define QTEST_GUILESS_MAIN(Test) ROOFRACK_JOIN_GROUP((&roofrack::test::run_in<QCoreApplication, Test>))
#ifdef QT_WIDGETS_LIB
#define QTEST_MAIN(Test) ROOFRACK_JOIN_GROUP((&roofrack::test::run_in<QApplication, Test>))
#endif
