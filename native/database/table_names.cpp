#include "database/table_names.h"

#include <algorithm>
#include <cctype>

namespace snapscope::database {

namespace {

/// Names that differ by case only are the same to the product.
std::string Folded(std::string name) {
  std::ranges::transform(name, name.begin(), [](char letter) {
    return static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
  });
  return name;
}

Error AlreadyThere(const std::string& name) {
  return {ErrorCode::kRefused, "Msg 2714, Level 16, State 6: There is already an object named '" +
                                   name + "' in the database."};
}

}  // namespace

Result<TableNames::Number> TableNames::Take(const std::string& name,
                                            const txn::TransactionManager& transactions) {
  const std::string folded = Folded(name);
  if (folded == "accounts" || folded == "witness") return AlreadyThere(name);
  std::optional<uint16_t> free;
  for (uint16_t number = 0; number < kMaxNewTables; ++number) {
    const IndexId table{static_cast<uint16_t>(kFirstNewTable + number)};
    const bool there = transactions.HasTree(table) || !being_made_.at(number).expired();
    if (there && names_.at(number) == folded) return AlreadyThere(name);
    if (!there && !free) free = number;
  }
  if (!free) {
    return Error{ErrorCode::kRefused, "The database has " + std::to_string(kMaxNewTables) +
                                          " tables that SELECT INTO created; it holds no more."};
  }
  names_[*free] = folded;
  Number taken = std::make_shared<const uint16_t>(*free);
  being_made_[*free] = taken;
  return taken;
}

}  // namespace snapscope::database
