let backAtMs = Number.NEGATIVE_INFINITY;

/** When the browser last heard that its network is back, in epoch milliseconds; minus infinity while it never did. */
export function networkBackAtMs(): number {
  return backAtMs;
}

/** To be called when it hears so. */
export function rememberBack(): void {
  backAtMs = Date.now();
}
