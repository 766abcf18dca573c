#include "telemetry/checkpoint_messages.h"

#include <string>
#include <utility>

namespace snapscope::telemetry {

namespace {

/// Further lines of a FlushCache are records of their own that begin with blanks.
constexpr const char* kIndent = "            ";
constexpr uint64_t kPagesPerMegabyte = 128;

/// `part` / `whole`, rounded half up to two decimals; 0.00 of nothing.
std::string Ratio(uint64_t part, uint64_t whole) {
  const uint64_t hundredths = whole == 0 ? 0 : (part * 100 + whole / 2) / whole;
  const std::string cents = std::to_string(hundredths % 100);
  return std::to_string(hundredths / 100) + (cents.size() == 1 ? ".0" : ".") + cents;
}

std::string FirstLine(EngineVersion version, const FlushCacheFigures& figures) {
  std::string text = "FlushCache: cleaned up " + std::to_string(figures.buffers) + " bufs with " +
                     std::to_string(figures.writes) + " writes in " +
                     std::to_string(figures.duration_ms) + " ms (avoided " +
                     std::to_string(figures.avoided) + " new dirty bufs)";
  if (version >= EngineVersion::k2012) {
    text += " for db " + std::to_string(figures.database) + ":0";
  }
  return text;
}

std::string ThroughputLine(EngineVersion version, const FlushCacheFigures& figures) {
  const auto milliseconds = static_cast<uint64_t>(figures.duration_ms);
  std::string text = kIndent;
  text +=
      "average throughput: " + Ratio(figures.buffers * 1'000, milliseconds * kPagesPerMegabyte) +
      " MB/sec, I/O saturation: " + std::to_string(figures.saturations);
  if (version >= EngineVersion::k2012) {
    text += ", context switches " + std::to_string(figures.context_switches);
  }
  return text;
}

std::string WriteRateLine(const FlushCacheFigures& figures) {
  return kIndent +
         ("average writes per second: " +
          Ratio(figures.writes * 1'000, static_cast<uint64_t>(figures.duration_ms))) +
         " writes/sec";
}

std::string TargetLine(EngineVersion version, const FlushCacheFigures& figures) {
  std::string text = kIndent;
  text += "last target outstanding: " + std::to_string(figures.last_target);
  if (version >= EngineVersion::k2012) {
    text += ", avgWriteLatency " + std::to_string(figures.average_latency_ms);
  }
  return text;
}

Message Step(std::string text) { return {MessageKind::kCheckpointStep, std::move(text), {}}; }

std::string Ckpt(uint32_t database) { return "Ckpt dbid " + std::to_string(database); }

}  // namespace

std::vector<Message> FlushCache(EngineVersion version, const FlushCacheFigures& figures) {
  const MessageKind kind = version >= EngineVersion::k2012 && figures.beyond_interval
                               ? MessageKind::kLongFlushCache
                               : MessageKind::kFlushCache;
  std::vector<Message> messages;
  const auto add = [&](std::string text) { messages.push_back({kind, std::move(text), {}}); };
  add(FirstLine(version, figures));
  if (version >= EngineVersion::k2016) add(WriteRateLine(figures));
  if (version >= EngineVersion::k2008) {
    add(ThroughputLine(version, figures));
    add(TargetLine(version, figures));
  }
  return messages;
}

Message CheckpointStarted(uint32_t database, int reason) {
  return Step(Ckpt(database) + " started (" + std::to_string(reason) + ")");
}

Message CheckpointBeginLogged() { return Step("About to log Checkpoint begin."); }

Message CheckpointPhase1Ended(uint32_t database, int reason) {
  return Step(Ckpt(database) + " phase 1 ended (" + std::to_string(reason) + ")");
}

Message CheckpointEndLogged() { return Step("About to log Checkpoint end."); }

Message CheckpointComplete(uint32_t database) { return Step(Ckpt(database) + " complete"); }

}  // namespace snapscope::telemetry
