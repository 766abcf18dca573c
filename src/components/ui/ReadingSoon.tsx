/** In the place of what is read: nothing at first, for most is here before one would look. */
import { Spinner } from "@fluentui/react-components";
import type { ReactNode } from "react";
import styles from "./ReadingSoon.module.css";

const delayMs = 300;

export const ReadingSoon = ({ label }: { readonly label: string }): ReactNode => (
  <Spinner className={styles.reading ?? ""} size="tiny" delay={delayMs} label={label} />
);
