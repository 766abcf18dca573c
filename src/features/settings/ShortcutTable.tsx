/** All keys that mean something now, by group; two actions that ask for one key are named. */
import { WarningRegular } from "@fluentui/react-icons";
import type { ReactNode } from "react";
import { ColumnHeads } from "../../components/ui/ColumnHeads.tsx";
import { Kbd } from "../../components/ui/Kbd.tsx";
import {
  type Action,
  actionGroups,
  keyConflicts,
  keysOf,
  listActions,
  useRegistry,
} from "../../state/shell/actions.ts";
import { keyCaps } from "../../state/shell/keys.ts";
import { isMac } from "../../state/shell/platform.ts";
import styles from "./ShortcutTable.module.css";

/** The last of the claimants gets the key. */
function rivalOf(
  action: Action,
  keys: string,
  conflicts: ReadonlyMap<string, readonly Action[]>,
): Action | null {
  const winner = conflicts.get(keys)?.at(-1);
  return winner === undefined || winner.id === action.id ? null : winner;
}

export function ShortcutTable(): ReactNode {
  const registrations = useRegistry((registry) => registry.registrations);
  const actions = listActions(registrations).filter((action) => keysOf(action).length > 0);
  const conflicts = keyConflicts(actions);
  const mac = isMac();
  return (
    <table className={styles.table}>
      <ColumnHeads names={["Action", "Group", "Keys"]} />
      <tbody>
        {actionGroups.flatMap((group) =>
          actions
            .filter((action) => action.group === group)
            .map((action) => (
              <tr key={action.id}>
                <td>{action.title}</td>
                <td className={styles.group}>{group}</td>
                <td>
                  {keysOf(action).map((keys) => {
                    const rival = rivalOf(action, keys, conflicts);
                    return (
                      <span key={keys} className={styles.keys}>
                        <Kbd caps={keyCaps(keys, mac)} />
                        {rival !== null && (
                          <span className={styles.conflict}>
                            <WarningRegular fontSize={14} aria-hidden /> taken by “{rival.title}”
                          </span>
                        )}
                      </span>
                    );
                  })}
                </td>
              </tr>
            )),
        )}
      </tbody>
      <caption className={styles.caption}>
        Each screen adds its own keys while it is open; ? shows them there.
      </caption>
    </table>
  );
}
