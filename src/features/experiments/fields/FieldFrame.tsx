/** A row of the form: label, control, reset, help; below them what is wrong with the value. */
import { Button } from "@fluentui/react-components";
import { ArrowResetRegular, DataScatterRegular, ErrorCircle16Filled } from "@fluentui/react-icons";
import type { KeyboardEvent, ReactNode } from "react";
import type { Path } from "../../../../app/contract/schema-path.ts";
import { withUnitsKept } from "../../../../app/domain/format/line-breaks.ts";
import { formatExact } from "../../../../app/domain/format/numbers.ts";
import { atBegin } from "../../../../app/domain/format/report-text.ts";
import { resetAt } from "../../../../app/domain/scenario-form/draft.ts";
import { labelOf, shortLabel } from "../../../../app/domain/scenario-form/labels.ts";
import { matchesShortcut } from "../../../state/shell/keys.ts";
import { isMac } from "../../../state/shell/platform.ts";
import styles from "./FieldFrame.module.css";
import type { FieldModel } from "./use-field.ts";

/** What every field of the form can be given beside its place in the scenario. */
export interface FieldLook {
  /** Default: what the path is called. */
  readonly label?: string | undefined;
  /** The name of the element that the field is in, for screen readers: "Volume Q". */
  readonly context?: string | undefined;
  readonly help?: string | undefined;
  /** In a card: label and control only. */
  readonly compact?: boolean | undefined;
  /** The field has one height with and without the focus: what is allowed is read out, but not seen. */
  readonly level?: boolean | undefined;
  /** The label above the control, and what it means read out, but not seen. */
  readonly stacked?: boolean | undefined;
}

export interface FieldProps extends FieldLook {
  readonly path: Path;
}

/** A field whose model is known. */
export type InputProps<Props extends FieldProps> = Omit<Props, "path"> & {
  readonly field: FieldModel;
};

interface FieldFrameProps {
  readonly field: FieldModel;
  readonly look: FieldLook;
  readonly children: ReactNode;
}

/** What screen readers call the field: "Volume Q, Latency". */
export function nameOf(
  { path }: FieldModel,
  { context, label = labelOf(path) }: FieldLook,
): string {
  return context === undefined ? label : `${context}, ${label}`;
}

/** In the field of a number, in the place of a stop at each button on the way through the form. */
const sweepKeys = "Alt+V";

export function FieldFrame(props: FieldFrameProps): ReactNode {
  const { field, look, children } = props;
  const { context, compact, level, stacked, label = labelOf(field.path) } = look;
  const help = look.help ?? field.schema?.help ?? "";
  const name = nameOf(field, look);
  // Words need more room than a number in a card has.
  const worded = isNumber(field) && (field.schema?.specials ?? []).length > 0;
  const card = worded ? styles.compactWords : styles.compact;
  const shape = stacked === true ? styles.stacked : compact === true ? card : styles.row;
  const isBrief = compact === true || stacked === true;
  const onKeyDown = (event: KeyboardEvent): void => {
    if (!isNumber(field) || !matchesShortcut(sweepKeys, event.nativeEvent, isMac())) return;
    event.preventDefault();
    field.askSweep(field.path);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hears the keys of the field in it
    <div className={shape} onKeyDown={onKeyDown}>
      <div className={styles.name}>
        <label
          htmlFor={field.controlId}
          className={field.changed ? styles.changed : styles.label}
          title={isBrief ? `${label}: ${help}` : undefined}
        >
          {context !== undefined && <span className={styles.hidden}>{context}, </span>}
          {compact === true ? <CompactLabel label={label} /> : label}
        </label>
        {isNumber(field) && (
          <Button
            appearance="subtle"
            size="small"
            className={field.varied === null ? styles.vary : styles.varied}
            icon={<DataScatterRegular />}
            aria-label={`Sweep ${name}…`}
            tabIndex={-1}
            aria-keyshortcuts={sweepKeys}
            title={`${field.varied === null ? "Vary it in a sweep" : "Varied by the sweep"} (${sweepKeys})`}
            onClick={() => field.askSweep(field.path)}
          />
        )}
        {field.resettable && (
          <Button
            appearance="subtle"
            size="small"
            icon={<ArrowResetRegular />}
            aria-label={`Reset ${name} to the preset's value`}
            title="Reset to the preset's value"
            onClick={() => field.edit((draft) => resetAt(draft, field.path))}
          />
        )}
      </div>
      <div className={styles.control}>{children}</div>
      <FieldNote
        field={field}
        help={help.toLowerCase() === label.toLowerCase() ? "" : help}
        hideHelp={isBrief}
        hideRange={level === true}
      />
    </div>
  );
}

const isNumber = ({ schema }: FieldModel): boolean =>
  schema?.kind === "integer" || schema?.kind === "decimal";

/** Short where the card is narrow; screen readers always get the whole. */
function CompactLabel({ label }: { readonly label: string }): ReactNode {
  const short = shortLabel(label);
  if (short === label) return label;
  return (
    <>
      <span className={styles.hidden}>{label}</span>
      <span className={styles.whole} aria-hidden>
        {label}
      </span>
      <span className={styles.short} aria-hidden>
        {short}
      </span>
    </>
  );
}

/** "0 to 10,000 users; default 100 users": seen while the field has the focus, and always read out. */
function rangeOf(field: FieldModel): string {
  const { schema } = field;
  if (schema === null || !isNumber(field)) return "";
  const { minimum, maximum, fallback, unit, specials } = schema;
  if (minimum === null || maximum === null) return "";
  const inWords = (value: unknown) => specials.some((special) => special.value === value);
  const least = inWords(minimum) ? "up" : formatExact(minimum);
  const range = `${least} to ${formatExact(maximum)} ${unit}`.trim();
  return typeof fallback === "number" && !inWords(fallback)
    ? `${range}; default ${formatExact(fallback)} ${unit}`.trim()
    : range;
}

interface FieldNoteProps {
  readonly field: FieldModel;
  readonly help: string;
  readonly hideHelp: boolean;
  readonly hideRange: boolean;
}

function FieldNote({ field, help, hideHelp, hideRange }: FieldNoteProps): ReactNode {
  if (field.problem !== null) {
    return (
      <div id={field.noteId} className={styles.error}>
        <span className={styles.errorIcon}>
          <ErrorCircle16Filled aria-hidden />
        </span>
        <span>{field.problem}</span>
      </div>
    );
  }
  const range = rangeOf(field);
  return (
    <div
      id={field.noteId}
      className={hideHelp && field.varied === null ? styles.hidden : styles.help}
    >
      {field.varied !== null && (
        <span className={styles.swept}>{withUnitsKept(`Sweep: ${field.varied}. `)}</span>
      )}
      {help !== "" && (
        <span className={hideHelp ? styles.hidden : undefined}>{withUnitsKept(atBegin(help))}</span>
      )}
      {help !== "" && range !== "" && <span className={styles.hidden}>; </span>}
      <span className={hideRange || hideHelp ? styles.hidden : styles.range}>
        {withUnitsKept(range)}
      </span>
      {field.changed && <span className={styles.hidden}>; changed from the preset</span>}
    </div>
  );
}
