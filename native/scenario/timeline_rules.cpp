#include "scenario/timeline_rules.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>
#include <string>

namespace snapscope::scenario {

namespace {

constexpr std::array kCreationPhases = {
    "files",       "checkpointWait", "checkpoint", "secondPass", "openWait", "open",  "arming",
    "startupWait", "startup",        "analysis",   "redo",       "undo",     "flush", "complete"};

/// Names that differ by case only are the same to the product.
bool SameName(const std::string& a, const std::string& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](char left, char right) {
    return std::tolower(static_cast<unsigned char>(left)) ==
           std::tolower(static_cast<unsigned char>(right));
  });
}

Error Refusal(size_t step, const std::string& field, const std::string& problem) {
  return {ErrorCode::kInvalid, "timeline." + std::to_string(step) + field + ": " + problem};
}

/// The field that makes an entry late.
std::string TimeField(const Trigger& trigger) {
  if (std::holds_alternative<AtTime>(trigger)) return ".atSeconds";
  return std::holds_alternative<AfterEvent>(trigger) ? ".after.delaySeconds" : ".when.fromSeconds";
}

/// What is known of an entry before the run. Only for timelines without cycles.
class Order {
 public:
  explicit Order(const std::vector<TimelineEntry>& timeline) : timeline_(timeline) {}

  TimeNs Earliest(size_t step) const {
    const Trigger& trigger = timeline_[step].trigger;
    if (const auto* at = std::get_if<AtTime>(&trigger)) return at->at;
    if (const auto* when = std::get_if<WhenCounter>(&trigger)) return when->from;
    const auto& after = std::get<AfterEvent>(trigger);
    return Earliest(after.step) + after.delay;
  }

  /// When it is carried out, where that does not depend on the run.
  std::optional<TimeNs> Fixed(size_t step) const {
    const Trigger& trigger = timeline_[step].trigger;
    if (const auto* at = std::get_if<AtTime>(&trigger)) return at->at;
    const auto* after = std::get_if<AfterEvent>(&trigger);
    if (after == nullptr || after->event != kStepStarted) return std::nullopt;
    const std::optional<TimeNs> started = Fixed(after->step);
    return started ? std::optional(*started + after->delay) : std::nullopt;
  }

  /// The event of `other` that `step` waits for, directly or through others; null if it does not.
  const std::string* EventAwaited(size_t step, size_t other) const {
    const auto* after = std::get_if<AfterEvent>(&timeline_[step].trigger);
    if (after == nullptr) return nullptr;
    return after->step == other ? &after->event : EventAwaited(after->step, other);
  }

 private:
  const std::vector<TimelineEntry>& timeline_;
};

Status CheckEvent(const std::vector<TimelineEntry>& timeline, size_t step) {
  const auto* after = std::get_if<AfterEvent>(&timeline[step].trigger);
  if (after == nullptr) return {};
  const std::string& event = after->event;
  if (event == kStepStarted || event == kStepCompleted || event == kStepFailed) return {};
  const bool phase =
      std::find(kCreationPhases.begin(), kCreationPhases.end(), event) != kCreationPhases.end();
  const TimelineEntry& other = timeline[after->step];
  if (phase && other.command.As<CreateSnapshot>() != nullptr) return {};
  return Refusal(step, ".after.event",
                 "'" + event + "' is not an event of '" + other.name +
                     "'; allowed: started, completed, failed, and the phases of a createSnapshot");
}

/// Each entry waits for one at most: a chain that is longer than the timeline goes round.
Status CheckCycle(const std::vector<TimelineEntry>& timeline, size_t step) {
  size_t at = step;
  for (size_t length = 0; length < timeline.size(); ++length) {
    const auto* after = std::get_if<AfterEvent>(&timeline[at].trigger);
    if (after == nullptr) return {};
    at = after->step;
    if (at == step) {
      return Refusal(step, ".after.step",
                     "'" + timeline[step].name +
                         "' waits for itself; allowed: an entry that does not wait for this one");
    }
  }
  return {};
}

