/** Copies a text, and says for a moment that it did. */
import { Button } from "@fluentui/react-components";
import { CheckmarkRegular, CopyRegular } from "@fluentui/react-icons";
import { type ReactNode, useEffect, useState } from "react";

const saidForMs = 2000;

interface CopyButtonProps {
  readonly text: string;
  /** What it does, for who does not see where it stands. */
  readonly name: string;
  /** False where the clipboard cannot be written. */
  copy(text: string): Promise<boolean>;
}

export function CopyButton({ text, name, copy }: CopyButtonProps): ReactNode {
  const [said, say] = useState<"Copied" | "Not copied" | null>(null);
  useEffect(() => {
    if (said === null) return;
    const timer = setTimeout(() => say(null), saidForMs);
    return () => clearTimeout(timer);
  }, [said]);
  return (
    <Button
      size="small"
      appearance="subtle"
      icon={said === "Copied" ? <CheckmarkRegular /> : <CopyRegular />}
      aria-label={name}
      onClick={() => void copy(text).then((copied) => say(copied ? "Copied" : "Not copied"))}
    >
      <span aria-live="polite">{said ?? "Copy"}</span>
    </Button>
  );
}
