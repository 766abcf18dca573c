/** The command line that does the same, to be pasted into a shell of this machine. */
import { Select } from "@fluentui/react-components";
import { type ReactNode, useState } from "react";
import type { PresetEntry, Shell } from "../../../../app/contract/rpc/services.ts";
import { commandWords, shellCommand } from "../../../../app/domain/scenario-form/command-line.ts";
import { CopyButton } from "../../../components/ui/CopyButton.tsx";
import { scenarioFileName } from "../../../state/experiments/scenario-files.ts";
import { copyText } from "../../../state/files/clipboard.ts";
import { useSystemInfo } from "../../../state/services/system.ts";
import { useDesigner } from "../designer-context.ts";
import { FoldedPanel } from "./FoldedPanel.tsx";
import styles from "./Preview.module.css";

interface CommandPanelProps {
  readonly preset: PresetEntry | null;
  readonly file: string | null;
  /** False while a value is not allowed: such a command would be refused. */
  readonly valid: boolean;
}

const shellNames: Readonly<Record<Shell, string>> = {
  sh: "a POSIX shell",
  powershell: "PowerShell",
  cmd: "the Command Prompt",
};

export function CommandPanel({ preset, file, valid }: CommandPanelProps): ReactNode {
  const { draft } = useDesigner();
  const system = useSystemInfo().value;
  const [chosen, choose] = useState<Shell | null>(null);
  if (system === null) return null;
  if (!valid) {
    return (
      <FoldedPanel title="Equivalent command" aside="none">
        <p className={styles.note}>There is none while a value is not allowed.</p>
      </FoldedPanel>
    );
  }
  const { commandLine, shells } = system;
  const shell = chosen ?? shells[0];
  const name = preset?.name ?? file ?? scenarioFileName(draft.base);
  const words = commandLine?.words ?? ofCheckout;
  const command = shellCommand(
    commandWords(words, name, preset?.scenario ?? draft.base, draft.present.scenario),
    shell,
  );
  const where = [
    ...(preset === null ? [`in the folder of ${name}`] : []),
    ...(commandLine === null
      ? ["in a checkout of the sources: this installation has no command line"]
      : []),
  ];
  return (
    <FoldedPanel title="Equivalent command">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so keys must reach it */}
      <pre className={styles.command} tabIndex={0}>
        {command.split("\n").map((line) => (
          <CommandLine key={line} line={line} />
        ))}
      </pre>
      <div className={styles.tools}>
        <CopyButton text={command} name="Copy the equivalent command" copy={copyText} />
      </div>
      {shells.length > 1 && (
        <Select
          size="small"
          aria-label="Shell"
          value={shell}
          onChange={(_, { value }) => choose(shells.find((one) => one === value) ?? null)}
        >
          {shells.map((one) => (
            <option key={one} value={one}>
              for {shellNames[one]}
            </option>
          ))}
        </Select>
      )}
      <p className={styles.note}>
        {[...(shells.length > 1 ? [] : [`for ${shellNames[shell]}`]), ...where].join(", ")}
      </p>
    </FoldedPanel>
  );
}

/** What an installation without a command line shows. */
const ofCheckout = ["npm", "run", "-s", "snapscope", "--"];

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
