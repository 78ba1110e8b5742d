#include "cluster/servers.h"

#include <algorithm>
#include <set>
#include <thread>

#include "cluster/slot.h"
#include "core/user_error.h"

namespace mazurka::cluster {

struct Servers::Attempt {
  std::optional<Value> answer;
  std::optional<Address> asks;  // ASK: the slot is on its way to this server
  bool needs_text = false;      // NOSCRIPT: the server does not know the script
};

namespace {

// "MOVED 3999 127.0.0.1:6381"
struct Redirection {
  std::size_t slot = 0;
  Address address;
};

Redirection parse_redirection(const std::string& text, const Address& from) {
  const std::size_t first = text.find(' ');
  const std::size_t second = text.find(' ', first + 1);
  const std::size_t colon = text.rfind(':');
  Redirection result;
  result.slot = std::stoul(text.substr(first + 1, second - first - 1)) % slot_count;
  result.address.host = text.substr(second + 1, colon - second - 1);
  if (result.address.host.empty()) result.address.host = from.host;
  result.address.port = std::stoi(text.substr(colon + 1));
  return result;
}

bool is_temporary(const Value& error) {
  static constexpr const char* codes[] = {"TRYAGAIN", "CLUSTERDOWN", "LOADING",
                                          "READONLY", "MASTERDOWN",  "BUSY"};
  return std::ranges::any_of(codes, [&](const char* code) { return error.is_error(code); });
}

}  // namespace

Servers::Servers(const RedisUrl& url, const Options& options) : url_(url), options_(options) {}

Connection& Servers::connection_to(const Address& address) {
  if (const auto open = connections_.find(address); open != connections_.end()) return open->second;
  Connection connection(address, url_, options_.timeout_seconds, options_.is_interrupted);
  const auto [known, is_new] = run_ids_.emplace(address, connection.run_id());
  if (!is_new && known->second != connection.run_id()) {
    known->second = connection.run_id();
    ++changes_;
  }
  return connections_.emplace(address, std::move(connection)).first->second;
}

const Address& Servers::address_of(std::size_t slot) const {
  return slots_.empty() || slots_[slot].host.empty() ? url_.address : slots_[slot];
}

void Servers::assign(std::size_t slot, const Address& address) {
  if (slots_.empty()) slots_.resize(slot_count);
  if (slots_[slot] == address) return;
  if (!slots_[slot].host.empty()) ++changes_;
  slots_[slot] = address;
}

// Any server of a cluster can be asked. One that was the server of the URL may be gone.
void Servers::ask_for_slots() {
  std::set<Address> known = {url_.address};
  for (const auto& [address, run_id] : run_ids_) known.insert(address);
  std::string why;
  for (const Address& each : known) try {
      Connection& connection = connection_to(each);
      slots_are_old_ = false;
      if (!connection.is_in_cluster()) return;
      const Value ranges = connection.ask({"CLUSTER", "SLOTS"});
      for (const Value& range : ranges.items) {
        const Value& server = range.items.at(2);
        Address address{server.items.at(0).text, static_cast<int>(server.items.at(1).number)};
        if (address.host.empty()) address.host = each.host;
        for (auto slot = range.items[0].number; slot <= range.items[1].number; ++slot)
          assign(static_cast<std::size_t>(slot), address);
      }
      return;
    } catch (const Disconnected& problem) {
      connections_.erase(each);
      why = problem.what();
    }
  throw Disconnected(why);
}

void Servers::look_for_restarts() {
  std::vector<Call> calls;
  std::set<Address> used;
  for (std::size_t slot = 0; slot < (slots_.empty() ? 1 : slots_.size()); ++slot)
    used.insert(address_of(slot));
  for (const Address& address : used) {
    const auto deadline = Clock::now() + std::chrono::duration<double>(options_.give_up_seconds);
    while (true) try {
        (void)connection_to(address).ask({"PING"});
        break;
      } catch (const Interrupted&) {
        connections_.clear();
        throw;
      } catch (const Disconnected& problem) {
        connections_.erase(address);
        if (Clock::now() > deadline) break;  // the next call will find another server, or give up
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
      }
  }
}

Value Servers::ask(const std::vector<std::string>& command) {
  return connection_to(url_.address).ask(command);
}

std::vector<Value> Servers::run(const std::vector<Call>& calls) {
  std::vector<Attempt> attempts(calls.size());
  auto last_progress = Clock::now();
  std::size_t answered = 0;
  std::chrono::milliseconds wait(1);
  std::string problem = "no answer";
  while (true) {
    try {
      if (slots_are_old_) ask_for_slots();
      try_calls(calls, attempts);
    } catch (const Disconnected& error) {
      problem = error.what();
      slots_are_old_ = true;
    } catch (const Interrupted&) {
      connections_.clear();  // replies that nobody will read are on the way
      throw;
    }
    const auto now_answered = static_cast<std::size_t>(std::ranges::count_if(
        attempts, [](const Attempt& attempt) { return attempt.answer.has_value(); }));
    if (now_answered == calls.size()) break;
    if (now_answered != answered) {
      answered = now_answered;
      last_progress = Clock::now();
      wait = std::chrono::milliseconds(1);
      continue;
    }
    if (options_.is_interrupted && options_.is_interrupted()) throw Interrupted();
    const double patience =
        run_ids_.empty() ? options_.first_connect_seconds : options_.give_up_seconds;
    if (Clock::now() - last_progress > std::chrono::duration<double>(patience))
      throw UserError(
          to_text(url_.address), "the Redis server does not answer (" + problem + ")",
          "look at the server and at the network; the exploration can be taken up again");
    std::this_thread::sleep_for(wait);
    wait = std::min(wait * 2, std::chrono::milliseconds(500));
  }
  std::vector<Value> result;
  for (Attempt& attempt : attempts) result.push_back(std::move(*attempt.answer));
  return result;
}

bool Servers::are_cluster() {
  (void)run({"", nullptr, {"PING"}});
  return !slots_.empty();
}

// Stores the script on the server, to know its SHA1 from then on.
void Servers::learn_sha1(const std::string* script, Connection& connection) {
  if (script == nullptr || sha1_.contains(script)) return;
  const Value answer = connection.ask({"SCRIPT", "LOAD", *script});
  if (answer.kind == Value::Kind::text) sha1_.emplace(script, answer.text);
}

// Sends all calls that have no answer yet, then reads the answers: one round trip per server.
void Servers::try_calls(const std::vector<Call>& calls, std::vector<Attempt>& attempts) {
  std::map<Address, std::vector<std::size_t>> by_address;
  for (std::size_t i = 0; i < calls.size(); ++i)
    if (!attempts[i].answer)
      by_address[attempts[i].asks.value_or(address_of(slot_of(calls[i].key)))].push_back(i);
  std::optional<Disconnected> problem;
  std::set<Address> sent;
  for (const auto& [address, indices] : by_address) try {
      Connection& connection = connection_to(address);
      for (const std::size_t i : indices) learn_sha1(calls[i].script, connection);
      for (const std::size_t i : indices) {
        const Call& call = calls[i];
        if (attempts[i].asks) connection.send(std::vector<std::string>{"ASKING"});
        std::vector<std::string> command;
        if (call.script != nullptr) {
          const auto known = sha1_.find(call.script);
          const bool by_sha1 = known != sha1_.end() && !attempts[i].needs_text;
          command = {by_sha1 ? "EVALSHA" : "EVAL", by_sha1 ? known->second : *call.script, "1",
                     call.key};
        }
        command.insert(command.end(), call.arguments.begin(), call.arguments.end());
        connection.send(command);
      }
      sent.insert(address);
    } catch (const Disconnected& error) {
      connections_.erase(address);
      problem = error;
    }
  for (const Address& address : sent) try {
      Connection& connection = connections_.at(address);
      for (const std::size_t i : by_address[address]) {
        if (attempts[i].asks) (void)connection.receive();
        attempts[i].asks.reset();
        read_answer(calls[i], attempts[i], connection.receive());
      }
    } catch (const Disconnected& error) {
      connections_.erase(address);
      problem = error;
    } catch (...) {
      connections_.clear();  // replies that nobody will read are on the way
      throw;
    }
  if (problem) throw *problem;
}

void Servers::read_answer(const Call& call, Attempt& attempt, Value answer) {
  if (!answer.is_error()) {
    attempt.answer = std::move(answer);
    return;
  }
  const Address from = address_of(slot_of(call.key));
  if (answer.is_error("NOSCRIPT")) {
    attempt.needs_text = true;
  } else if (answer.is_error("MOVED")) {
    const Redirection to = parse_redirection(answer.text, from);
    assign(to.slot, to.address);
  } else if (answer.is_error("ASK ")) {
    attempt.asks = parse_redirection(answer.text, from).address;
  } else if (is_temporary(answer)) {
    slots_are_old_ = true;
  } else {
    report(from, answer);
  }
}

void Servers::report(const Address& address, const Value& error) const {
  if (error.is_error("OOM"))
    throw UserError(to_text(address), "the memory of the Redis server is full (maxmemory)",
                    "raise maxmemory or add servers, then take the exploration up again: nothing "
                    "that was booked is lost");
  if (error.is_error("MISCONF"))
    throw UserError(to_text(address), "the Redis server cannot write to its disk",
                    "look at the disk of the server");
  if (error.is_error("NOPERM"))
    throw UserError(to_text(address), "this user of the Redis server lacks a permission",
                    "give the user the permissions +@all on the keys of the exploration");
  throw UserError(to_text(address), "the Redis server answers with an error: " + error.text,
                  "Redis 7 or Valkey is needed");
}

}  // namespace mazurka::cluster
