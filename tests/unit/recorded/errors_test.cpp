// Text that is not a recorded trace is refused with an error that names the file and the line.
#include <gtest/gtest.h>

#include "unit/recorded/small_trace.h"

namespace mazurka::recorded_test {
namespace {

TEST(RecordedErrors, AnEmptyLineAndTheLastLineAreFine) {
  EXPECT_NO_THROW((void)load_text(""));
  EXPECT_NO_THROW((void)load_text("\n1 START\n\n  \r\n2 THREADINIT tid:1\r\n\nEnd of trace!!\n\n"));
  EXPECT_EQ(error_of("1 START\nEnd of trace!!\n2 START\n"),
            "trace.txt:3: there is text after 'End of trace!!'");
}

TEST(RecordedErrors, AMalformedLineIsRefused) {
  EXPECT_EQ(error_of("1 START\n\nx START\n"), "trace.txt:3: 'x' is not a number");
  EXPECT_EQ(error_of("99999999999 START\n"), "trace.txt:1: '99999999999' is not a number");
  EXPECT_EQ(error_of("1\n"), "trace.txt:1: this line has no operation");
  EXPECT_EQ(error_of("1 JUMP tid:1\n"), "trace.txt:1: 'JUMP' is not an operation");
  EXPECT_EQ(error_of("1 ENABLE- tid:1\n"), "trace.txt:1: 'ENABLE-' is not an operation");
  EXPECT_EQ(error_of("1 READ tid:1 obj:2 field:3\n"), "trace.txt:1: this line has no 'class:'");
  EXPECT_EQ(error_of("1 NOP tid:\n"), "trace.txt:1: 'tid:' has no value");
  EXPECT_EQ(error_of("1 START\n1 START\n"), "trace.txt:2: number 1 is used twice");
}

TEST(RecordedErrors, ADependenceMustNameOperationsInTheirOrder) {
  const std::string trace = "1 NOP tid:1\n2 NOP tid:2\n";
  EXPECT_NO_THROW((void)load_text(trace, "\nsrc:1 dest:2\n\n"));
  EXPECT_EQ(error_of(trace, "src:1\n"), "dependence.txt:1: this line has no 'dest:'");
  EXPECT_EQ(error_of(trace, "src:1 dest:x\n"), "dependence.txt:1: 'x' is not a number");
  EXPECT_EQ(error_of(trace, "\nsrc:1 dest:3\n"), "dependence.txt:2: there is no operation 3");
  EXPECT_EQ(error_of(trace, "src:2 dest:1\n"),
            "dependence.txt:1: operation 1 did not run after operation 2");
}

const std::string loop = "ATTACH-Q tid:1 queue:1\nLOOP tid:1 queue:1\n";

TEST(RecordedErrors, MessagesArePostedThenCalledOnceEach) {
  EXPECT_EQ(error_of(numbered(loop + "CALL tid:1 msg:7")),
            "trace.txt:3: message 7 is called, but has not been posted");
  EXPECT_EQ(error_of(numbered("POST src:2 msg:7 dest:3")), "trace.txt:1: thread 3 has no queue");
  EXPECT_EQ(error_of(numbered("POST src:2 msg:7 dest:1\nPOST src:2 msg:7 dest:1\n" + loop)),
            "trace.txt:2: message 7 has already been posted, at line 1");
  const std::string posted = loop + "POST src:2 msg:7 dest:1\nPOST src:2 msg:8 dest:1\n";
  EXPECT_EQ(error_of(numbered(posted + "CALL tid:1 msg:7\nRET tid:1 msg:7\nCALL tid:1 msg:7")),
            "trace.txt:7: message 7 has already been called");
  EXPECT_EQ(error_of(numbered(posted + "CALL tid:1 msg:7\nCALL tid:1 msg:8")),
            "trace.txt:6: message 8 is called inside message 7");
  EXPECT_EQ(error_of(numbered(posted + "CALL tid:1 msg:7\nRET tid:1 msg:8")),
            "trace.txt:6: message 8 returns, but is not running");
  EXPECT_EQ(error_of(numbered(posted + "LOOP tid:3\nCALL tid:3 msg:7")),
            "trace.txt:6: message 7 was posted to thread 1, at line 3");
  EXPECT_EQ(error_of(numbered("ATTACH-Q tid:1 queue:1\nPOST src:2 msg:7 dest:1\n"
                              "CALL tid:1 msg:7")),
            "trace.txt:3: thread 1 calls a message before its LOOP");
}

TEST(RecordedErrors, AThreadThatLoopsRunsMessagesOnly) {
  EXPECT_EQ(
      error_of(numbered(loop + "NOP tid:1")),
      "trace.txt:3: thread 1 loops, so this must be part of a message, but no message is running");
  EXPECT_EQ(
      error_of(numbered(loop + "LOOP tid:1")),
      "trace.txt:3: thread 1 loops, so this must be part of a message, but no message is running");
  EXPECT_EQ(error_of(numbered(loop + "NOP tid:2\nJOIN tid:2 child-tid:1")),
            "trace.txt:4: thread 1 loops and never ends, so it cannot be joined");
}

TEST(RecordedErrors, ThreadsAreForkedBeforeTheyRunAndEndOnce) {
  EXPECT_EQ(error_of(numbered("NOP tid:2\nFORK par-tid:1 child-tid:2")),
            "trace.txt:2: thread 2 is forked after its first operation, or by itself");
  EXPECT_EQ(error_of(numbered("FORK par-tid:1 child-tid:1")),
            "trace.txt:1: thread 1 is forked after its first operation, or by itself");
  EXPECT_EQ(error_of(numbered("FORK par-tid:1 child-tid:2\nFORK par-tid:1 child-tid:2")),
            "trace.txt:2: thread 2 has already been forked, at line 1");
  EXPECT_EQ(error_of(numbered("THREADEXIT tid:1\nNOP tid:1")),
            "trace.txt:2: thread 1 has already ended, at line 1");
  EXPECT_EQ(error_of(numbered("JOIN tid:1 child-tid:2\nTHREADEXIT tid:2")),
            "trace.txt:1: thread 2 is joined here, but has not ended yet");
}

TEST(RecordedErrors, LocksAreReleasedWhereTheyWereTaken) {
  EXPECT_EQ(error_of(numbered("UNLOCK tid:1 lock-obj:0x1")),
            "trace.txt:1: lock 0x1 is not held here");
  EXPECT_EQ(error_of(numbered("LOCK tid:1 lock-obj:0x1\nTHREADEXIT tid:1")),
            "trace.txt:2: thread 1 still holds lock 0x1 here");
  EXPECT_EQ(error_of(numbered("LOCK tid:1 lock-obj:0x1\n" + loop)),
            "trace.txt:3: thread 1 still holds lock 0x1 here");
  EXPECT_EQ(error_of(numbered(loop + "POST src:2 msg:7 dest:1\nCALL tid:1 msg:7\n"
                                     "LOCK tid:1 lock-obj:0x1\nRET tid:1 msg:7")),
            "trace.txt:6: message 7 still holds lock 0x1 here");
}

// One lock, two owners at the same time: no execution can be recorded like this.
TEST(RecordedErrors, ALockHasOneOwner) {
  EXPECT_EQ(error_of(numbered("LOCK tid:1 lock-obj:9\nLOCK tid:2 lock-obj:9")),
            "trace.txt:2: lock 9 is taken here, but thread 1 holds it since line 1");
  const std::string posted = loop + "POST src:2 msg:7 dest:1\nCALL tid:1 msg:7\n";
  EXPECT_EQ(error_of(numbered(posted + "LOCK tid:1 lock-obj:9\nLOCK tid:2 lock-obj:9")),
            "trace.txt:6: lock 9 is taken here, but message 7 holds it since line 5");
  EXPECT_NO_THROW(
      (void)load_text(numbered("LOCK tid:1 lock-obj:9\nLOCK tid:1 lock-obj:9\n"
                               "UNLOCK tid:1 lock-obj:9\nUNLOCK tid:1 lock-obj:9\n"
                               "LOCK tid:2 lock-obj:9\nUNLOCK tid:2 lock-obj:9")));
}

TEST(RecordedErrors, AQueueIsFirstInFirstOut) {
  const std::string calls =
      "CALL tid:1 msg:8\nRET tid:1 msg:8\nCALL tid:1 msg:7\nRET tid:1 msg:7\n";
  EXPECT_EQ(
      error_of(numbered(loop + "POST src:2 msg:7 dest:1\nPOST src:3 msg:8 dest:1\n" + calls)),
      "trace.txt:5: message 8 is called here, but message 7 was posted to the same queue before "
      "it, at line 3, and is called later");
  // Messages of other queues, and messages that are never called, do not count.
  EXPECT_NO_THROW((void)load_text(numbered("LOOP tid:4\n" + loop +
                                           "POST src:2 msg:5 dest:1\nPOST src:2 msg:6 dest:4\n"
                                           "POST src:2 msg:8 dest:1\nPOST src:2 msg:7 dest:1\n" +
                                           calls + "CALL tid:4 msg:6\nRET tid:4 msg:6\n")));
}

// A delayed message may be posted after later ones, but not before its own DELAY-POST.
TEST(RecordedErrors, ADelayedMessageIsOvertakenByLaterOnesOnly) {
  const std::string calls =
      "CALL tid:1 msg:8\nRET tid:1 msg:8\nCALL tid:1 msg:7\nRET tid:1 msg:7\n";
  EXPECT_NO_THROW((void)load_text(
      numbered(loop + "DELAY-POST src:2 msg:7 dest:1\nPOST src:2 msg:8 dest:1\n" + calls)));
  EXPECT_EQ(
      error_of(numbered(loop + "POST src:2 msg:7 dest:1\nDELAY-POST src:2 msg:8 dest:1\n" + calls)),
      "trace.txt:5: message 8 is called here, but message 7 was posted to the same queue before "
      "it, at line 3, and is called later");
}

TEST(RecordedErrors, AThreadBeginsWithItsFirstOperation) {
  EXPECT_EQ(error_of(numbered("NOP tid:1\nTHREADINIT tid:1")),
            "trace.txt:2: thread 1 begins here, but has already run an operation");
}

// Empty messages are removed, but their lines are checked first.
TEST(RecordedErrors, EmptyMessagesAreCheckedToo) {
  EXPECT_EQ(
      error_of(numbered(loop + "POST src:2 msg:7 dest:1\nPOST src:2 msg:8 dest:1\n"
                               "CALL tid:1 msg:8\nRET tid:1 msg:8\n"
                               "CALL tid:1 msg:7\nRET tid:1 msg:7")),
      "trace.txt:5: message 8 is called here, but message 7 was posted to the same queue before "
      "it, at line 3, and is called later");
}

TEST(RecordedErrors, WithoutADependenceFileATriggerNeedsItsEnable) {
  const std::string trace = numbered(
      "ENABLE-LIFECYCLE tid:1 component:c id:1 state:PAUSE\n"
      "TRIGGER-LIFECYCLE tid:1 component:c id:1 state:STOP");
  EXPECT_NO_THROW((void)load_text(trace));
  try {
    (void)load_alone(trace);
    ADD_FAILURE() << "no error";
  } catch (const UserError& error) {
    EXPECT_EQ(std::string(error.what()),
              "trace.txt:2: no ENABLE- line says what must run before this TRIGGER-LIFECYCLE");
    EXPECT_NE(error.hint.find("dependence.txt"), std::string::npos);
  }
}

TEST(RecordedErrors, AWaitHasANotifyBeforeIt) {
  EXPECT_EQ(error_of(numbered("WAIT tid:1\nNOTIFY tid:2 notifiedTid:1")),
            "trace.txt:1: thread 1 waits here, but no thread has notified it");
  EXPECT_EQ(error_of(numbered("NOTIFY tid:2 notifiedTid:1\nWAIT tid:1\nWAIT tid:1")),
            "trace.txt:3: thread 1 waits here, but no thread has notified it");
}

}  // namespace
}  // namespace mazurka::recorded_test
