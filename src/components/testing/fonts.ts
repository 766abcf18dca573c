/** The fonts of the document, which tests have none of, for what places labels by their widths. */
import { onTestFinished } from "vitest";

/** Before anything is shown, until the end of the test. */
export function pretendFonts(): void {
  Object.defineProperty(document, "fonts", { value: new EventTarget(), configurable: true });
  onTestFinished(() => {
    Reflect.deleteProperty(document, "fonts");
  });
}
