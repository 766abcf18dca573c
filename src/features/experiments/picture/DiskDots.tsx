/** The disks of a device, where it has several that can be told apart; the words beside it say the number. */
import { type ReactNode, useId } from "react";
import styles from "./StorageDrawing.module.css";

const perRow = 20;
/** 160 are eight rows. */
const mostDisks = 160;
const pitch = 6;

export function DiskDots({ count }: { readonly count: number }): ReactNode {
  const pattern = useId();
  if (!(count > 1) || count > mostDisks) return null;
  const columns = Math.min(count, perRow);
  const rows = Math.ceil(count / columns);
  const rest = count - (rows - 1) * columns;
  const fill = `url(#${pattern})`;
  return (
    <svg
      className={styles.disks}
      width={columns * pitch}
      height={rows * pitch}
      data-count={count}
      aria-hidden="true"
    >
      <defs>
        <pattern id={pattern} width={pitch} height={pitch} patternUnits="userSpaceOnUse">
          <rect width={pitch - 2} height={pitch - 2} />
        </pattern>
      </defs>
      <rect width={columns * pitch} height={(rows - 1) * pitch} fill={fill} />
      <rect y={(rows - 1) * pitch} width={rest * pitch} height={pitch} fill={fill} />
    </svg>
  );
}
