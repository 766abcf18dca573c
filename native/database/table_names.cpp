#include "database/table_names.h"

#include <algorithm>
#include <cctype>
#include <ranges>

#include "telemetry/sql_errors.h"

namespace snapscope::database {

std::string Folded(std::string name) {
  std::ranges::transform(name, name.begin(), [](char letter) {
    return static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
  });
  return name;
}

namespace {

bool IsInitial(const std::string& folded) { return folded == "accounts" || folded == "witness"; }

}  // namespace

Result<TableNames::Number> TableNames::Take(const std::string& name,
                                            const txn::TransactionManager& transactions, Lsn now) {
  const std::string folded = Folded(name);
  if (IsInitial(folded)) return telemetry::kObjectExists(name);
  std::optional<uint16_t> free;
  for (uint16_t number = 0; number < kMaxNewTables; ++number) {
    const IndexId table{static_cast<uint16_t>(kFirstNewTable + number)};
    const bool there = transactions.HasTree(table) || !in_use_.at(number).expired();
    if (there && IsCalled(number, folded)) return telemetry::kObjectExists(name);
    if (!there && !free) free = number;
  }
  if (!free) {
    return Error{ErrorCode::kRefused, "The database has " + std::to_string(kMaxNewTables) +
                                          " tables that SELECT INTO created; it holds no more."};
  }
  std::erase_if(names_[*free], [now](const Named& named) { return named.since >= now; });
  names_[*free].push_back({now, folded});
  Number taken = std::make_shared<const uint16_t>(*free);
  in_use_[*free] = taken;
  return taken;
}

bool TableNames::IsCalled(uint16_t number, const std::string& folded) const {
  for (const Named& named : std::views::reverse(names_.at(number))) {
    if (history_.Has(oracle::History::kNewest, named.since)) return named.name == folded;
  }
  return false;
}

Result<TableNames::Number> TableNames::Find(const std::string& name,
                                            const txn::TransactionManager& transactions) {
  const std::string folded = Folded(name);
  if (IsInitial(folded)) {
    return Error{ErrorCode::kRefused, "'" + name +
                                          "' is a table that the run needs; only one that SELECT "
                                          "INTO has made can be dropped."};
  }
  for (uint16_t number = 0; number < kMaxNewTables; ++number) {
    const IndexId table{static_cast<uint16_t>(kFirstNewTable + number)};
    if (!transactions.HasTree(table) || !IsCalled(number, folded)) continue;
    Number found = in_use_[number].lock();
    if (found == nullptr) found = std::make_shared<const uint16_t>(number);
    in_use_[number] = found;
    return found;
  }
  return telemetry::kNoSuchTable(name);
}

void TableNames::DiscardFrom(Lsn end) {
  for (std::vector<Named>& names : names_) {
    std::erase_if(names, [end](const Named& named) { return named.since >= end; });
  }
}

}  // namespace snapscope::database
