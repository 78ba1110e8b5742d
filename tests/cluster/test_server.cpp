#include "cluster/test_server.h"

#include <arpa/inet.h>
#include <chrono>
#include <csignal>
#include <fcntl.h>
#include <filesystem>
#include <stdexcept>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

#include "cluster/connection.h"

namespace mazurka::cluster {
namespace {

// A cluster uses the port plus 10,000, too, so the port must be below 55,536.
int free_port() {
  while (true) {
    const int number = socket(AF_INET, SOCK_STREAM, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    auto* const general = reinterpret_cast<sockaddr*>(&address);
    if (bind(number, general, size) != 0 || getsockname(number, general, &size) != 0)
      throw std::runtime_error("there is no free port");
    close(number);
    if (ntohs(address.sin_port) < 55000) return ntohs(address.sin_port);
  }
}

}  // namespace

bool TestServer::is_installed() {
  return access("/usr/bin/redis-server", X_OK) == 0 ||
         access("/usr/local/bin/redis-server", X_OK) == 0;
}

TestServer::TestServer(std::vector<std::string> options)
    : options_(std::move(options)), port_(free_port()) {
  std::string pattern = std::filesystem::temp_directory_path() / "mazurka-redis-XXXXXX";
  if (mkdtemp(pattern.data()) == nullptr) throw std::runtime_error("cannot make a folder");
  folder_ = pattern;
  start();
}

TestServer::~TestServer() {
  kill_hard();
  std::error_code ignored;
  std::filesystem::remove_all(folder_, ignored);
}

std::string TestServer::url(const std::string& name) const {
  return std::string("redis://:") + password + "@127.0.0.1:" + std::to_string(port_) + "/" + name;
}

void TestServer::start() {
  std::vector<std::string> words = {"redis-server",
                                    "--port",
                                    std::to_string(port_),
                                    "--bind",
                                    "127.0.0.1",
                                    "--dir",
                                    folder_,
                                    "--requirepass",
                                    password,
                                    "--masterauth",
                                    password,
                                    "--save",
                                    "",
                                    "--appendonly",
                                    "yes",
                                    "--logfile",
                                    "/dev/null"};
  words.insert(words.end(), options_.begin(), options_.end());
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  process_ = fork();
  if (process_ == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    const int nowhere = open("/dev/null", O_RDWR);
    dup2(nowhere, 1);
    dup2(nowhere, 2);
    execvp(arguments[0], arguments.data());
    _exit(127);
  }
  RedisUrl login;
  login.password = password;
  for (int i = 0; i < 500; ++i) try {
      Connection connection({"127.0.0.1", port_}, login, 1);
      if (!connection.ask({"DBSIZE"}).is_error()) return;
      throw Disconnected("loading");
    } catch (const Disconnected&) {
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    } catch (const std::runtime_error&) {
      return;  // a server that the tests expect to be refused
    }
  throw std::runtime_error("redis-server does not start");
}

void TestServer::kill_hard() {
  if (process_ <= 0) return;
  kill(process_, SIGKILL);
  waitpid(process_, nullptr, 0);
  process_ = -1;
}

void TestServer::pause() { kill(process_, SIGSTOP); }
void TestServer::resume() { kill(process_, SIGCONT); }

void TestServer::save_file() const {
  std::filesystem::remove_all(folder_ + "/copy");
  std::filesystem::copy(folder_ + "/appendonlydir", folder_ + "/copy");
}

void TestServer::restore_file() const {
  std::filesystem::remove_all(folder_ + "/appendonlydir");
  std::filesystem::copy(folder_ + "/copy", folder_ + "/appendonlydir");
}

}  // namespace mazurka::cluster
