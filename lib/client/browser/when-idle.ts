/** So long at most a page keeps work waiting that it can do without at first. */
const PATIENCE_MS = 2000;

/** Does something once the page has nothing else to do, two seconds later at the latest; gives the way to call it off. */
export function whenIdle(act: () => void): () => void {
  // Safari has no idle callbacks.
  if (typeof requestIdleCallback === 'undefined') {
    const timer = setTimeout(act, PATIENCE_MS / 4);
    return () => clearTimeout(timer);
  }
  const wish = requestIdleCallback(act, { timeout: PATIENCE_MS });
  return () => cancelIdleCallback(wish);
}
