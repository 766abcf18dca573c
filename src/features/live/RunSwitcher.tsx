/** Choice among the runs under way, shown when there are several. */
import { Dropdown, Option } from "@fluentui/react-components";
import type { RunEntry } from "../../../app/contract/rpc/runs.ts";
import { useNavigation } from "../../state/navigation.ts";
import styles from "./RunBar.module.css";

export interface RunSwitcherProps {
  readonly shown: RunEntry;
  readonly running: readonly RunEntry[];
}

export function RunSwitcher({ shown, running }: RunSwitcherProps) {
  const openLive = useNavigation((state) => state.openLive);
  const choices = running.some(({ id }) => id === shown.id) ? running : [shown, ...running];
  if (choices.length < 2) return null;
  return (
    <Dropdown
      size="small"
      className={styles.switcher ?? ""}
      aria-label={`Run shown, of ${choices.length}`}
      value={shown.name}
      selectedOptions={[shown.id]}
      onOptionSelect={(_, { optionValue }) => optionValue !== undefined && openLive(optionValue)}
    >
      {choices.map(({ id, name, status }) => (
        <Option key={id} value={id} text={name}>
          {status === "running" ? name : `${name} (ended)`}
        </Option>
      ))}
    </Dropdown>
  );
}
