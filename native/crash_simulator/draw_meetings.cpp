// Draws which steps of a plan meet each other, or something that the server does.
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "crash_simulator/draw.h"

namespace snapscope::crash_simulator {

using scenario::Backup;
using scenario::CheckDatabase;
using scenario::CreateIndex;
using scenario::CreateSnapshot;
using scenario::DropSnapshot;
using scenario::DropTable;
using scenario::RebuildIndex;
using scenario::Restore;
using scenario::SelectInto;
using scenario::UpdateTable;

namespace {

/// Percent of lives, each where it can be.
constexpr uint32_t kLivesWithSecond = 40;
constexpr uint32_t kLivesWithDropOfUsed = 20;
constexpr uint32_t kLivesWithUseAtEnd = 40;
constexpr uint32_t kTailsWithCommands = 90;
constexpr uint32_t kLivesWithCancel = 12;
constexpr uint32_t kGoingBackCancelled = 25;

bool EndsBy(const LifePlan& life, auto is_so) {
  return life.EndsByStep() && is_so(life.steps.back());
}

bool Reverts(const Step& last) { return last.As<scenario::RevertSnapshot>() != nullptr; }

bool GoesBack(const Step& last) { return Reverts(last) || last.As<Restore>() != nullptr; }

class MeetingDrawing {
 public:
  MeetingDrawing(Plan& plan, bool with_snapshots, Rng& rng)
      : plan_(plan), with_snapshots_(with_snapshots), rng_(rng) {}

  void Draw() {
    for (size_t number = 0; number < plan_.lives.size(); ++number) {
      LifePlan& life = plan_.lives[number];
      const bool reverts = EndsBy(life, Reverts);
      if (reverts) DropOthers(life, number);
      makes_snapshots_ = with_snapshots_ && !reverts;
      if (rng_.Percent(kLivesWithSecond)) DrawSecond(life);
      if (rng_.Percent(kLivesWithDropOfUsed)) DrawDropOfUsed(life);
      if (life.EndsByStep() && rng_.Percent(kLivesWithUseAtEnd)) DrawUseAtEnd(life);
      const auto takes_tail = [](const Step& step) {
        return step.As<Restore>() != nullptr && step.TakesBackup();
      };
      if (EndsBy(life, takes_tail) && rng_.Percent(kTailsWithCommands)) DrawInTail(life);
      const bool goes_back = number > 0 && EndsBy(plan_.lives[number - 1], GoesBack);
      if (rng_.Percent(goes_back ? kGoingBackCancelled : kLivesWithCancel)) {
        DrawCancel(life, number);
      }
    }
  }

 private:
  TimeNs DrawDelay() { return static_cast<TimeNs>(OneOf(rng_, {0, 0, 1, 5, 30})) * kMillisecond; }

  /// The step that ends a life stays its last one.
  static void Add(LifePlan& life, Step step) {
    life.steps.insert(life.steps.end() - (life.EndsByStep() ? 1 : 0), std::move(step));
  }

  /// A revert is refused while there is another snapshot than its own.
  void DropOthers(LifePlan& life, size_t number) {
    const std::string kept = life.steps.back().As<scenario::RevertSnapshot>()->name;
    for (size_t before = 0; before < number; ++before) {
      for (const Step& step : plan_.lives[before].steps) {
        const auto* creation = step.As<CreateSnapshot>();
        if (creation != nullptr && creation->name != kept) {
          Add(life, {.action = DropSnapshot{creation->name}});
        }
      }
    }
  }

  /// Begins while the step of that number is under way.
  void AddBeside(LifePlan& life, size_t number, StepAction action) {
    Step step{.at = DrawDelay(), .after = AfterStep{number, "started"}};
    step.action = std::move(action);
    Add(life, std::move(step));
  }

  StepAction DrawStatement() {
    switch (rng_.Below(makes_snapshots_ ? 7 : 5)) {
      case 4:
        return scenario::ScanTable{.max_dop = static_cast<uint32_t>(rng_.Below(4))};
      case 0:
        return UpdateTable{.batch_rows = OneOf(rng_, {0, 100})};
      case 1:
        return RebuildIndex{.index = 1, .online = rng_.Percent(50)};
      case 2:
        return CreateIndex{.index = 5, .online = rng_.Percent(50)};
      case 3:
        return SelectInto{.name = NewName("copy_"), .rows = 500};
      case 5:
        return CheckDatabase{};
      default:
        return CreateSnapshot{NewName("snap_")};
    }
  }

  /// No other step makes one of that name.
  std::string NewName(const std::string& kind) { return kind + std::to_string(100 + names_++); }

  Backup NewBackup() { return {.name = NewName("bak_"), .type = scenario::BackupType::kFull}; }

  /// A second table of one name is refused: half of them have a name of their own.
  StepAction Again(StepAction action) {
    if (auto* creation = std::get_if<CreateSnapshot>(&action)) creation->name = NewName("snap_");
    if (auto* backup = std::get_if<Backup>(&action)) {
      backup->init = !backup->to_nul && rng_.Percent(25);
      backup->format = false;
      if (!backup->init) backup->name = NewName("bak_");
    }
    if (auto* restore = std::get_if<Restore>(&action)) restore->restored_as = kBeside + "3";
    auto* table = std::get_if<SelectInto>(&action);
    if (table != nullptr && rng_.Percent(50)) table->name = NewName("copy_");
    return action;
  }

