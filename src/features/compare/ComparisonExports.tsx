/** Exports a comparison: the answer with its numbers, in the formats of a report. */
import type { ReactNode } from "react";
import type { ComparisonQuestion } from "../../../app/contract/rpc/comparisons.ts";
import { type ExportedFile, reportFormats } from "../../../app/contract/rpc/exports.ts";
import { formatContents, formatNames } from "../../../app/domain/report/format-texts.ts";
import { useExports } from "../../state/files/exports.ts";
import type { Call } from "../../state/services/ask.ts";
import { useConnection } from "../../state/services/services.ts";
import type { ComparisonPlace } from "../../state/shell/navigation.ts";
import { ExportMenu } from "./ExportMenu.tsx";
import { questionOf, type ShownSide } from "./sides.ts";

const contents = formatContents("comparison", "every metric");

interface ComparisonExportsProps {
  readonly place: ComparisonPlace;
  readonly sides: readonly ShownSide[];
  readonly ready: boolean;
}

export function ComparisonExports({ place, sides, ready }: ComparisonExportsProps): ReactNode {
  const connected = useConnection() === "open";
  const exports = useExports<"comparison">();
  const save = async (
    failure: string,
    make: (question: ComparisonQuestion) => Call<ExportedFile>,
  ): Promise<void> => {
    const question = questionOf(sides, place);
    if (question !== null) await exports.start("comparison", failure, make(question));
  };
  const making = exports.running.has("comparison")
    ? { what: "the comparison", cancel: () => exports.cancel("comparison") }
    : null;
  return (
    <ExportMenu
      enabled={ready && connected}
      making={making}
      formats={reportFormats.map((format) => ({
        id: `compare.export-${format}`,
        title: `${formatNames[format]}: ${contents[format]}`,
        action: `Export the comparison as ${formatNames[format]}`,
        run: () =>
          save(
            "The comparison was not exported",
            (question) => (services, signal) =>
              services.comparisons.export.mutate({ ...question, format }, { signal }),
          ),
      }))}
      other={{
        id: "compare.share",
        title: "Share: one file with all runs and logs, which opens elsewhere",
        action: "Export the comparison with its runs and logs, to open it elsewhere",
        run: () =>
          save(
            "The comparison was not shared",
            (question) => (services, signal) =>
              services.comparisons.share.mutate({ ...question, align: place.align }, { signal }),
          ),
      }}
    />
  );
}
