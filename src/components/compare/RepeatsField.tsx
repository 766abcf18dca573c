/** How often each side or point runs; while it is typed, what so many runs cannot prove. */
import { Field, Link, SpinButton } from "@fluentui/react-components";
import type { ReactNode } from "react";
import { mostRepeats } from "../../../app/contract/study.ts";
import { type NeededRepeats, repeatsAdvice } from "../../../app/domain/studies/needed-repeats.ts";

interface RepeatsFieldProps {
  readonly repeats: number;
  readonly needed: NeededRepeats;
  /** What the metric is called that is asked about. */
  readonly metric: string;
  change(repeats: number): void;
}

export function RepeatsField({ repeats, needed, metric, change }: RepeatsFieldProps): ReactNode {
  const advice = repeatsAdvice(repeats, needed, metric);
  const take = (next: number): void => {
    if (Number.isInteger(next) && next >= 1 && next <= mostRepeats) change(next);
  };
  return (
    <Field
      label="Runs of each"
      hint={
        advice === null ? (
          "from the same seeds, in pairs"
        ) : (
          <>
            {`${advice} `}
            <Link as="button" type="button" inline onClick={() => change(needed.all)}>
              {`Take ${needed.all}`}
            </Link>
          </>
        )
      }
    >
      <SpinButton
        min={1}
        max={mostRepeats}
        value={repeats}
        // Its own change is told only when the field is left.
        onInput={({ currentTarget }) => take(Number((currentTarget as HTMLInputElement).value))}
        onChange={(_, { value, displayValue }) => take(value ?? Number(displayValue))}
      />
    </Field>
  );
}
