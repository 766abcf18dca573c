/** Versions and machine, as the services tell. */
import { success } from "../../../app/contract/result.ts";
import type { SystemInfo } from "../../../app/contract/rpc/services.ts";
import type { Call } from "./ask.ts";
import { type Loading, useFetched } from "./fetching.ts";

const ask: Call<SystemInfo> = async (services, signal) =>
  success(await services.system.info.query(undefined, { signal }));

export const useSystemInfo = (): Loading<SystemInfo> => useFetched({ key: ["system"], ask });
