/** Versions and machine, as the services tell. */

import { success } from "../../app/contract/result.ts";
import type { SystemInfo } from "../../app/contract/rpc/services.ts";
import { type Loading, useFetched } from "./loading.ts";
import { services } from "./services.ts";

const fetchInfo = async () => success(await services().system.info.query());

export const useSystemInfo = (): Loading<SystemInfo> => useFetched("system", fetchInfo);
