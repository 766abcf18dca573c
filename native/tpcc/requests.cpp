#include "tpcc/requests.h"

#include <algorithm>

#include "base/check.h"
#include "base/mutation.h"
#include "tpcc/keys.h"
#include "tpcc/shape_generated.h"

namespace snapscope::tpcc {

MUTATION(kMixShifted,
         "of a hundred transactions one new order too many is drawn, and one payment too few",
         NoticedBy::kTests);

namespace {

constexpr uint32_t kHundred = 100;
constexpr uint32_t kByNamePercent = 60;
constexpr uint32_t kRemoteCustomerPercent = 15;
constexpr uint32_t kRemoteItemPercent = 1;

uint64_t Uniform(Rng& rng, uint64_t least, uint64_t most) {
  return least + rng.Below(most - least + 1);
}

/// The specification's non-uniform draw, clause 2.1.6: some values are a good deal more frequent.
/// `mask` is its A, `shift` its constant C.
uint64_t NonUniform(Rng& rng, uint64_t mask, uint64_t shift, uint64_t least, uint64_t most) {
  const uint64_t drawn = Uniform(rng, 0, mask) | Uniform(rng, least, most);
  return (drawn + shift) % (most - least + 1) + least;
}

uint64_t DrawCustomer(Rng& rng) { return NonUniform(rng, 1023, 259, 1, kCustomers); }
uint64_t DrawItem(Rng& rng) { return NonUniform(rng, 8191, 7911, 1, kItems); }

CustomerChoice ChooseCustomer(Rng& rng, uint64_t district) {
  CustomerChoice choice{.district = district};
  if (rng.Percent(kByNamePercent)) {
    choice.name = NonUniform(rng, 255, 123, 0, kLastNames - 1);
  } else {
    choice.customer = DrawCustomer(rng);
  }
  return choice;
}

uint64_t AnotherWarehouse(Rng& rng, uint64_t home, uint32_t warehouses) {
  const uint64_t drawn = Uniform(rng, 1, warehouses - 1);
  return drawn < home ? drawn : drawn + 1;
}

NewOrderRequest DrawNewOrder(Rng& rng, Home home, const DrawOptions& options) {
  NewOrderRequest request;
  request.district = DistrictKey(home.warehouse, Uniform(rng, 1, kDistricts));
  request.customer = DrawCustomer(rng);
  request.unused_item = rng.Percent(options.rollback_percent);
  const uint64_t lines = Uniform(rng, 5, kMaxLines);
  for (uint64_t line = 0; line < lines; ++line) {
    OrderedItem item{
        .item = DrawItem(rng), .supply_warehouse = home.warehouse, .quantity = Uniform(rng, 1, 10)};
    if (rng.Percent(kRemoteItemPercent) && options.warehouses > 1) {
      item.supply_warehouse = AnotherWarehouse(rng, home.warehouse, options.warehouses);
    }
    request.items.push_back(item);
  }
  if (options.sorted) {
    std::ranges::stable_sort(request.items, {}, [](const OrderedItem& item) {
      return StockKey(item.supply_warehouse, item.item);
    });
  }
  return request;
}

PaymentRequest DrawPayment(Rng& rng, Home home, const DrawOptions& options) {
  PaymentRequest request;
  request.district = DistrictKey(home.warehouse, Uniform(rng, 1, kDistricts));
  uint64_t customers = request.district;
  if (rng.Percent(kRemoteCustomerPercent) && options.warehouses > 1) {
    customers = DistrictKey(AnotherWarehouse(rng, home.warehouse, options.warehouses),
                            Uniform(rng, 1, kDistricts));
  }
  request.customer = ChooseCustomer(rng, customers);
  request.amount = Uniform(rng, 100, 500'000);
  return request;
}

TimeNs MeanPause() {
  TimeNs sum = 0;
  for (const TransactionShape& shape : kTransactions) {
    sum += TimeNs{shape.percent} * (shape.keying_ms + shape.think_ms);
  }
  return sum * kMillisecond / kHundred;
}

/// Without a loss of digits: both are up to an hour.
TimeNs Stretched(uint32_t milliseconds, TimeNs mean) {
  return mean / 1000 * milliseconds / (MeanPause() / kMillisecond) * 1000;
}

}  // namespace

Home HomeOf(uint64_t user, uint32_t warehouses) {
  return {.warehouse = user % warehouses + 1, .district = user / warehouses % kDistricts + 1};
}

size_t TypeOf(uint64_t draw) {
  size_t type = 0;
  if (Mutated(kMixShifted) && draw > 0) --draw;
  while (draw >= kTransactions[type].percent) draw -= kTransactions[type++].percent;
  return type;
}

size_t DrawType(Rng& rng) { return TypeOf(rng.Below(kHundred)); }

Request DrawRequest(Rng& rng, size_t type, Home home, DrawOptions options) {
  const uint64_t district = DistrictKey(home.warehouse, home.district);
  switch (type) {
    case 0:
      return DrawNewOrder(rng, home, options);
    case 1:
      return DrawPayment(rng, home, options);
    case 2:
      return OrderStatusRequest{
          ChooseCustomer(rng, DistrictKey(home.warehouse, Uniform(rng, 1, kDistricts)))};
    case 3:
      return DeliveryRequest{.warehouse = home.warehouse, .carrier = Uniform(rng, 1, 10)};
    default:
      CHECK(type == 4, "there is no transaction type %zu", type);
      return StockLevelRequest{.district = district, .threshold = Uniform(rng, 10, 20)};
  }
}

TimeNs KeyingTime(size_t type, TimeNs mean) {
  return Stretched(kTransactions[type].keying_ms, mean);
}

TimeNs MeanThinkTime(size_t type, TimeNs mean) {
  return Stretched(kTransactions[type].think_ms, mean);
}

}  // namespace snapscope::tpcc
