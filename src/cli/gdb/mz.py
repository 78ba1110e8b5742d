# The commands of `mazurka replay --gdb`, which move by steps of a replayed execution.
#
# The runtime stops in mazurka_gdb_stop() and describes the state in mazurka_gdb; the layout of both is
# in src/program/native/debugger.h. To go back, the program is run again up to an earlier step.
import os
import struct

import gdb

STEP, ERROR, END = range(3)
# What mazurka_switch_stack() leaves on the stack of a task, from its stack pointer on.
KEPT = ("r15", "r14", "r13", "r12", "rbx", "rbp", "rip")


def word(address):
    return struct.unpack("<Q", gdb.selected_inferior().read_memory(address, 8))[0]


def words(address, count):
    return [word(address + 8 * i) for i in range(count)]


def text(address):
    if address == 0:
        return None
    return gdb.Value(address).cast(gdb.lookup_type("char").pointer()).string("utf-8", "replace")


class State:
    """The state that the runtime reports at a stop."""

    def __init__(self):
        self.address = int(gdb.parse_and_eval("(unsigned long)&mazurka_gdb"))
        (version, self.reason, self.step, self.stop_at, what, self.task_count, self.tasks,
         self.mailbox_count, self.mailboxes) = words(self.address, 9)
        if version != 1:
            raise gdb.GdbError("this script does not match the runtime: build the program again")
        self.text = text(what)

    def stop_before(self, step):
        gdb.selected_inferior().write_memory(self.address + 3 * 8, struct.pack("<Q", step))


def state():
    if gdb.selected_inferior().pid == 0:
        raise gdb.GdbError("the program has ended: 'mz error' goes to the error again")
    return State()


def is_of_checker(frame):
    library = gdb.solib_name(frame.pc()) or ""
    return "libmazurka_native" in library or frame.name() == "mazurka_gdb_stop"


def is_of_system(frame):
    place = frame.find_sal()
    if place.symtab is None:
        return True
    file = place.symtab.fullname()
    return file.startswith("/usr/") or os.path.basename(os.path.dirname(file)) == "mazurka"


def frame_of_user(frame):
    """Returns the innermost frame of the user's code, or of the program, or None."""
    outside = None
    for _ in range(100):
        if frame is None:
            break
        if not is_of_checker(frame):
            outside = outside or frame
            if not is_of_system(frame):
                return frame
        try:
            frame = frame.older()
        except gdb.error:
            break
    return outside


def in_words(frame):
    if frame is None:
        return ""
    place = frame.find_sal()
    if place.symtab is None:
        return frame.name() or ""
    return "%s (%s:%d)" % (frame.name(), os.path.basename(place.symtab.filename), place.line)


class OnStackOf:
    """Shows gdb the calls of a task that does not run, by changing registers temporarily."""

    def __init__(self, stack):
        self.stack = stack

    def __enter__(self):
        gdb.newest_frame().select()
        self.old = {name: int(gdb.parse_and_eval("(unsigned long)$" + name))
                    for name in KEPT + ("rsp",)}
        self.put(dict(zip(KEPT, words(self.stack, len(KEPT)))), self.stack + 8 * len(KEPT))

    def __exit__(self, *_):
        gdb.newest_frame().select()
        self.put(self.old, self.old["rsp"])
        gdb.newest_frame().select()

    @staticmethod
    def put(values, stack):
        for name in KEPT:
            gdb.execute("set $%s = %d" % (name, values[name]), to_string=True)
        gdb.execute("set $rsp = %d" % stack, to_string=True)


def show():
    """Prints where the program stopped. From here on, only errors stop it, unless a command asks."""
    if gdb.selected_inferior().pid == 0:
        print("the program has ended")
        return
    now = State()
    now.stop_before(0)
    if now.reason == STEP:
        print("step %d of %s: %s" % (now.step, steps, now.text))
    elif now.reason == ERROR:
        print("error after step %d: %s" % (now.step, now.text))
    else:
        print("the end, after step %d of %s: %s" % (now.step, steps, error))
    frame = frame_of_user(gdb.newest_frame()) if now.reason != END else None
    if frame is not None:
        frame.select()
        gdb.execute("frame")
    else:
        print("'mz tasks' shows where the tasks are")


def go(command):
    """Runs the program until it stops."""
    global is_quiet
    is_quiet = True
    try:
        gdb.execute(command, to_string=True)
    finally:
        is_quiet = False
    show()


def show_after_continue(event):
    # `continue` and `run` of the user lead here, too.
    if is_quiet or not isinstance(event, gdb.BreakpointEvent):
        return
    if any(isinstance(each, Stop) for each in event.breakpoints):
        gdb.post_event(show)


def run_to(step):
    """Runs from the start to a step; 0 means to the error."""
    gdb.execute("set environment MAZURKA_STOP_AT %d" % step)
    go("run")


def number(argument, default):
    if not argument:
        return default
    value = int(gdb.parse_and_eval(argument))
    if value < 1:
        raise gdb.GdbError("expected a number above 0")
    return value


