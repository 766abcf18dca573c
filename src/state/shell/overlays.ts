/** What lies over the window: the palette or the sheet of shortcuts, one at a time. */
import { create } from "zustand";

export type Overlay = "palette" | "shortcuts";

interface Overlays {
  readonly shown: Overlay | null;
  open(overlay: Overlay): void;
  close(): void;
}

export const useOverlays = create<Overlays>()((set) => ({
  shown: null,
  open: (shown) => set({ shown }),
  close: () => set({ shown: null }),
}));