  void DrawSecond(LifePlan& life) {
    const size_t steps = life.steps.size() - (life.EndsByStep() ? 1 : 0);
    size_t first = steps;
    if (steps > 0 && rng_.Percent(50)) {
      first = rng_.Below(steps);
    } else {
      Step step{.at = rng_.Between(0, life.duration / kMillisecond) * kMillisecond / 2};
      step.action = DrawStatement();
      Add(life, std::move(step));
    }
    StepAction second = Again(life.steps[first].action);
    const bool creates = std::holds_alternative<CreateSnapshot>(second);
    if (makes_snapshots_ || !creates) AddBeside(life, first, std::move(second));
  }

  /// A snapshot or a table goes while something uses it.
  void DrawDropOfUsed(LifePlan& life) {
    const size_t made = life.steps.size() - (life.EndsByStep() ? 1 : 0);
    const bool is_table = !makes_snapshots_ || rng_.Percent(40);
    const std::string name = NewName(is_table ? "copy_" : "snap_");
    Step step{.at = rng_.Between(0, life.duration / kMillisecond) * kMillisecond / 2};
    step.action = CreateSnapshot{name};
    if (is_table) step.action = SelectInto{.name = name, .rows = 500};
    Add(life, std::move(step));
    StepAction use = CheckDatabase{};
    if (!makes_snapshots_ || rng_.Percent(40)) use = NewBackup();
    if (!is_table && rng_.Percent(40)) use = UpdateTable{};
    Step user{.at = 0, .after = AfterStep{made, "completed"}};
    user.action = std::move(use);
    Add(life, std::move(user));
    if (is_table) {
      AddBeside(life, made + 1, DropTable{name});
      if (rng_.Percent(50)) AddBeside(life, made + 2, DropTable{name});
    } else {
      AddBeside(life, made + 1, DropSnapshot{name});
    }
  }

  /// The database is closed while something reads it.
  void DrawUseAtEnd(LifePlan& life) {
    const TimeNs before = static_cast<TimeNs>(OneOf(rng_, {1, 5, 40})) * kMillisecond;
    Step step{.at = std::max<TimeNs>(life.duration - before, 0)};
    const auto creates = [](const Step& one) { return one.As<CreateSnapshot>() != nullptr; };
    const auto made = std::ranges::find_if(life.steps, creates);
    if (made != life.steps.end() && rng_.Percent(50)) {
      step.action = scenario::SetReportUsers{.name = made->As<CreateSnapshot>()->name, .users = 4};
    } else if (rng_.Percent(50)) {
      step.action = NewBackup();
    } else if (makes_snapshots_) {
      step.action = CheckDatabase{};
    } else {
      step.action = UpdateTable{};
    }
    Add(life, std::move(step));
  }

  void DrawInTail(LifePlan& life) {
    for (uint64_t commands = 1 + rng_.Below(3); commands > 0; --commands) {
      Step step{.at = DrawDelay() / 5, .during = Moment::kTail, .action = DrawStatement()};
      if (rng_.Percent(20)) step.action = scenario::SetUsers{5};
      if (rng_.Percent(20)) step.during = Moment::kClosing;
      if (step.during == Moment::kTail && rng_.Percent(40)) step.action = DrawSecondEnd();
      Add(life, std::move(step));
    }
  }

  StepAction DrawSecondEnd() {
    if (rng_.Percent(50)) return scenario::RevertSnapshot{"snap_1"};
    return scenario::RestartServer{rng_.Percent(50) ? scenario::RestartMode::kClean
                                                    : scenario::RestartMode::kCrash};
  }

  void DrawCancel(LifePlan& life, size_t number) {
    Step step{.at = DrawDelay(), .action = scenario::Cancel{}};
    if (number > 0 && EndsBy(plan_.lives[number - 1], GoesBack)) {
      const bool reverts = plan_.lives[number - 1].steps.back().As<Restore>() == nullptr;
      step.during = reverts ? Moment::kReverting : Moment::kRestoring;
      life.cut.reset();
    } else if (life.EndsByStep() || life.quiesces) {
      step.during = Moment::kClosing;
    } else if (number > 0 && rng_.Percent(50)) {
      step.during = Moment::kStarting;
      life.cut.reset();
    } else {
      step.at = rng_.Between(0, life.duration / kMillisecond) * kMillisecond;
    }
    Add(life, std::move(step));
  }

  Plan& plan_;
  const bool with_snapshots_;
  bool makes_snapshots_ = false;  ///< the life that is drawn
  Rng& rng_;
  uint64_t names_ = 0;
};

}  // namespace

void DrawMeetings(Plan& plan, bool with_snapshots, Rng& rng) {
  MeetingDrawing(plan, with_snapshots, rng).Draw();
}

}  // namespace snapscope::crash_simulator
