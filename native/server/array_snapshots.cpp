// Snapshots that the array takes of the volumes on which the database is.
#include "server/server.h"

namespace snapscope::server {

Task<Status> Server::Run(Session& session, scenario::CreateArraySnapshot) {
  session.TellBegin();
  co_return Error{ErrorCode::kRefused, "no array takes snapshots here"};
}

Task<Status> Server::Run(Session& session, scenario::DeleteArraySnapshot) {
  session.TellBegin();
  co_return Error{ErrorCode::kRefused, "no array takes snapshots here"};
}

}  // namespace snapscope::server
