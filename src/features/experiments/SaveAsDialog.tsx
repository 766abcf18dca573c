/** Asks what the new experiment is to be called. */
import {
  Button,
  Dialog,
  DialogActions,
  DialogBody,
  DialogContent,
  DialogSurface,
  DialogTitle,
  Field,
  Input,
} from "@fluentui/react-components";
import { type FormEvent, type ReactNode, useState } from "react";
import { scenarioField } from "../../../app/contract/scenario-form.ts";

interface SaveAsDialogProps {
  readonly suggested: string;
  save(name: string): void;
  close(): void;
}

export function SaveAsDialog({ suggested, save, close }: SaveAsDialogProps): ReactNode {
  const [name, setName] = useState(suggested);
  const longest = scenarioField(["name"], {})?.maximum ?? Number.POSITIVE_INFINITY;
  const trimmed = name.trim();
  const problem =
    trimmed === ""
      ? `The name is empty; allowed: 1 to ${longest} characters.`
      : trimmed.length > longest
        ? `The name has ${trimmed.length} characters; allowed: 1 to ${longest}.`
        : null;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (problem === null) save(trimmed);
  };
  return (
    <Dialog open onOpenChange={(_, { open }) => !open && close()}>
      <DialogSurface>
        <form onSubmit={submit}>
          <DialogBody>
            <DialogTitle>Save as my own experiment</DialogTitle>
            <DialogContent>
              <Field
                label="Name"
                hint="It is listed under Mine, and its runs are called so. Every change is kept."
                validationMessage={problem}
                validationState={problem === null ? "none" : "error"}
              >
                <Input value={name} autoFocus onChange={(_, { value }) => setName(value)} />
              </Field>
            </DialogContent>
            <DialogActions>
              <Button onClick={close}>Cancel</Button>
              <Button type="submit" appearance="primary" disabled={problem !== null}>
                Save
              </Button>
            </DialogActions>
          </DialogBody>
        </form>
      </DialogSurface>
    </Dialog>
  );
}
