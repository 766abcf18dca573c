/** Asks which value of an experiment a sweep varies, for whoever does not come from its field. */
import {
  Button,
  Dialog,
  DialogActions,
  DialogBody,
  DialogContent,
  DialogSurface,
  DialogTitle,
} from "@fluentui/react-components";
import { type ReactNode, useMemo } from "react";
import type { Scenario } from "../../../app/contract/scenario.ts";
import { type Path, printPath, valueAt } from "../../../app/contract/schema-path.ts";
import { parsePath } from "../../../app/contract/set-path.ts";
import { placeOf } from "../../../app/domain/scenario-form/labels.ts";
import { plainSetting, settingTitle } from "../../../app/domain/scenario-form/setting-text.ts";
import { sweepable } from "../../../app/domain/studies/sweepable.ts";
import { SearchPicker } from "../../components/ui/SearchPicker.tsx";

interface SweptFieldDialogProps {
  readonly scenario: Scenario;
  choose(path: Path): void;
  close(): void;
}

export function SweptFieldDialog({ scenario, choose, close }: SweptFieldDialogProps): ReactNode {
  const groups = useMemo(
    () =>
      sweepable(scenario).map(({ title, paths }) => ({
        title,
        options: paths.map((path) => ({
          id: printPath(path),
          title: settingTitle(path),
          spoken: placeOf(path),
          words: printPath(path),
          facts: `now ${plainSetting(path, valueAt(scenario, path))}`,
        })),
      })),
    [scenario],
  );
  return (
    <Dialog open onOpenChange={(_, { open }) => !open && close()}>
      <DialogSurface>
        <DialogBody>
          <DialogTitle>Sweep a value</DialogTitle>
          <DialogContent>
            <SearchPicker
              label="What is to vary"
              placeholder="Type a part of its name, such as users or memory"
              groups={groups}
              selected={null}
              nothing="No number of this experiment is called so"
              onChoose={(id) => choose(parsePath(id))}
            />
          </DialogContent>
          <DialogActions>
            <Button onClick={close}>Cancel</Button>
          </DialogActions>
        </DialogBody>
      </DialogSurface>
    </Dialog>
  );
}
