/** The sheet of shortcuts: all keys that mean something now, by group. */
import {
  Button,
  Dialog,
  DialogBody,
  DialogContent,
  DialogSurface,
  DialogTitle,
} from "@fluentui/react-components";
import { DismissRegular } from "@fluentui/react-icons";
import { type ReactNode, useId } from "react";
import { Kbd } from "../components/ui/Kbd.tsx";
import {
  type Action,
  type ActionGroup,
  actionGroups,
  keysOf,
  listActions,
  useRegistry,
} from "../state/shell/actions.ts";
import { keyCaps } from "../state/shell/keys.ts";
import { useOverlays } from "../state/shell/overlays.ts";
import { isMac } from "../state/shell/platform.ts";
import styles from "./ShortcutSheet.module.css";
import { useFocusReturn } from "./use-focus-return.ts";

interface GroupProps {
  readonly group: ActionGroup;
  readonly actions: readonly Action[];
}

function Group({ group, actions }: GroupProps): ReactNode {
  const id = useId();
  const mac = isMac();
  return (
    <section className={styles.group} aria-labelledby={id}>
      <h3 id={id} className={styles.heading}>
        {group}
      </h3>
      <dl className={styles.list}>
        {actions.map((action) => (
          <div key={action.id} className={styles.row}>
            <dt>{action.title}</dt>
            <dd className={styles.keys}>
              {keysOf(action).map((keys) => (
                <Kbd key={keys} caps={keyCaps(keys, mac)} />
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function Sheet({ onClose }: { onClose(): void }): ReactNode {
  const registrations = useRegistry((registry) => registry.registrations);
  const withKeys = listActions(registrations).filter((action) => keysOf(action).length > 0);
  const groups = actionGroups
    .map((group) => ({ group, actions: withKeys.filter((action) => action.group === group) }))
    .filter(({ actions }) => actions.length > 0);
  return (
    <DialogBody>
      <DialogTitle
        action={
          <Button
            appearance="subtle"
            icon={<DismissRegular />}
            aria-label="Close"
            onClick={onClose}
          />
        }
      >
        Keyboard shortcuts
      </DialogTitle>
      {/* Scrolls in a low window, so it must be reachable by keyboard. */}
      <DialogContent className={styles.content} tabIndex={0}>
        {groups.map(({ group, actions }) => (
          <Group key={group} group={group} actions={actions} />
        ))}
      </DialogContent>
    </DialogBody>
  );
}

export function ShortcutSheet(): ReactNode {
  const shown = useOverlays((state) => state.shown === "shortcuts");
  const close = useOverlays((state) => state.close);
  useFocusReturn(shown);
  return (
    // Without motion: it is there as soon as the key is pressed, and gone as soon as it is done.
    <Dialog surfaceMotion={null} open={shown} onOpenChange={(_event, { open }) => !open && close()}>
      <DialogSurface className={styles.surface}>
        <Sheet onClose={close} />
      </DialogSurface>
    </Dialog>
  );
}
