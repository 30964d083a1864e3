import type { Visitor } from './http/account-router.ts';

/** Behind a listener that is not ours nobody knows who asks: all visitors count as one, over plain HTTP. */
const UNKNOWN: Visitor = { address: null, isEncrypted: false };

/**
 * Who asks, from a handler's second argument, where our own listener puts what it knows of the connection. Next passes an
 * object of its own in the same place, which has neither field. Nothing of a request gets there.
 */
export function visitorOf(context: unknown): Visitor {
  if (typeof context !== 'object' || context === null) return UNKNOWN;
  if (!('network' in context && 'isEncrypted' in context)) return UNKNOWN;
  const { network, isEncrypted } = context;
  return { address: typeof network === 'string' ? network : null, isEncrypted: isEncrypted === true };
}
