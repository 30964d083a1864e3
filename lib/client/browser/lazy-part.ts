import { type ComponentType, lazy, type LazyExoticComponent } from 'react';

/** A component that comes as code of its own, once it is drawn and its file can be fetched. */
export function lazyPart<Name extends string, Props>(
  load: () => Promise<Readonly<Record<Name, ComponentType<Props>>>>,
  name: Name,
): LazyExoticComponent<ComponentType<Props>> {
  return lazy(async () => ({ default: (await onceReachable(load))[name] }));
}

/** A network is said to be back before every name can be found and every server reached. */
const TRIES_MAX = 4;

/** Fetches code; when there is no network, as soon as there is one again. Rejects when it cannot be had although there is one. */
export async function onceReachable<T>(load: () => Promise<T>, tries = 0): Promise<T> {
  try {
    return await load();
  } catch (error) {
    if (navigator.onLine && (tries === 0 || tries === TRIES_MAX)) throw error;
    await new Promise((resolve) =>
      navigator.onLine
        ? setTimeout(resolve, tries * 1000)
        : window.addEventListener('online', resolve, { once: true }),
    );
    return onceReachable(load, tries + 1);
  }
}
