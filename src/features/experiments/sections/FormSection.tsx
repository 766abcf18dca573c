/** A titled part of the form, to which the row of sections leads. */
import type { ReactNode } from "react";
import type { FormSection as SectionId } from "../../../../app/domain/scenario-form/labels.ts";
import styles from "./sections.module.css";

export const sectionElementId = (id: SectionId): string => `section-${id}`;

interface FormSectionProps {
  readonly id: SectionId;
  readonly title: string;
  readonly aside?: string;
  readonly children: ReactNode;
}

export function FormSection({ id, title, aside, children }: FormSectionProps): ReactNode {
  const titleId = `${sectionElementId(id)}-title`;
  return (
    <section id={sectionElementId(id)} className={styles.section} aria-labelledby={titleId}>
      <header className={styles.header}>
        <h2 id={titleId} className={styles.title}>
          {title}
        </h2>
        {aside !== undefined && <span className={styles.aside}>{aside}</span>}
      </header>
      {children}
    </section>
  );
}
