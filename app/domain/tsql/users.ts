/** ALTER DATABASE around what needs the database alone. */
import { quoted } from "./quoting.ts";

export const closingConnections = (database: string): string =>
  `ALTER DATABASE ${quoted(database)} SET SINGLE_USER WITH ROLLBACK IMMEDIATE;`;

export const openToAll = (database: string): string =>
  `ALTER DATABASE ${quoted(database)} SET MULTI_USER;`;
