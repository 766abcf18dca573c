/** The command line that does the same. */
import { Button } from "@fluentui/react-components";
import { CheckmarkRegular, CopyRegular } from "@fluentui/react-icons";
import { type ReactNode, useEffect, useState } from "react";
import type { PresetEntry } from "../../../../app/contract/rpc/services.ts";
import { commandLine } from "../../../../app/domain/scenario-form/command-line.ts";
import { Panel } from "../../../components/ui/Panel.tsx";
import { scenarioFileName } from "../../../state/experiments/scenario-files.ts";
import { copyText } from "../../../state/files/clipboard.ts";
import { notify } from "../../../state/shell/notifications.ts";
import { useDesigner } from "../designer-context.ts";
import styles from "./Preview.module.css";

const confirmedForMs = 2000;

interface CommandPanelProps {
  readonly preset: PresetEntry | null;
  readonly file: string | null;
}

export function CommandPanel({ preset, file }: CommandPanelProps): ReactNode {
  const { draft } = useDesigner();
  const [copied, setCopied] = useState(false);
  const { scenario } = draft.present;
  const name = preset?.name ?? file ?? scenarioFileName(draft.base);
  const command = commandLine(name, preset?.scenario ?? draft.base, scenario);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), confirmedForMs);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = async (): Promise<void> => {
    if (await copyText(command)) setCopied(true);
    else notify({ intent: "error", title: "Not copied", body: "The clipboard cannot be written." });
  };
  return (
    <Panel
      title="Equivalent command"
      aside={
        <Button
          size="small"
          appearance="subtle"
          icon={copied ? <CheckmarkRegular /> : <CopyRegular />}
          aria-label="Copy the equivalent command"
          onClick={() => void copy()}
        >
          <span aria-live="polite">{copied ? "Copied" : "Copy"}</span>
        </Button>
      }
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so keys must reach it */}
      <pre className={styles.command} tabIndex={0}>
        {command.split("\n").map((line) => (
          <CommandLine key={line} line={line} />
        ))}
      </pre>
      <p className={styles.note}>
        {preset === null ? `for a POSIX shell, in the folder of ${name}` : "for a POSIX shell"}
      </p>
    </Panel>
  );
}

/** Broken at spaces only: a browser would break it after its hyphens as well. */
const CommandLine = ({ line }: { readonly line: string }): ReactNode => (
  <span className={styles.line}>
    {line.split(/(?<= )(?! )/).map((word, at) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: a word is known by its place in the line
      <span key={at} className={styles.word}>
        {word}
      </span>
    ))}
  </span>
);
