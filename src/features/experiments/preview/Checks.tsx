/** What is wrong, what is likely not meant, and how many values are fine. */
import {
  CheckmarkCircle16Regular,
  ErrorCircle16Filled,
  Info16Regular,
  Warning16Filled,
} from "@fluentui/react-icons";
import type { ReactNode } from "react";
import type { Path } from "../../../../app/contract/schema-path.ts";
import { countOf } from "../../../../app/domain/format/numbers.ts";
import { adviceOn } from "../../../../app/domain/scenario-form/advice.ts";
import { countValues } from "../../../../app/domain/scenario-form/differences.ts";
import type { FieldIssue } from "../../../../app/domain/scenario-form/issues.ts";
import { placeOf } from "../../../../app/domain/scenario-form/labels.ts";
import { Panel } from "../../../components/ui/Panel.tsx";
import { focusField, useDesigner } from "../designer-context.ts";
import styles from "./Preview.module.css";

export function Checks({ issues }: { readonly issues: readonly FieldIssue[] }): ReactNode {
  const { draft } = useDesigner();
  const { scenario } = draft.present;
  const values = countValues(scenario);
  return (
    <Panel title="Checks">
      <ul className={styles.checks}>
        {issues.map(({ path, place, message }) => (
          <Check key={place} kind="error" path={path} text={`${placeOf(path)}: ${message}`} />
        ))}
        {adviceOn(scenario).map(({ id, kind, path, text }) => (
          <Check key={id} kind={kind} path={path} text={text} />
        ))}
        {issues.length === 0 && (
          <li className={styles.check} data-kind="ok">
            <CheckmarkCircle16Regular aria-hidden />
            <span>
              <span className={styles.strong}>{countOf(values, "value")} valid,</span>{" "}
              <span className={styles.muted}>no errors</span>
            </span>
          </li>
        )}
      </ul>
    </Panel>
  );
}

const icons = {
  error: <ErrorCircle16Filled aria-label="Error" />,
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
