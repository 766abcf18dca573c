// What a life's operations meet: a second one of their kind, the files that a drop or the end of
// the process takes away while they use them, the end of the server, and a cancel.
#include <array>
#include <string_view>
#include <utility>

#include "crash_simulator/life.h"

namespace snapscope::crash_simulator {

namespace {

using PathOfKind = std::pair<std::string_view, RarePath>;

/// A command that is given while another one of its kind is under way.
constexpr std::array<PathOfKind, 11> kSeconds = {{
    {scenario::UpdateTable::kKind, RarePath::kSecondUpdate},
    {scenario::RebuildIndex::kKind, RarePath::kSecondRebuild},
    {scenario::CreateIndex::kKind, RarePath::kSecondIndexCreation},
    {scenario::SelectInto::kKind, RarePath::kSecondSelectInto},
    {scenario::DropTable::kKind, RarePath::kSecondDropTable},
    {scenario::CheckDatabase::kKind, RarePath::kSecondCheck},
    {scenario::CreateSnapshot::kKind, RarePath::kSecondCreation},
    {scenario::DropSnapshot::kKind, RarePath::kSecondDrop},
    {scenario::Backup::kKind, RarePath::kSecondBackup},
    {scenario::Restore::kKind, RarePath::kSecondRestore},
    {scenario::CreateArraySnapshot::kKind, RarePath::kSecondArraySnapshot},
}};

constexpr std::array kCancels = {
    std::pair{Moment::kReverting, RarePath::kCancelledWhileReverting},
    std::pair{Moment::kRestoring, RarePath::kCancelledWhileRestoring},
    std::pair{Moment::kStarting, RarePath::kCancelledWhileStarting},
    std::pair{Moment::kClosing, RarePath::kCancelledWhileClosing},
};

bool IsBeingWritten(const World& world, const std::vector<std::string>& paths) {
  return std::ranges::any_of(paths, [&world](const std::string& path) {
    const sim::StoredFile* stored = world.disk.Find(path);
    return stored != nullptr && !stored->pending.empty();
  });
}

}  // namespace

// --- What the server does ------------------------------------------------------------------------

bool Life::IsNow(Moment moment) const {
  const bool is_down = server_->database() == nullptr && number_ > 0;
  switch (moment) {
    case Moment::kReverting:
      return is_down && world_.revert && world_.revert->certain;
    case Moment::kRestoring:
      return is_down && server_->Is<server::Restoring>();
    case Moment::kStarting:
      return is_down && server_->Is<server::Starting>();
    case Moment::kClosing:
      return server_->Is<server::Closing>();
    case Moment::kTail:
      return world_.IsTailUnderWay();
  }
  return false;
}

Task<void> Life::AwaitStep(size_t number) {
  const Step& step = plan_.steps.at(number);
  while (!IsNow(*step.during)) co_await executor_.Sleep(kMillisecond);
  co_await executor_.Sleep(step.at);
  co_await RunStep(number);
}

// Whoever cancels a run ends its process, whatever the server does.
Task<void> Life::CarryOut(scenario::Cancel) {
  if (server_->Is<server::Open>()) world_.coverage.Visit(RarePath::kCancelledWhileOpen);
  const auto is_now = [this](const auto& cancel) { return IsNow(cancel.first); };
  const auto cancel = std::ranges::find_if(kCancels, is_now);
  if (cancel != kCancels.end()) world_.coverage.Visit(cancel->second);
  ended_ = process_ended_ = true;
  executor_.Stop();
  co_return;
}

Task<void> Life::EndAgain(scenario::CommandKind end) {
  const Status ended = co_await Give(std::move(end));
  if (ended.ok()) world_.Fail("a server that a restore ends was ended by another command");
}

/// Users are thrown out by then, and every statement is refused: 927.
void Life::JudgeDuringTail(const scenario::Command& command, const Status& done) {
  world_.coverage.Visit(RarePath::kCommandDuringTail);
  if (command.As<scenario::SetReportUsers>() != nullptr) return;
  const bool sets_users = command.As<scenario::SetUsers>() != nullptr;
  const bool ends_server = command.As<scenario::Restore>() != nullptr ||
                           command.As<scenario::RevertSnapshot>() != nullptr ||
                           command.As<scenario::RestartServer>() != nullptr;
  world_.coverage.Visit(RarePath::kSecondEnd, ends_server);
  const bool is_right = sets_users ? done.ok()
                                   : !done.ok() && done.error().code == ErrorCode::kRefused &&
                                         (ends_server || done.error().number == 927);
  if (is_right) return;
  world_.Fail(std::string("'") + command.name() +
              "', given while the tail of the log is backed up, " +
              (done.ok() ? "is carried out" : "ends with: " + done.error().message));
}

// --- What is beside it ---------------------------------------------------------------------------

void Life::VisitMeetings(const scenario::Command& command) {
  const std::string_view kind = command.name();
  const auto second = std::ranges::find(kSeconds, kind, &PathOfKind::first);
  if (second == kSeconds.end()) return;
  const auto is_first = [kind](const scenario::Command* one) { return kind == one->name(); };
  world_.coverage.Visit(second->second, std::ranges::any_of(server_->under_way(), is_first));
}

std::vector<RarePath> Life::MeetingsOfDrop(const scenario::Command& command) const {
  const auto* of_snapshot = command.As<scenario::DropSnapshot>();
  if (of_snapshot == nullptr && command.As<scenario::DropTable>() == nullptr) return {};
  std::vector<RarePath> met;
  if (IsUnderWay<scenario::Backup>()) met.push_back(RarePath::kDroppedWhileBackedUp);
  if (IsUnderWay<scenario::CheckDatabase>()) met.push_back(RarePath::kDroppedWhileChecked);
  if (of_snapshot != nullptr && IsBeingWritten(world_, world_.SparsePaths(of_snapshot->name))) {
    met.push_back(RarePath::kDroppedWhileWritten);
  }
  return met;
}

void Life::VisitClosing() {
  Coverage& coverage = world_.coverage;
  const auto is_read = [](const auto& snapshot) { return snapshot->connections() > 0; };
  coverage.Visit(RarePath::kClosedWhileRead,
                 std::ranges::any_of(database().snapshots().snapshots(), is_read));
  coverage.Visit(RarePath::kClosedWhileWritten, IsBeingWritten(world_, world_.DataPaths()));
  coverage.Visit(RarePath::kClosedWhileBackedUp, IsUnderWay<scenario::Backup>());
  coverage.Visit(RarePath::kClosedWhileChecked, IsUnderWay<scenario::CheckDatabase>());
}

}  // namespace snapscope::crash_simulator
