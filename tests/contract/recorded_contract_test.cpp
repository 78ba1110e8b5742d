// Recorded traces keep the contract of program/program.h: all operations, in threads and in
// messages.
#include "contract/program_contract.h"
#include "unit/recorded/small_trace.h"

namespace mazurka {
namespace {

[[nodiscard]] NamedProgram trace_of(std::string name, const std::string& lines,
                                    std::string dependences = "") {
  return {std::move(name),
          [trace = recorded_test::numbered(lines), dependences = std::move(dependences)] {
            return recorded_test::load_text(trace, dependences);
          }};
}

[[nodiscard]] NamedProgram trace_without_dependences(std::string name, const std::string& lines) {
  return {std::move(name),
          [trace = recorded_test::numbered(lines)] { return recorded_test::load_alone(trace); }};
}

[[nodiscard]] std::vector<NamedProgram> recorded_programs() {
  return {
      trace_of("empty", ""),
      trace_of("everything", R"(
        START
        THREADINIT tid:1
        FORK par-tid:1 child-tid:2
        FORK par-tid:1 child-tid:3
        ATTACH-Q tid:1 queue:1
        LOOP tid:1 queue:1
        THREADINIT tid:2
        LOCK tid:2 lock-obj:0x1
        LOCK tid:2 lock-obj:0x1
        POST src:2 msg:1 dest:1
        UNLOCK tid:2 lock-obj:0x1
        UNLOCK tid:2 lock-obj:0x1
        UI-POST src:3 msg:2 dest:1
        CALL tid:1 msg:1
        WRITE tid:1 obj:1 class:c; field:1
        DELAY-POST src:1 msg:3 dest:1
        ENABLE-LIFECYCLE tid:1 component:dummy id:0 state:BIND-APP
        NOTIFY tid:1 notifiedTid:2
        RET tid:1 msg:1
        WAIT tid:2
        READ tid:2 obj:1 class:c; field:1
        THREADEXIT tid:2
        CALL tid:1 msg:2
        LOCK tid:1 lock-obj:0x1
        TRIGGER-LIFECYCLE tid:1 component:dummy id:0 state:BIND-APP
        WRITE-STATIC tid:1 class:c; field:2
        UNLOCK tid:1 lock-obj:0x1
        RET tid:1 msg:2
        JOIN tid:3 child-tid:2
        READ-STATIC tid:3 class:c; field:2
        NATIVE-POST src:3 msg:4 dest:1
        CALL tid:1 msg:3
        NOP tid:1
        RET tid:1 msg:3
        CALL tid:1 msg:4
        RET tid:1 msg:4
        THREADEXIT tid:3)",
               "src:17 dest:25\nsrc:10 dest:33\nsrc:16 dest:33"),
      trace_of("delayed", R"(
        LOOP tid:1
        DELAY-POST src:2 msg:7 dest:1
        DELAY-POST src:2 msg:6 dest:1
        POST src:2 msg:8 dest:1
        CALL tid:1 msg:8
        DELAY-POST src:1 msg:9 dest:1
        WRITE tid:1 obj:1 class:c; field:1
        RET tid:1 msg:8
        CALL tid:1 msg:7
        READ tid:1 obj:1 class:c; field:1
        RET tid:1 msg:7
        CALL tid:1 msg:9
        WRITE tid:1 obj:1 class:c; field:1
        RET tid:1 msg:9
        CALL tid:1 msg:6
        RET tid:1 msg:6)"),
      trace_without_dependences("lifecycle", R"(
        LOOP tid:1
        NATIVE-POST src:2 msg:7 dest:1
        NATIVE-POST src:3 msg:8 dest:1
        CALL tid:1 msg:7
        WRITE tid:1 obj:1 class:c field:f
        ENABLE-LIFECYCLE tid:1 component:c id:1 state:LAUNCH
        ENABLE-WINDOW-FOCUS tid:1 windowHash:5
        RET tid:1 msg:7
        CALL tid:1 msg:8
        TRIGGER-LIFECYCLE tid:1 component:c id:1 state:LAUNCH
        WRITE tid:1 obj:1 class:c field:f
        RET tid:1 msg:8
        NATIVE-POST src:4 msg:9 dest:1
        CALL tid:1 msg:9
        TRIGGER-WINDOW-FOCUS tid:1 windowHash:5
        READ tid:1 obj:1 class:c field:f
        RET tid:1 msg:9)"),
      // Messages of which no line is an event, and one that only posts such a message.
      trace_without_dependences("without_accesses", R"(
        LOOP tid:1
        DELAY-POST src:2 msg:7 dest:1
        POST src:2 msg:8 dest:1
        CALL tid:1 msg:8
        NOP tid:1
        ENABLE-EVENT tid:1 view:3 event:0
        DELAY-POST src:1 msg:9 dest:1
        RET tid:1 msg:8
        CALL tid:1 msg:9
        TRIGGER-EVENT tid:1 view:3 event:0
        RET tid:1 msg:9
        CALL tid:1 msg:7
        POST src:1 msg:6 dest:1
        RET tid:1 msg:7
        CALL tid:1 msg:6
        NOP tid:1
        RET tid:1 msg:6)"),
      trace_of("deadlock", R"(
        LOCK tid:1 lock-obj:8
        LOCK tid:1 lock-obj:9
        UNLOCK tid:1 lock-obj:9
        UNLOCK tid:1 lock-obj:8
        LOCK tid:2 lock-obj:9
        LOCK tid:2 lock-obj:8
        UNLOCK tid:2 lock-obj:8
        UNLOCK tid:2 lock-obj:9)"),
  };
}

INSTANTIATE_TEST_SUITE_P(Recorded, ProgramContract, ::testing::ValuesIn(recorded_programs()),
                         name_of_program);

}  // namespace
}  // namespace mazurka
