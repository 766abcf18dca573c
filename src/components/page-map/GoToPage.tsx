/** A field for the number of a page, as one writes it. */
import { Input } from "@fluentui/react-components";
import { type ReactNode, type RefObject, useState } from "react";
import { formatNumber } from "../../../app/domain/format/numbers.ts";
import { pageInput } from "../../../app/domain/page-map/map-place.ts";
import type { PagedFile } from "../../../app/domain/page-map/push-log.ts";
import styles from "./PageMap.module.css";

interface GoToPageProps {
  readonly file: PagedFile;
  readonly onPage: (page: number) => void;
  /** Where a key puts the focus. */
  readonly field: RefObject<HTMLInputElement | null>;
}

export function GoToPage({ file, onPage, field }: GoToPageProps): ReactNode {
  const [text, setText] = useState("");
  const page = pageInput(text, file);
  const isWrong = text.trim() !== "" && page === null;
  return (
    <form
      className={styles.goTo}
      onSubmit={(event) => {
        event.preventDefault();
        if (page !== null) onPage(page);
      }}
    >
      <Input
        input={{ ref: field }}
        size="small"
        aria-label="Go to page"
        aria-keyshortcuts="G"
        aria-invalid={isWrong}
        placeholder={`Go to page, such as (${file.id}:${Math.min(128, file.pages - 1)})`}
        title={`A page of this file: 0 to ${formatNumber(file.pages - 1)}`}
        value={text}
        onChange={(_, { value }) => setText(value)}
      />
    </form>
  );
}
