/** Does something once the browser has painted what stands in the page now. */
export function afterPaint(act: () => void): void {
  // A frame's callbacks come before its painting; what they put off comes behind it.
  requestAnimationFrame(() => setTimeout(act));
}
