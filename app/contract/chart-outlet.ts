/** Where a chart goes out to: files, the clipboard and the palette, which a chart itself does not reach. */

export interface ChartFile {
  readonly fileName: string;
  readonly mediaType: string;
  make(): Uint8Array | Promise<Uint8Array>;
}

export interface ChartAction {
  readonly id: string;
  readonly title: string;
  run(): void;
}

export interface ChartOutlet {
  save(file: ChartFile): Promise<void>;
  /** `what`: "Table", to tell that it is copied. */
  copyText(what: string, make: () => string | Promise<string>): Promise<void>;
  /** A PNG. */
  copyPicture(what: string, make: () => Promise<Uint8Array<ArrayBuffer>>): Promise<void>;
  /** A hook: what the palette and the menus of the window offer while the chart is shown. */
  useActions(actions: readonly ChartAction[]): void;
}
