/** Where a slider stands, where it ends, and how far its keys move it. */
export interface SliderPlace {
  readonly at: number;
  readonly first: number;
  readonly last: number;
  readonly step: number;
  readonly page: number;
}

/** Where a key leads a slider: arrows a step, Page Up and Page Down a page, Home and End to the ends; null for any other key. */
export function sliderKey(key: string, { at, first, last, step, page }: SliderPlace): number | null {
  const to = {
    ArrowLeft: at - step,
    ArrowDown: at - step,
    ArrowRight: at + step,
    ArrowUp: at + step,
    PageDown: at - page,
    PageUp: at + page,
    Home: first,
    End: last,
  }[key];
  return to === undefined ? null : Math.min(last, Math.max(first, to));
}
