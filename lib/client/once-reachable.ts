/** A network is said to be back before every name can be found and every server reached. */
const PAUSES_MS = [0, 1000, 2000, 4000] as const;

/** Fetches code; when there is no network, as soon as there is one again. Rejects when it cannot be had although there is one. */
export async function onceReachable<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (error) {
    if (navigator.onLine) throw error;
    return loadOnline(load, error);
  }
}

async function loadOnline<T>(load: () => Promise<T>, first: unknown): Promise<T> {
  let failure = first;
  for (const pauseMs of PAUSES_MS) {
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
    if (!navigator.onLine) {
      await new Promise((resolve) => window.addEventListener('online', resolve, { once: true }));
    }
    try {
      return await load();
    } catch (error) {
      failure = error;
    }
  }
  throw failure;
}
