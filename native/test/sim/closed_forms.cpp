#include "test/sim/closed_forms.h"

#include <cmath>

namespace snapscope::test {

SpindleForm SpindleForm::Of(const sim::SpindleOptions& options, uint64_t io_bytes) {
  SpindleForm form{};
  form.track = static_cast<double>(options.track_to_track_seek) / 1e3;
  form.average = static_cast<double>(options.average_seek) / 1e3;
  form.full = static_cast<double>(options.full_stroke_seek) / 1e3;
  form.settle = static_cast<double>(options.write_settle) / 1e3;
  form.revolution = 6e7 / options.rotations_per_minute;
  form.transfer =
      static_cast<double>(io_bytes) * 1e6 / static_cast<double>(options.bytes_per_second);
  return form;
}

double SpindleForm::MeanSeek(double share) const {
  return track + Root() * 8 / 15 * std::sqrt(share) + Linear() * share / 3;
}

// Those in front of the head have waited longest, so they lie twice as close as the mean; the gap
// to the next is exponential. At the end the head goes back to the other side.
double SpindleForm::Elevator(double depth) const {
  const double gap = 1 / (2 * depth);
  const double seek = track + Root() * std::sqrt(3.14159265358979 * gap) / 2 + Linear() * gap;
  return seek + (full - seek) * gap + revolution / 2 + transfer;
}

double BalancedThroughput(double service, double servers, uint32_t depth) {
  double throughput = 0, response = service;
  for (uint32_t n = 1; n <= depth; ++n) {
    const double queued = throughput * response / servers;
    const double busy = throughput * service / servers;
    response = service * (1 + queued - busy / 2);
    throughput = n / response;
  }
  return throughput;
}

}  // namespace snapscope::test
