import type { Transport } from '#lib/client/rates/rates-client';

/** Asks in a task of its own, so that the press which wants the answer is painted first: sending takes a slow phone long. */
export function laterTransport(transport: Transport): Transport {
  return async (path) => {
    await new Promise((resolve) => setTimeout(resolve));
    return transport(path);
  };
}
