/** Fetches code; when there is no network, as soon as there is one again. Rejects when it cannot be had although there is one. */
export async function onceReachable<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (error) {
    if (navigator.onLine) throw error;
    await new Promise((resolve) => window.addEventListener('online', resolve, { once: true }));
    return onceReachable(load);
  }
}
