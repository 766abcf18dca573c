/** Versions and machine, as the services tell. */
import { success } from "../../../app/contract/result.ts";
import type { SystemInfo } from "../../../app/contract/rpc/services.ts";
import { type Loading, useFetched } from "./fetching.ts";
import { services } from "./services.ts";

const ask = async () => success(await services().system.info.query());

export const useSystemInfo = (): Loading<SystemInfo> => useFetched({ key: ["system"], ask });
