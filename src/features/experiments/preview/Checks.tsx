/** What is likely not meant, and how many values are fine. What is wrong stands at its field and above the form. */
import { CheckmarkCircle16Regular, Info16Regular, Warning16Filled } from "@fluentui/react-icons";
import type { ReactNode } from "react";
import type { Path } from "../../../../app/contract/schema-path.ts";
import { countOf } from "../../../../app/domain/format/numbers.ts";
import { type Advice, adviceOn } from "../../../../app/domain/scenario-form/advice.ts";
import { countValues } from "../../../../app/domain/scenario-form/differences.ts";
import { focusField, useDesigner } from "../designer-context.ts";
import { FoldedPanel } from "./FoldedPanel.tsx";
import styles from "./Preview.module.css";

export function Checks({ valid }: { readonly valid: boolean }): ReactNode {
  const { draft } = useDesigner();
  const { scenario } = draft.present;
  const advice = adviceOn(scenario);
  const values = countValues(scenario);
  if (!valid && advice.length === 0) return null;
  return (
    <FoldedPanel title="Checks" aside={<Found advice={advice} />}>
      <ul className={styles.checks}>
        {advice.map(({ id, kind, path, text }) => (
          <Check key={id} kind={kind} path={path} text={text} />
        ))}
        {valid && (
          <li className={styles.check} data-kind="ok">
            <CheckmarkCircle16Regular aria-hidden />
            <span>
              <span className={styles.strong}>{countOf(values, "value")} valid,</span>{" "}
              <span className={styles.muted}>no errors</span>
            </span>
          </li>
        )}
      </ul>
    </FoldedPanel>
  );
}

/** How many there are of each kind, warnings with their sign. */
function Found({ advice }: { readonly advice: readonly Advice[] }): ReactNode {
  const count = (kind: Advice["kind"]) => advice.filter((one) => one.kind === kind).length;
  const [warnings, notes] = [count("warning"), count("note")];
  const parts = [
    ...(warnings > 0 ? [countOf(warnings, "warning")] : []),
    ...(notes > 0 ? [countOf(notes, "note")] : []),
  ];
  return (
    <span className={styles.found} data-kind={warnings > 0 ? "warning" : "none"}>
      {warnings > 0 && <Warning16Filled aria-hidden />}
      {parts.length === 0 ? "nothing to note" : parts.join(", ")}
    </span>
  );
}

const icons = {
  warning: <Warning16Filled aria-label="Warning" />,
  note: <Info16Regular aria-label="Note" />,
};

interface CheckProps {
  readonly kind: keyof typeof icons;
  readonly path: Path;
  readonly text: string;
}

function Check({ kind, path, text }: CheckProps): ReactNode {
  return (
    <li className={styles.check} data-kind={kind}>
      {icons[kind]}
      <button type="button" className={styles.link} onClick={() => focusField(path)}>
        {text}
      </button>
    </li>
  );
}
