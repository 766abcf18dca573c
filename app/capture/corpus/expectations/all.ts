/** Every expectation of the corpus. */
import { availability } from "./availability.ts";
import { backups } from "./backups.ts";
import { consoles } from "./consoles.ts";
import { counters } from "./counters.ts";
import { encodings } from "./encodings.ts";
import type { ExpectedCapture } from "./expectation.ts";
import { grids, pages, viewerExports } from "./exports.ts";
import { generations } from "./generations.ts";
import { io } from "./io.ts";
import { realServers } from "./real-servers.ts";
import { records } from "./records.ts";
import { server } from "./server.ts";
import { servers } from "./servers.ts";
import { checkpoints, recoveries, snapshots } from "./snapshots.ts";
import { starts } from "./starts.ts";

export { refusals } from "./refusals.ts";

export const expectations: readonly ExpectedCapture[] = [
  ...generations,
  ...encodings,
  ...records,
  ...snapshots,
  ...checkpoints,
  ...recoveries,
  ...io,
  ...backups,
  ...server,
  ...starts,
  ...availability,
  ...servers,
  ...realServers,
  ...viewerExports,
  ...grids,
  ...pages,
  ...consoles,
  ...counters,
];
