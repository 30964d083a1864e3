/** Tells of each text whether it is due: the first time, and then once in so many milliseconds. */
export function onceEvery(everyMs: number): (text: string) => boolean {
  const saidAtMs = new Map<string, number>();
  return (text) => {
    const nowMs = performance.now();
    if (nowMs - (saidAtMs.get(text) ?? Number.NEGATIVE_INFINITY) < everyMs) return false;
    saidAtMs.set(text, nowMs);
    return true;
  };
}