class Mz(gdb.Command):
    """Goes from step to step of a replayed execution.
mz next [N], mz back [N], mz goto STEP, mz error, mz tasks, mz bt TASK, mz mailboxes"""

    def __init__(self):
        super().__init__("mz", gdb.COMMAND_RUNNING, prefix=True)


class Next(gdb.Command):
    """Continue to the next step, or N steps ahead, and stop before it happens."""

    def __init__(self):
        super().__init__("mz next", gdb.COMMAND_RUNNING)

    def invoke(self, argument, from_tty):
        now = state()
        now.stop_before(now.step + number(argument, 1))
        go("continue")


class Back(gdb.Command):
    """Go back to the previous step, or N steps back, by running the program again."""

    def __init__(self):
        super().__init__("mz back", gdb.COMMAND_RUNNING)

    def invoke(self, argument, from_tty):
        now = state()
        # At an error or at the end, the last step has happened, and is the previous one.
        here = now.step if now.reason == STEP else now.step + 1
        if here <= 1:
            raise gdb.GdbError("this is the first step")
        run_to(max(1, here - number(argument, 1)))


class Goto(gdb.Command):
    """Go to the step with this number."""

    def __init__(self):
        super().__init__("mz goto", gdb.COMMAND_RUNNING)

    def invoke(self, argument, from_tty):
        run_to(number(argument, 1))


class Error(gdb.Command):
    """Run from the start to the error."""

    def __init__(self):
        super().__init__("mz error", gdb.COMMAND_RUNNING)

    def invoke(self, argument, from_tty):
        run_to(0)


def tasks_of(now):
    for i in range(now.task_count):
        name, what, stack, runs = words(now.tasks + 32 * i, 4)
        yield i + 1, text(name), text(what), stack, runs != 0


class Tasks(gdb.Command):
    """Show all tasks that have not ended: what each is about to do, and where."""

    def __init__(self):
        super().__init__("mz tasks", gdb.COMMAND_STATUS)

    def invoke(self, argument, from_tty):
        selected = gdb.selected_frame()
        level = selected.level()
        for index, name, what, stack, runs in tasks_of(state()):
            where = ""
            if stack != 0:
                with OnStackOf(stack):
                    where = in_words(frame_of_user(gdb.newest_frame()))
            elif runs:
                where = in_words(frame_of_user(gdb.newest_frame()))
            print("%s %d  %s  %s%s" % ("*" if runs else " ", index, name, what,
                                       "  in " + where if where else ""))
        gdb.execute("frame %d" % level, to_string=True)


class Backtrace(gdb.Command):
    """Show the call stack of a task, given by its number in 'mz tasks'."""

    def __init__(self):
        super().__init__("mz bt", gdb.COMMAND_STACK)

    def invoke(self, argument, from_tty):
        wanted = number(argument, 0)
        for index, name, what, stack, runs in tasks_of(state()):
            if index != wanted:
                continue
            if stack == 0:
                if not runs:
                    raise gdb.GdbError(name + " has not started")
                return gdb.execute("backtrace")
            with OnStackOf(stack):
                return gdb.execute("backtrace")
        raise gdb.GdbError("expected the number of a task: see 'mz tasks'")


class Mailboxes(gdb.Command):
    """Show what each handler runs, and what is in its mailbox."""

    def __init__(self):
        super().__init__("mz mailboxes", gdb.COMMAND_STATUS)

    def invoke(self, argument, from_tty):
        now = state()
        if now.mailbox_count == 0:
            print("there are no handlers")
        for i in range(now.mailbox_count):
            handler, running, count, messages = words(now.mailboxes + 32 * i, 4)
            waiting = [text(message) or "?" for message in words(messages, count)]
            print("%s: runs %s; in its mailbox: %s" % (
                text(handler), text(running) or "nothing", ", ".join(waiting) or "nothing"))


for command in (Mz, Next, Back, Goto, Error, Tasks, Backtrace, Mailboxes):
    command()

steps = os.environ.get("MAZURKA_GDB_STEPS", "?")
error = os.environ.get("MAZURKA_GDB_ERROR", "")
for setting in ("pagination off", "confirm off", "breakpoint pending on", "startup-with-shell off",
                "print thread-events off", "debuginfod enabled off"):
    try:
        gdb.execute("set " + setting, to_string=True)
    except gdb.error:
        pass  # this gdb does not have it
# The runtime has its uses for these, and says itself which of them are errors.
for signal in ("SIGSEGV", "SIGALRM", "SIGVTALRM", "SIGPROF", "SIGFPE", "SIGILL", "SIGABRT",
               "SIGBUS"):
    gdb.execute("handle %s nostop noprint pass" % signal, to_string=True)


class Stop(gdb.Breakpoint):
    def __init__(self):
        super().__init__("mazurka_gdb_stop", internal=True)
        self.silent = True


is_quiet = False
gdb.events.stop.connect(show_after_continue)
gdb.execute("python Stop()", to_string=True)  # says that there is no such function yet
print("mazurka: %s" % error)
run_to(int(os.environ.get("MAZURKA_STOP_AT", "0")))
print("mz next, mz back, mz goto STEP, mz tasks, mz mailboxes: 'help mz' shows all.")
