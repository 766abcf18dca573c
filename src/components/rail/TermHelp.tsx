/**
 * A name that explains itself on hover and on focus. It is a button only so that the keyboard
 * reaches it; pressing it does nothing that its focus has not done.
 */
import { Tooltip } from "@fluentui/react-components";
import { memo, type ReactNode } from "react";
import type { Term } from "../../../app/domain/glossary/glossary.ts";
import styles from "./TermHelp.module.css";

export interface TermHelpProps {
  readonly term: Term;
  /** What is shown instead of the term's title. */
  readonly children?: ReactNode;
  readonly className?: string | undefined;
}

/** Terms do not change; the figures beside them do, many times a second. */
export const TermHelp = memo(function TermHelp({ term, children, className }: TermHelpProps) {
  return (
    <Tooltip
      relationship="description"
      positioning="before"
      content={{
        className: styles.tooltip ?? "",
        children: <TermText term={term} />,
      }}
    >
      <button type="button" className={[styles.term, className].filter(Boolean).join(" ")}>
        {children ?? term.title}
      </button>
    </Tooltip>
  );
});

export function TermText({ term }: { readonly term: Term }) {
  return (
    <span className={styles.text}>
      <strong>
        {term.title}
        {term.unit === null ? "" : ` (${term.unit})`}
      </strong>
      <span>{term.what}</span>
      <span>{term.reading}</span>
    </span>
  );
}
