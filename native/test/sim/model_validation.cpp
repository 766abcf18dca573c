#include "test/sim/model_validation.h"

#include "sim/devices/measured_device.h"
#include "test/sim/closed_forms.h"
#include "test/sim/device_measurements.h"

namespace snapscope::test {

using sim::ArrayOptions;
using sim::CapacityBytes;
using sim::ComposedOptions;
using sim::RaidLevel;

namespace {

using device_measurements::BatchedWritesPerSecond;
using device_measurements::IosPerSecond;
using device_measurements::kPage;
using device_measurements::LittleRatio;
using device_measurements::MegabytesBeforeAWait;
using device_measurements::MegabytesKept;
using device_measurements::MegabytesPerSecond;
using device_measurements::MemberIosPerIo;
using device_measurements::QueueMegabytesPerSecond;
using device_measurements::QueueResponseUs;
using device_measurements::ResponseUs;

constexpr uint64_t kMiB = 1024 * 1024;

// What is built of the parameters.

ComposedOptions OneSpindle(const ModelParameters& p) { return {.member = p.spindle, .array = {}}; }
ComposedOptions OneFlash(const ModelParameters& p) { return {.member = p.flash, .array = {}}; }

ComposedOptions Array(const ModelParameters& p, RaidLevel level) {
  ArrayOptions array{.level = level, .members = p.members};
  array.stripe_unit_bytes = p.stripe_unit_bytes;
  return {.member = p.spindle, .array = array};
}

// Without a buffer, and programs as fast as reads: every member I/O costs the same.
ComposedOptions EvenArray(const ModelParameters& p, RaidLevel level) {
  ComposedOptions options = Array(p, level);
  sim::FlashOptions flash = p.flash;
  flash.channels = 1;
  flash.page_bytes = kPage;
  flash.program = flash.read;
  flash.buffer_bytes = 0;
  flash.fast_bytes = 0;
  flash.stored_percent = 100;
  options.member = flash;
  return options;
}

ComposedOptions Linked(const ModelParameters& p) {
  ComposedOptions options = OneFlash(p);
  options.link = p.link;
  return options;
}

// A cache over one slow channel: what is not taken up by the cache shows at once.
ComposedOptions Cached(const ModelParameters& p) {
  ComposedOptions options = EvenArray(p, RaidLevel::kRaid0);
  options.array = {};
  options.cache = p.cache;
  return options;
}

constexpr double kShortStroke = 0.1;

void AddSpindles(std::vector<Validation>& all) {
  const SpindleForm form = SpindleForm::Of(UsualParameters().spindle, kPage);
  const uint64_t short_extent = static_cast<uint64_t>(
      static_cast<double>(UsualParameters().spindle.capacity_bytes) * kShortStroke);
  const uint64_t tiny_extent = UsualParameters().spindle.capacity_bytes / 100;
  const double megabytes = static_cast<double>(UsualParameters().spindle.bytes_per_second) / 1e6;
  all.push_back({"15k spindle, random 8 KB reads, depth 1",
                 "1 / (average seek + half a turn + transfer)", "I/O/s", 1e6 / form.Random(1), 1,
                 [](const auto& p) { return IosPerSecond(OneSpindle(p), {}); }});
  all.push_back({"15k spindle, random 8 KB writes, depth 1", "the same, and the settle of a write",
                 "us", form.Random(1) + form.settle, 0.7, [](const auto& p) {
                   return ResponseUs(OneSpindle(p), {.is_write = true, .ios = 200'000});
                 }});
  all.push_back({"15k spindle, random 8 KB reads within a tenth of it, depth 1",
                 "the seek curve's mean over a tenth", "us", form.Random(kShortStroke), 0.7,
                 [short_extent](const auto& p) {
                   return ResponseUs(OneSpindle(p), {.extent_bytes = short_extent, .ios = 200'000});
                 }});
  all.push_back({"15k spindle, random 8 KB reads within a hundredth of it, depth 1",
                 "the seek curve's mean over a hundredth", "us", form.Random(0.01), 0.7,
                 [tiny_extent](const auto& p) {
                   return ResponseUs(OneSpindle(p), {.extent_bytes = tiny_extent, .ios = 200'000});
                 }});
  for (const uint32_t depth : {8U, 32U, 64U}) {
    all.push_back({"15k spindle, random 8 KB reads, depth " + std::to_string(depth),
                   "C-LOOK: gaps of 1 / (2 depth), half a turn, transfer", "I/O/s",
                   1e6 / form.Elevator(depth), 6, [depth](const auto& p) {
                     return IosPerSecond(OneSpindle(p), {.depth = depth});
                   }});
  }
  all.push_back({"15k spindle, sequential reads of 512 KB", "the rate of the platter", "MB/s",
                 megabytes, 0.5, [](const auto& p) {
                   return MegabytesPerSecond(
                       OneSpindle(p),
                       {.sequential = true, .io_bytes = 512 * 1024, .depth = 2, .ios = 2000});
                 }});
}

void AddArrays(std::vector<Validation>& all) {
  const ModelParameters usual = UsualParameters();
  const SpindleForm form = SpindleForm::Of(UsualParameters().spindle, kPage);
  const double per_member = 1e9 / static_cast<double>(usual.flash.read);
  const auto writes = [](RaidLevel level) {
    return [level](const ModelParameters& p) {
      return IosPerSecond(EvenArray(p, level), {.is_write = true, .depth = 256});
    };
  };
  all.push_back({"RAID 10, member I/Os of a small write", "2", "", 2, 0, [](const auto& p) {
                   return MemberIosPerIo(Array(p, RaidLevel::kRaid10), true, kPage);
                 }});
  all.push_back({"RAID 1 of 8, member I/Os of a small write", "the members", "",
                 static_cast<double>(usual.members), 0, [](const auto& p) {
                   return MemberIosPerIo(Array(p, RaidLevel::kRaid1), true, kPage);
                 }});
  all.push_back({"RAID 5, member I/Os of a small write", "4", "", 4, 0.1, [](const auto& p) {
                   return MemberIosPerIo(Array(p, RaidLevel::kRaid5), true, kPage);
                 }});
  all.push_back({"RAID 6, member I/Os of a small write", "6", "", 6, 0.1, [](const auto& p) {
                   return MemberIosPerIo(Array(p, RaidLevel::kRaid6), true, kPage);
                 }});
  all.push_back({"RAID 5, member I/Os of a full stripe", "the members", "",
                 static_cast<double>(usual.members), 0, [](const auto& p) {
                   const ComposedOptions options = Array(p, RaidLevel::kRaid5);
                   return MemberIosPerIo(options, true,
                                         sim::ArrayLayout(options.array).row_bytes());
                 }});
  all.push_back(
      {"RAID 0, member I/Os of 1 MiB", "1 MiB / stripe unit", "",
       static_cast<double>(kMiB) / static_cast<double>(usual.stripe_unit_bytes), 3,
       [](const auto& p) { return MemberIosPerIo(Array(p, RaidLevel::kRaid0), false, kMiB); }});
  const auto striped = [](const ModelParameters& p) {
    ComposedOptions options = EvenArray(p, RaidLevel::kRaid5);
    options.array.members *= 3;
    options.array.groups = p.groups;
    return options;
  };
  all.push_back({"RAID 50 of 24 members, member I/Os of a full stripe", "the members of a group",
                 "", 3.0 * usual.members / usual.groups, 0, [striped](const auto& p) {
                   const ComposedOptions options = striped(p);
                   return MemberIosPerIo(options, true,
                                         sim::ArrayLayout(options.array).row_bytes());
                 }});
  all.push_back(
      {"RAID 50 of 24 SSDs, room", "(members - groups) * SSD", "GB",
       (3.0 * usual.members - usual.groups) * static_cast<double>(usual.flash.capacity_bytes) / 1e9,
       0.5,
       [striped](const auto& p) { return static_cast<double>(CapacityBytes(striped(p))) / 1e9; }});
  all.push_back({"RAID 10 of even members, random writes, saturated", "members / 2 * rate", "I/O/s",
                 usual.members * per_member / 2, 5, writes(RaidLevel::kRaid10)});
  all.push_back({"RAID 5 of even members, random writes, saturated", "members / 4 * rate", "I/O/s",
                 usual.members * per_member / 4, 5, writes(RaidLevel::kRaid5)});
  all.push_back({"RAID 6 of even members, random writes, saturated", "members / 6 * rate", "I/O/s",
                 usual.members * per_member / 6, 5, writes(RaidLevel::kRaid6)});
  all.push_back({"RAID 10 of 15k spindles, random reads, 32 for each", "members * C-LOOK(32)",
                 "I/O/s", usual.members * 1e6 / form.Elevator(32), 8, [](const auto& p) {
                   return IosPerSecond(Array(p, RaidLevel::kRaid10),
                                       {.depth = 32 * UsualParameters().members});
                 }});
  all.push_back({"RAID 10 of 15k spindles, random writes, 32 for each",
                 "members / 2 * C-LOOK(32) with settle", "I/O/s",
                 usual.members / 2.0 * 1e6 / (form.Elevator(32) + form.settle), 8,
                 [](const auto& p) {
                   return IosPerSecond(Array(p, RaidLevel::kRaid10),
                                       {.is_write = true, .depth = 16 * UsualParameters().members});
                 }});
}

void AddFlash(std::vector<Validation>& all) {
  const sim::FlashOptions usual = UsualParameters().flash;
  const double read_us = static_cast<double>(usual.read) / 1e3;
  const double pages_per_second = usual.channels * 1e9 / static_cast<double>(usual.program);
  const double fast_rate =
      pages_per_second * static_cast<double>(usual.page_bytes) / 1e6 * 100 / usual.stored_percent;
  const double cliff =
      static_cast<double>(usual.program) / static_cast<double>(usual.sustained_program);
  const double fill_rate =
      static_cast<double>(kPage) / static_cast<double>(usual.buffered_write) * 1e3;  // MB/s
  all.push_back({"SSD, random 8 KB reads, depth 1", "1 / read", "I/O/s", 1e6 / read_us, 0.5,
                 [](const auto& p) { return IosPerSecond(OneFlash(p), {}); }});
  for (const uint32_t depth : {8U, 64U, 512U}) {
    const double balanced = 1e6 * BalancedThroughput(read_us, usual.channels, depth);
    all.push_back({"SSD, random 8 KB reads, depth " + std::to_string(depth),
                   "mean value analysis, constant service", "I/O/s", balanced, 3,
                   [depth](const auto& p) { return IosPerSecond(OneFlash(p), {.depth = depth}); }});
  }
  all.push_back({"SSD, random 8 KB writes into the buffer, depth 1", "the buffer's time", "us",
                 static_cast<double>(usual.buffered_write) / 1e3, 0.5, [](const auto& p) {
                   return ResponseUs(OneFlash(p), {.is_write = true, .ios = 1000});
                 }});
  all.push_back({"SSD, bytes that its buffer takes up", "buffer / (1 - program rate / fill rate)",
                 "MB", static_cast<double>(usual.buffer_bytes) / 1e6 / (1 - fast_rate / fill_rate),
                 3, [](const auto& p) {
                   return MegabytesBeforeAWait(OneFlash(p), UsualParameters().flash.buffered_write);
                 }});
  all.push_back({"SSD, sequential writes before the cliff", "channels * page / program, compressed",
                 "MB/s", fast_rate, 3, [](const auto& p) {
                   return MegabytesPerSecond(OneFlash(p), {.is_write = true,
                                                           .sequential = true,
                                                           .io_bytes = kMiB,
                                                           .depth = 4,
                                                           .warm_up_ios = 300,
                                                           .ios = 500});
                 }});
  all.push_back({"SSD, sequential writes after the cliff", "the same, with the slow program",
                 "MB/s", fast_rate * cliff, 3, [](const auto& p) {
                   return MegabytesPerSecond(OneFlash(p), {.is_write = true,
                                                           .sequential = true,
                                                           .io_bytes = kMiB,
                                                           .depth = 4,
                                                           .warm_up_ios = 1500,
                                                           .ios = 1000});
                 }});
  const double fast_bytes = static_cast<double>(usual.fast_bytes);
  constexpr double kBytes = 1300.0 * kMiB;
  const double seconds =
      fast_bytes / (fast_rate * 1e6) +
      (kBytes - fast_bytes - static_cast<double>(usual.buffer_bytes)) / (fast_rate * cliff * 1e6);
  all.push_back({"SSD, 1,300 MiB written across the cliff",
                 "fast part and slow part, each its rate", "MB/s", kBytes / seconds / 1e6, 4,
                 [](const auto& p) {
                   return MegabytesPerSecond(OneFlash(p), {.is_write = true,
                                                           .sequential = true,
                                                           .io_bytes = kMiB,
                                                           .depth = 4,
                                                           .warm_up_ios = 1,
                                                           .ios = 1300});
                 }});
}

void AddCaches(std::vector<Validation>& all) {
  const ModelParameters usual = UsualParameters();
  const double destage_rate =
      static_cast<double>(kPage) / static_cast<double>(usual.flash.read) * 1e3;  // MB/s
  const double fill_rate = static_cast<double>(kPage) / static_cast<double>(usual.cache.hit) * 1e3;
  const double bytes = static_cast<double>(usual.cache.bytes) / 1e6;
  const double mark = usual.cache.destage_from_percent / 100.0;
  all.push_back({"Controller cache, a write that finds room", "the cache's time", "us",
                 static_cast<double>(usual.cache.hit) / 1e3, 0.5, [](const auto& p) {
                   return ResponseUs(Cached(p), {.is_write = true, .ios = 200});
                 }});
  all.push_back(
      {"Controller cache, bytes that it takes up",
       "mark, then the rest / (1 - destage rate / fill rate)", "MB",
       bytes * mark + bytes * (1 - mark) / (1 - destage_rate / fill_rate), 4,
       [](const auto& p) { return MegabytesBeforeAWait(Cached(p), UsualParameters().cache.hit); }});
  all.push_back({"Controller cache, full: random 8 KB writes", "the array's own rate", "I/O/s",
                 1e9 / static_cast<double>(usual.flash.read), 3, [](const auto& p) {
                   return IosPerSecond(
                       Cached(p),
                       {.is_write = true, .depth = 16, .warm_up_ios = 10'000, .ios = 10'000});
                 }});
  all.push_back({"Controller cache, what stays in it after a pause", "the mark", "MB", bytes * mark,
                 2, [](const auto& p) {
                   return MegabytesKept(Cached(p), UsualParameters().cache.bytes / 10 * 7);
                 }});
}

void AddLinks(std::vector<Validation>& all) {
  const ModelParameters usual = UsualParameters();
  const sim::LinkOptions link = usual.link;
  const double wire = link.ports * static_cast<double>(link.bytes_per_second) / 1e6;
  const double service =
      static_cast<double>(usual.flash.read + link.latency) / 1e3 +
      static_cast<double>(kPage) * 1e6 / static_cast<double>(link.bytes_per_second);
  const auto unlimited = [](ModelParameters p) {
    p.link.ios_per_second = 0;
    p.link.limit_bytes_per_second = 0;
    p.link.depth = 0;
    return p;
  };
  all.push_back({"Link, sequential reads of 64 KB, saturated", "ports * rate of a port", "MB/s",
                 wire, 2, [unlimited](const auto& p) {
                   return MegabytesPerSecond(
                       Linked(unlimited(p)),
                       {.sequential = true, .io_bytes = 64 * 1024, .depth = 64, .ios = 20'000});
                 }});
  all.push_back({"Link, one 8 KB read", "read + latency + transfer on one port", "us", service, 0.5,
                 [unlimited](const auto& p) { return ResponseUs(Linked(unlimited(p)), {}); }});
  all.push_back({"Link, random 8 KB reads, more wait than its depth", "depth / response of one",
                 "I/O/s", link.depth * 1e6 / service, 8, [unlimited](const auto& p) {
                   ModelParameters shallow = unlimited(p);
                   shallow.link.depth = p.link.depth;
                   return IosPerSecond(Linked(shallow), {.depth = 64});
                 }});
  all.push_back({"Cloud limit on I/Os", "the limit", "I/O/s",
                 static_cast<double>(link.ios_per_second), 1, [unlimited](const auto& p) {
                   ModelParameters limited = unlimited(p);
                   limited.link.ios_per_second = p.link.ios_per_second;
                   return IosPerSecond(Linked(limited), {.depth = 64});
                 }});
  all.push_back({"Cloud limit on bytes", "the limit", "MB/s",
                 static_cast<double>(link.limit_bytes_per_second) / 1e6, 1,
                 [unlimited](const auto& p) {
                   ModelParameters limited = unlimited(p);
                   limited.link.limit_bytes_per_second = p.link.limit_bytes_per_second;
                   return MegabytesPerSecond(
                       Linked(limited),
                       {.sequential = true, .io_bytes = 64 * 1024, .depth = 16, .ios = 20'000});
                 }});
}

void AddQueues(std::vector<Validation>& all) {
  all.push_back({"M/M/1, load 0.5", "service / (1 - load)", "us", 2000, 3,
                 [](const auto& p) { return QueueResponseUs(p, 1, 2 * kMillisecond); }});
  all.push_back({"M/M/1, load 0.8", "service / (1 - load)", "us", 5000, 5,
                 [](const auto& p) { return QueueResponseUs(p, 1, 1250 * kMicrosecond); }});
  all.push_back({"M/D/1, load 0.8", "service * (1 + load / (2 * (1 - load)))", "us", 3000, 3,
                 [](const auto& p) {
                   return QueueResponseUs(p, 1, 1250 * kMicrosecond, sim::Spread::kFixed);
                 }});
  all.push_back({"M/G/1, uniform service, load 0.8",
                 "Pollaczek-Khinchine: service * (1 + load * (1 + 1/12) / (2 * (1 - load)))", "us",
                 1000 + 1000 * 0.8 * (1 + 1.0 / 12) / (2 * 0.2), 3, [](const auto& p) {
                   return QueueResponseUs(p, 1, 1250 * kMicrosecond, sim::Spread::kUniform);
                 }});
  all.push_back({"M/M/4, load 0.8", "Erlang C: (1 + 0.5964 / (4 * 0.2)) * service", "us", 1745.5, 3,
                 [](const auto& p) { return QueueResponseUs(p, 4, 312'500); }});
  all.push_back({"Queue device, sequential reads of 8 KB", "servers / sequential service", "MB/s",
                 4 * static_cast<double>(kPage) / 100, 3,
                 [](const auto& p) { return QueueMegabytesPerSecond(p, false, true); }});
  all.push_back({"Queue device, sequential writes of 8 KB", "servers / sequential service", "MB/s",
                 4 * static_cast<double>(kPage) / 150, 3,
                 [](const auto& p) { return QueueMegabytesPerSecond(p, true, true); }});
  all.push_back({"Queue device, random writes of 8 KB", "servers / write service", "MB/s",
                 4 * static_cast<double>(kPage) / 2000, 3,
                 [](const auto& p) { return QueueMegabytesPerSecond(p, true, false); }});
  all.push_back({"Queue device, random reads of 8 KB, its link full", "the link", "MB/s", 25, 1,
                 [](const auto& p) { return QueueMegabytesPerSecond(p, false, false); }});
  all.push_back({"One server, 16 random writes completed together",
                 "depth / (setup + depth * service)", "I/O/s", 16e3 / (40 + 16 * 2), 3,
                 [](const auto& p) { return BatchedWritesPerSecond(p, 16); }});
  all.push_back({"Little's law, one spindle", "in the system / (arrivals * response)", "", 1, 1,
                 [](const auto& p) { return LittleRatio(OneSpindle(p), 5 * kMillisecond); }});
  all.push_back(
      {"Little's law, RAID 5", "in the system / (arrivals * response)", "", 1, 1,
       [](const auto& p) { return LittleRatio(Array(p, RaidLevel::kRaid5), kMillisecond); }});
  all.push_back({"Little's law, SSD behind a link", "in the system / (arrivals * response)", "", 1,
                 1, [](const auto& p) {
                   ModelParameters shallow = p;
                   shallow.link.ios_per_second = 0;
                   shallow.link.limit_bytes_per_second = 0;
                   return LittleRatio(Linked(shallow), 100 * kMicrosecond);
                 }});
}

}  // namespace

std::vector<Validation> Validations() {
  std::vector<Validation> all;
  AddQueues(all);
  AddSpindles(all);
  AddArrays(all);
  AddFlash(all);
  AddCaches(all);
  AddLinks(all);
  AddVolumes(all);
  return all;
}

}  // namespace snapscope::test
