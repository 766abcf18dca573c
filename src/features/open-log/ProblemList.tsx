/** Why files were not opened, until it is dismissed or something else is opened. */
import {
  Button,
  MessageBar,
  MessageBarActions,
  MessageBarBody,
  MessageBarTitle,
} from "@fluentui/react-components";
import { DismissRegular } from "@fluentui/react-icons";
import type { ReactNode } from "react";
import styles from "./ProblemList.module.css";
import type { LogOpening } from "./use-log-opening.ts";

export function ProblemList({ opening }: { readonly opening: LogOpening }): ReactNode {
  const { problems, dismiss } = opening;
  if (problems.length === 0) return null;
  return (
    <MessageBar intent="error" layout="multiline">
      <MessageBarBody>
        <MessageBarTitle>
          {problems.length === 1 ? "Not opened." : `${problems.length} files were not opened.`}
        </MessageBarTitle>
        <ul className={styles.problems}>
          {problems.map((problem) => (
            <li key={problem}>{problem}</li>
          ))}
        </ul>
      </MessageBarBody>
      <MessageBarActions
        containerAction={
          <Button
            appearance="transparent"
            icon={<DismissRegular />}
            aria-label="Dismiss"
            onClick={dismiss}
          />
        }
      />
    </MessageBar>
  );
}
