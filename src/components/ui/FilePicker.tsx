/** The system's own dialog for one file of JSON, opened by a click on the input that `ref` holds. */
import type { ReactNode, Ref } from "react";

interface FilePickerProps {
  readonly ref: Ref<HTMLInputElement>;
  readonly label: string;
  readonly onPick: (file: File) => void;
}

export function FilePicker({ ref, label, onPick }: FilePickerProps): ReactNode {
  return (
    <input
      ref={ref}
      type="file"
      hidden
      accept=".json,application/json"
      aria-label={label}
      onChange={({ currentTarget }) => {
        const [picked] = currentTarget.files ?? [];
        if (picked !== undefined) onPick(picked);
        // So that one file can be picked again, after it was mended.
        currentTarget.value = "";
      }}
    />
  );
}
