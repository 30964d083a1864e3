/** Marks the drawing that exports are made from. */
export const PLOT_MARK = 'data-plot-drawing';

/** Marks what is drawn of the point that somebody looks at, which is no part of an export. */
export const POINTED_MARK = 'data-pointed';

/** The drawing on the page; null while there is none. */
export function plotSurface(): SVGSVGElement | null {
  return document.querySelector<SVGSVGElement>(`[${PLOT_MARK}] svg`);
}
