/** What this installation is made of, as text. */
import type { SystemInfo } from "../../../app/contract/rpc/services.ts";
import { formatBytes } from "../../../app/domain/format/bytes.ts";
import { formatNumber } from "../../../app/domain/format/numbers.ts";
import type { TextFact } from "../../components/ui/FactList.tsx";

export const libraryFacts = ({ libraryPath }: SystemInfo): TextFact[] => [
  { name: "File", value: libraryPath },
];

export const versionFacts = (info: SystemInfo): TextFact[] => [
  { name: "Snapscope", value: info.version },
  {
    name: "Engine",
    value:
      info.engine === null ? "not available" : `${info.engine.version}, ${info.engine.compiler}`,
  },
  { name: "Node", value: info.node },
  { name: "Platform", value: info.platform },
  { name: "Processors", value: formatNumber(info.processors) },
  { name: "Memory", value: formatBytes(info.memoryBytes) },
];
