/** Names of the form's sections, each leading to its own. */
import { ErrorCircle16Filled, Warning16Filled } from "@fluentui/react-icons";
import { type ReactNode, type RefObject, useEffect, useRef, useState } from "react";
import { adviceOn } from "../../../app/domain/scenario-form/advice.ts";
import type { FieldIssue } from "../../../app/domain/scenario-form/issues.ts";
import {
  type FormSection,
  formSections,
  sectionOf,
} from "../../../app/domain/scenario-form/labels.ts";
import { showInForm, useDesigner } from "./designer-context.ts";
import styles from "./SectionRow.module.css";
import { type Scrolled, scrolledOf, staysThere } from "./section-scroll.ts";
import { sectionElementId } from "./sections/FormSection.tsx";

interface SectionRowProps {
  readonly issues: readonly FieldIssue[];
  /** The column that the form scrolls with; the row stands above it, so that it hides nothing. */
  readonly column: RefObject<HTMLDivElement | null>;
}

export function SectionRow({ issues, column }: SectionRowProps): ReactNode {
  const { draft } = useDesigner();
  const [current, goTo] = useCurrentSection(column);
  const go = (id: FormSection): void => {
    const wrongInIt = issues.find(({ path }) => sectionOf(path) === id);
    goTo(id, () => {
      document.getElementById(sectionElementId(id))?.scrollIntoView({ block: "start" });
      if (wrongInIt !== undefined) showInForm(wrongInIt.path);
    });
  };
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

/** The section that was gone to; after scrolling on, the one at the top of what is in view, null above the first. */
function useCurrentSection(
  column: RefObject<HTMLDivElement | null>,
): [FormSection | null, (id: FormSection, scroll: () => void) => void] {
  const [current, setCurrent] = useState<FormSection | null>(null);
  // Near the end of the form a section cannot come to the top: it is the one that was gone to all the same.
  const wentTo = useRef<Scrolled | null>(null);
  useEffect(() => {
    const root = column.current;
    if (root === null) return;
    const follow = (): void => {
      if (wentTo.current !== null) {
        const now = scrolledOf(root);
        const isWhereItWas = staysThere(wentTo.current, now);
        wentTo.current = isWhereItWas ? now : null;
        if (isWhereItWas) return;
      }
      const top = root.getBoundingClientRect().top;
      const atEnd = root.scrollTop + root.clientHeight >= root.scrollHeight - 2;
      const passed = formSections.filter(({ id }) => {
        const element = document.getElementById(sectionElementId(id));
        return element !== null && element.getBoundingClientRect().top <= top + 48;
      });
      const shown = atEnd && root.scrollTop > 0 ? formSections.at(-1) : passed.at(-1);
      setCurrent(shown?.id ?? null);
    };
    root.addEventListener("scroll", follow, { passive: true });
    return () => root.removeEventListener("scroll", follow);
  }, [column]);
  const goTo = (id: FormSection, scroll: () => void): void => {
    scroll();
    wentTo.current = column.current && scrolledOf(column.current);
    setCurrent(id);
  };
  return [current, goTo];
}
