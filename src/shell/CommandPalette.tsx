/** The command palette: every action with its key, presets to run, runs and logs to open. */
import { Dialog, DialogSurface } from "@fluentui/react-components";
import { SearchRegular } from "@fluentui/react-icons";
import { Command } from "cmdk";
import { type ReactNode, useState } from "react";
import { useOverlays } from "../state/shell/overlays.ts";
import styles from "./CommandPalette.module.css";
import { type PaletteItem, usePaletteItems } from "./palette-items.tsx";
import { useFocusReturn } from "./use-focus-return.ts";

function Item({ item, onDone }: { readonly item: PaletteItem; onDone(): void }): ReactNode {
  return (
    <Command.Item
      value={item.id}
      disabled={!item.enabled}
      className={styles.item}
      onSelect={() => {
        onDone();
        item.run();
      }}
    >
      <span className={styles.title}>{item.title}</span>
      {item.detail !== null && <span className={styles.detail}>{item.detail}</span>}
      {item.keys}
    </Command.Item>
  );
}

function Palette({ onDone }: { onDone(): void }): ReactNode {
  const [query, setQuery] = useState("");
  const groups = usePaletteItems(query);
  return (
    <Command label="Actions and runs" shouldFilter={false} loop className={styles.palette}>
      <div className={styles.field}>
        <SearchRegular fontSize={16} aria-hidden />
        <Command.Input
          autoFocus
          value={query}
          onValueChange={setQuery}
          placeholder="Search actions, presets, runs and logs"
          className={styles.input}
        />
      </div>
      <Command.List className={styles.list} label="Actions and runs">
        <Command.Empty className={styles.empty}>
          Nothing is called “{query}”. Runs are found by name, tag, preset and status.
        </Command.Empty>
        {groups.map(({ heading, items }) => (
          <Command.Group key={heading} heading={heading} className={styles.group}>
            {items.map((item) => (
              <Item key={item.id} item={item} onDone={onDone} />
            ))}
          </Command.Group>
        ))}
      </Command.List>
    </Command>
  );
}

export function CommandPalette(): ReactNode {
  const shown = useOverlays((state) => state.shown === "palette");
  const close = useOverlays((state) => state.close);
  useFocusReturn(shown);
  return (
    // Without motion: it is there as soon as the key is pressed, and gone as soon as it is done.
    <Dialog surfaceMotion={null} open={shown} onOpenChange={(_event, { open }) => !open && close()}>
      <DialogSurface className={styles.surface} aria-label="Search actions and runs">
        <Palette onDone={close} />
      </DialogSurface>
    </Dialog>
  );
}
