/** A run as a searchable list offers it. */
import type { RunEntry } from "../../../app/contract/rpc/runs.ts";
import { formatMoment } from "../../../app/domain/format/times.ts";
import { runStatusWord } from "../../../app/domain/run/run-status.ts";
import type { PickerOption } from "./picker-search.ts";
import { RunStatusLabel } from "./RunStatusLabel.tsx";

export function runOption({
  id,
  name,
  seed,
  status,
  verified,
  preset,
  device,
  tags,
  createdAt,
}: RunEntry): PickerOption {
  const created = formatMoment(createdAt);
  return {
    id,
    title: name,
    spoken: `${name}, ${runStatusWord({ status, verified })}, seed ${seed}, ${created}`,
    words: [preset ?? "", device, createdAt, ...tags].join(" "),
    facts: (
      <>
        <RunStatusLabel run={{ status, verified }} />
        <span>{`seed ${seed}`}</span>
        <span>{created}</span>
      </>
    ),
  };
}
