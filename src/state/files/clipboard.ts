/** Puts text on the clipboard. False where the page is not allowed to. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyBySelection(text);
  }
}

/** A window that denies every permission still copies what is selected in it. */
function copyBySelection(text: string): boolean {
  const area = document.createElement("textarea");
  const focused = document.activeElement;
  area.value = text;
  area.readOnly = true;
  area.style.position = "fixed";
  area.style.opacity = "0";
  document.body.append(area);
  area.select();
  // Deprecated, but the only way that asks for no permission.
  const copied = document.execCommand("copy");
  area.remove();
  if (focused instanceof HTMLElement) focused.focus();
  return copied;
}

/** Puts a PNG on the clipboard. It is made meanwhile: a browser allows it only as an answer to a click. */
export async function copyPicture(making: Promise<Uint8Array<ArrayBuffer>>): Promise<boolean> {
  const picture = making.then((bytes) => new Blob([bytes], { type: "image/png" }));
  try {
    await navigator.clipboard.write([new ClipboardItem({ "image/png": picture })]);
    return true;
  } catch {
    return false;
  }
}
