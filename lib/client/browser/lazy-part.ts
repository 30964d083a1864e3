import { type ComponentType, lazy, type LazyExoticComponent } from 'react';
import { onceReachable } from './once-reachable.ts';

/** A component that comes as code of its own, once it is drawn and its file can be fetched. */
export function lazyPart<Name extends string, Props>(
  load: () => Promise<Readonly<Record<Name, ComponentType<Props>>>>,
  name: Name,
): LazyExoticComponent<ComponentType<Props>> {
  return lazy(async () => ({ default: (await onceReachable(load))[name] }));
}
