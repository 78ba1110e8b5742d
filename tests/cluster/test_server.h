// A Redis server for tests, on a free port of the loopback, with a password, in a temporary folder.
#pragma once

#include <string>
#include <sys/types.h>
#include <vector>

namespace mazurka::cluster {

class TestServer {
 public:
  static constexpr const char* password = "correct-horse";

  // Starts the server with further options, as on its command line.
  explicit TestServer(std::vector<std::string> options = {});
  ~TestServer();
  TestServer(const TestServer&) = delete;
  TestServer& operator=(const TestServer&) = delete;

  // Returns whether redis-server is installed.
  [[nodiscard]] static bool is_installed();
  [[nodiscard]] std::string url(const std::string& name) const;
  [[nodiscard]] int port() const { return port_; }
  void kill_hard();  // SIGKILL
  void start();      // again, with what is in its append-only file
  void pause();      // SIGSTOP
  void resume();     // SIGCONT
  // Copies the append-only file, and puts the copy in place of it. REQUIRES for the latter: the
  // server is not running.
  void save_file() const;
  void restore_file() const;

 private:
  std::vector<std::string> options_;
  std::string folder_;
  int port_ = 0;
  pid_t process_ = -1;
};

}  // namespace mazurka::cluster

// Skips a test where there is no redis-server. It is among the packages for tests (tools/packages).
#define NEEDS_REDIS() \
  if (!mazurka::cluster::TestServer::is_installed()) GTEST_SKIP() << "there is no redis-server"
