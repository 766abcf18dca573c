/** Which file system the limit of a sparse file is of: a choice that sets the limit and its error. */
import { Select } from "@fluentui/react-components";
import { type ReactNode, useId } from "react";
import { type FileSystemName, fileSystemNames } from "../../../../app/contract/windows-versions.ts";
import {
  fileSystemOf,
  fileSystemText,
  setFileSystem,
} from "../../../../app/domain/scenario-form/file-systems.ts";
import { useDesigner } from "../designer-context.ts";
import { FieldFrame } from "../fields/FieldFrame.tsx";
import fieldStyles from "../fields/fields.module.css";
import { useField } from "../fields/use-field.ts";

/** What is wrong with the limit, its reset and its sweep are at its number. */
export function FileSystemField(): ReactNode {
  const chosen = fileSystemOf(useDesigner().draft.present.scenario.storage);
  const limit = useField(["storage", "sparseFileLimitMiB"]);
  const controlId = useId();
  const field = { ...limit, controlId, schema: null, problem: null, resettable: false };
  const help =
    "how far a sparse file can grow on it: at worst each 64 KB of it is a fragment of its own";
  return (
    <FieldFrame field={field} look={{ label: "File system", help }}>
      <Select
        className={fieldStyles.input}
        select={{ id: controlId }}
        value={chosen ?? ""}
        aria-describedby={field.noteId}
        onChange={(_, { value }) =>
          limit.edit((draft) => setFileSystem(draft, value as FileSystemName))
        }
      >
        {chosen === null && <option value="">A limit of my own</option>}
        {fileSystemNames.map((name) => (
          <option key={name} value={name}>
            {fileSystemText(name)}
          </option>
        ))}
      </Select>
    </FieldFrame>
  );
}
