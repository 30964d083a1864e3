/** Marks the drawing that exports are made from. */
export const PLOT_MARK = 'data-plot-drawing';

/** The drawing on the page; null while there is none. */
export function plotSurface(): SVGSVGElement | null {
  return document.querySelector<SVGSVGElement>(`[${PLOT_MARK}] svg`);
}
