// Running scenarios inside a test process, and reading what came out.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "experiment/command_queue.h"
#include "telemetry/telemetry.h"

namespace snapscope::test {

using Json = nlohmann::json;

/// A small scenario (64 MiB database, 12 s) with one snapshot created at 3 s under load of 30
/// users; every part may be changed before it is run.
Json SmallScenario();
/// The small scenario, with another snapshot at 7 s.
Json TwoSnapshots();

/// Runs it in virtual time on this thread and returns the summary.
Json RunToSummary(const Json& scenario);
Json RunToSummary(const Json& scenario, experiment::CommandQueue& commands,
                  telemetry::BatchSink sink);

/// Runs it and expects that it completes.
Json RunCompleted(const Json& scenario);
/// Runs it and expects of its summary what ExpectVerified() does.
Json RunVerified(const Json& scenario);

/// What its batches tell who watches the run; the events are text in it.
std::string ToldBy(const Json& scenario);
/// Gives the command live.
void Give(experiment::CommandQueue& commands, const Json& command);

/// It came to its end, and all that was compared is right. `of`: what tells the run from others.
void ExpectVerified(const Json& summary, const std::string& of = "");

/// The wait of that type; zeros if it never occurred.
Json WaitOf(const Json& summary, const std::string& type);
/// The first phase of that name (of that snapshot, unless empty); null if there is none.
Json PhaseOf(const Json& summary, const std::string& name, const std::string& snapshot = "");
/// The lines of the ERRORLOG that have that text, whole (time, source, message) and in order.
std::vector<std::string> ErrorLogLines(const Json& summary, const std::string& text);
size_t CountLines(const Json& summary, const std::string& text);
/// All of it, a line each.
std::string ErrorlogOf(const Json& summary);
/// The file of that logical name; null if there is none.
Json FileOf(const Json& summary, const std::string& name);

}  // namespace snapscope::test
