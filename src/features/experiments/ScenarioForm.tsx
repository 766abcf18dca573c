/** The form: sections one under the other, and a row of names that leads to each. */
import { ErrorCircle16Filled, Warning16Filled } from "@fluentui/react-icons";
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { adviceOn } from "../../../app/domain/scenario-form/advice.ts";
import { redo, undo } from "../../../app/domain/scenario-form/draft.ts";
import type { FieldIssue } from "../../../app/domain/scenario-form/issues.ts";
import {
  type FormSection,
  formSections,
  sectionOf,
} from "../../../app/domain/scenario-form/labels.ts";
import { matchesShortcut } from "../../state/shell/keys.ts";
import { isMac } from "../../state/shell/platform.ts";
import { useDesigner } from "./designer-context.ts";
import styles from "./ScenarioForm.module.css";
import { DatabaseSection } from "./sections/DatabaseSection.tsx";
import { sectionElementId } from "./sections/FormSection.tsx";
import { MeasurementSection } from "./sections/MeasurementSection.tsx";
import { StorageSection } from "./sections/StorageSection.tsx";
import { TimelineSection } from "./sections/TimelineSection.tsx";
import { WorkloadSection } from "./sections/WorkloadSection.tsx";

export function ScenarioForm({ issues }: { readonly issues: readonly FieldIssue[] }): ReactNode {
  const scroller = useRef<HTMLDivElement>(null);
  const [current, setCurrent] = useCurrentSection(scroller);
  const { edit } = useDesigner();
  const go = (id: FormSection): void => {
    document.getElementById(sectionElementId(id))?.scrollIntoView({ block: "start" });
    setCurrent(id);
  };
  // A text field would take these keys for itself, and undo only what was typed into it last.
  const onKeyDown = (event: KeyboardEvent): void => {
    const press = event.nativeEvent;
    const mac = isMac();
    const matches = (keys: string) => matchesShortcut(keys, press, mac);
    if (matches("Ctrl+Z")) edit(undo);
    else if (matches("Ctrl+Y") || matches("Ctrl+Shift+Z")) edit(redo);
    else return;
    event.preventDefault();
  };
  return (
    <div className={styles.form}>
      <SectionRow current={current} issues={issues} go={go} />
      {/* biome-ignore lint/a11y/noStaticElementInteractions: hears the keys of the fields in it */}
      <div ref={scroller} className={styles.sections} onKeyDown={onKeyDown}>
        <DatabaseSection />
        <StorageSection />
        <WorkloadSection />
        <TimelineSection />
        <MeasurementSection />
      </div>
    </div>
  );
}

interface SectionRowProps {
  readonly current: FormSection;
  readonly issues: readonly FieldIssue[];
  go(id: FormSection): void;
}

function SectionRow({ current, issues, go }: SectionRowProps): ReactNode {
  const { draft } = useDesigner();
  const wrong = new Set(issues.map(({ path }) => sectionOf(path)));
  const warned = new Set(
    adviceOn(draft.present.scenario)
      .filter(({ kind }) => kind === "warning")
      .map(({ path }) => sectionOf(path)),
  );
  return (
    <nav className={styles.row} aria-label="Sections of the form">
      {formSections.map(({ id, title }) => (
        <button
          key={id}
          type="button"
          className={styles.section}
          aria-current={current === id ? "location" : undefined}
          onClick={() => go(id)}
        >
          {title}
          {wrong.has(id) ? (
            <span className={styles.wrong}>
              <ErrorCircle16Filled aria-label="has an error" />
            </span>
          ) : (
            warned.has(id) && (
              <span className={styles.warned}>
                <Warning16Filled aria-label="has a warning" />
              </span>
            )
          )}
        </button>
      ))}
    </nav>
  );
}

/** The section that is at the top of what is in view. */
function useCurrentSection(
  scroller: React.RefObject<HTMLDivElement | null>,
): [FormSection, (id: FormSection) => void] {
  const [current, setCurrent] = useState<FormSection>("database");
  useEffect(() => {
    const root = scroller.current;
    if (root === null) return;
    const follow = (): void => {
      const top = root.getBoundingClientRect().top;
      const atEnd = root.scrollTop + root.clientHeight >= root.scrollHeight - 2;
      const passed = formSections.filter(({ id }) => {
        const element = document.getElementById(sectionElementId(id));
        return element !== null && element.getBoundingClientRect().top <= top + 48;
      });
      const shown = atEnd && root.scrollTop > 0 ? formSections.at(-1) : passed.at(-1);
      setCurrent(shown?.id ?? "database");
    };
    root.addEventListener("scroll", follow, { passive: true });
    return () => root.removeEventListener("scroll", follow);
  }, [scroller]);
  return [current, setCurrent];
}
