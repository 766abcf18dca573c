#include "bench/benchmark.h"

#include <algorithm>
#include <cstdio>
#include <numeric>

#include "base/check.h"

namespace snapscope::bench {

namespace {

double Microseconds(TimeNs duration) { return static_cast<double>(duration) / kMicrosecond; }

}  // namespace

double Median(std::vector<double> values) {
  CHECK(!values.empty(), "the median of nothing");
  std::sort(values.begin(), values.end());
  const size_t middle = values.size() / 2;
  return values.size() % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
}

Json Spread(std::vector<double> values) {
  const auto [least, greatest] = std::minmax_element(values.begin(), values.end());
  const Json spread = {{"least", *least}, {"greatest", *greatest}};
  Json result = {{"median", Median(std::move(values))}};
  result.update(spread);
  return result;
}

Json Distribution(std::vector<TimeNs> durations) {
  CHECK(!durations.empty(), "the distribution of nothing");
  std::sort(durations.begin(), durations.end());
  const TimeNs total = std::accumulate(durations.begin(), durations.end(), TimeNs{0});
  const auto percentile = [&durations](size_t percent) {
    const size_t rank = (durations.size() * percent + 99) / 100;
    return Microseconds(durations[rank - 1]);
  };
  return {{"count", durations.size()},
          {"meanUs", Microseconds(total) / static_cast<double>(durations.size())},
          {"p50Us", percentile(50)},
          {"p95Us", percentile(95)},
          {"p99Us", percentile(99)},
          {"maxUs", Microseconds(durations.back())}};
}

std::vector<double> Ratios(const std::vector<double>& figures,
                           const std::vector<double>& baseline) {
  CHECK(baseline.empty() || baseline.size() == figures.size(), "rounds without their baseline");
  std::vector<double> ratios;
  for (size_t i = 0; i < baseline.size(); ++i) ratios.push_back(figures[i] / baseline[i]);
  return ratios;
}

namespace {

bool IsMet(const Bar& bar) {
  const double median = Median(bar.ratios);
  return bar.most ? median <= *bar.most : median >= bar.least;
}

}  // namespace

std::string BarText(const std::vector<Bar>& bars) {
  std::string text;
  for (const Bar& bar : bars) {
    char part[160];
    if (bar.ratios.empty()) {
      std::snprintf(part, sizeof part, "; %s: no baseline", bar.name.c_str());
    } else {
      std::snprintf(part, sizeof part, "; %s: %.3g (%s %.3g%s)", bar.name.c_str(),
                    Median(bar.ratios), bar.most ? "at most" : "bar", bar.most.value_or(bar.least),
                    IsMet(bar) ? "" : ", MISSED");
    }
    text += part;
  }
  return text;
}

Json BarsJson(const std::vector<Bar>& bars) {
  Json list = Json::array();
  for (const Bar& bar : bars) {
    Json entry = {{"name", bar.name},
                  {bar.most ? "atMost" : "atLeast", bar.most.value_or(bar.least)}};
    if (bar.ratios.empty()) {
      entry["met"] = nullptr;
    } else {
      entry["ratio"] = Spread(bar.ratios);
      entry["met"] = IsMet(bar);
    }
    list.push_back(std::move(entry));
  }
  return list;
}

std::string Rounded(double value) {
  char text[32];
  if (value >= 1e6) {
    std::snprintf(text, sizeof text, "%.2f M", value / 1e6);
  } else if (value >= 1e3) {
    std::snprintf(text, sizeof text, "%.1f k", value / 1e3);
  } else {
    std::snprintf(text, sizeof text, "%.*f", value < 10 ? 2 : 0, value);
  }
  return text;
}

}  // namespace snapscope::bench