/// Whether what `creation` makes may be there when `drop` is carried out.
bool MayFollow(const Order& order, size_t drop, size_t creation) {
  if (const std::string* event = order.EventAwaited(drop, creation)) return *event != kStepFailed;
  if (order.EventAwaited(creation, drop) != nullptr) return false;
  const std::optional<TimeNs> dropped = order.Fixed(drop);
  return !dropped || order.Earliest(creation) < *dropped;
}

/// The name of what a command uses, and what makes it.
struct Use {
  std::string name;
  const char* maker;
  const char* thing;
};

Use UseOf(const Command& command) {
  if (const auto* drop = command.As<DropTable>()) return {drop->name, SelectInto::kKind, "a table"};
  Use use{"", CreateSnapshot::kKind, "a snapshot"};
  if (const auto* drop = command.As<DropSnapshot>()) use.name = drop->name;
  if (const auto* revert = command.As<RevertSnapshot>()) use.name = revert->name;
  if (const auto* reports = command.As<SetReportUsers>()) use.name = reports->name;
  return use;
}

std::string MadeBy(const Command& command) {
  if (const auto* creation = command.As<CreateSnapshot>()) return creation->name;
  const auto* table = command.As<SelectInto>();
  return table == nullptr ? "" : table->name;
}

Status CheckUse(const std::vector<TimelineEntry>& timeline, const Order& order, size_t step) {
  const Use use = UseOf(timeline[step].command);
  if (use.name.empty()) return {};
  for (size_t maker = 0; maker < timeline.size(); ++maker) {
    const Command& other = timeline[maker].command;
    if (other.name() != use.maker || !SameName(MadeBy(other), use.name)) continue;
    if (MayFollow(order, step, maker)) return {};
  }
  return Refusal(step, ".command.name",
                 "'" + use.name + "' is not created before; allowed: " + use.thing +
                     " that an entry creates that can come before this one");
}

/// A file system that folds case could keep only one of two.
Status CheckBackup(const std::vector<TimelineEntry>& timeline, size_t backup) {
  const auto* command = timeline[backup].command.As<Backup>();
  if (command == nullptr) return {};
  for (size_t step = 0; step < backup; ++step) {
    const auto* other = timeline[step].command.As<Backup>();
    if (other == nullptr || !SameName(other->name, command->name)) continue;
    return Refusal(
        backup, ".command.name",
        "'" + command->name + "' names two backups; allowed: a name of its own for each backup");
  }
  return {};
}

/// A database under another name has files of that name, beside those of the others.
Status CheckRestoredName(const std::vector<TimelineEntry>& timeline, const std::string& database,
                         size_t restore) {
  const auto* command = timeline[restore].command.As<Restore>();
  if (command == nullptr || command->restored_as.empty()) return {};
  const std::string& name = command->restored_as;
  bool is_taken = SameName(name, database);
  for (const TimelineEntry& entry : timeline) {
    const auto* creation = entry.command.As<CreateSnapshot>();
    is_taken |= creation != nullptr && SameName(name, creation->name);
  }
  if (!is_taken) return {};
  return Refusal(restore, ".command.as",
                 "'" + name +
                     "' is the name of the database or of a snapshot; allowed: a name of its own, "
                     "or null");
}

}  // namespace

Status CheckTimeline(const std::vector<TimelineEntry>& timeline, const std::string& database,
                     TimeNs duration) {
  for (size_t step = 0; step < timeline.size(); ++step) {
    TRY(CheckEvent(timeline, step));
    TRY(CheckCycle(timeline, step));
  }
  // A chain into a cycle has no order; every cycle has been refused by now.
  const Order order(timeline);
  for (size_t step = 0; step < timeline.size(); ++step) {
    if (order.Earliest(step) > duration) {
      return Refusal(step, TimeField(timeline[step].trigger),
                     "is due after the end of the run; allowed: within durationSeconds");
    }
    TRY(CheckUse(timeline, order, step));
    TRY(CheckBackup(timeline, step));
    TRY(CheckRestoredName(timeline, database, step));
  }
  return {};
}

}  // namespace snapscope::scenario
