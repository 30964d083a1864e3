import { keepWatches, type KeptWatches } from '#lib/account/watches/keep-watches';
import { createWatchReader, type WatchFigures, type WatchReader } from '#lib/account/watches/watch-reader';
import { pairContract } from '#lib/contract/endpoints/pair';
import { requestAddress } from '#lib/contract/endpoint-paths';
import type { SendingParts } from './webhook-sending.ts';

/** What watching pairs stands on. */
export interface WatchingParts extends SendingParts, Pick<WatchFigures, 'snapshot'> {
  /** Answers a question of somebody who is signed in by its path and query under /v1. */
  readonly ask: (address: string) => Promise<Response>;
}

/** The watches of accounts, and the webhooks that are told of them. */
export interface Watching {
  readonly reader: WatchReader;
  /** Says that there may be other figures; only the process that leads looks. */
  readonly look: () => void;
  /** Begins to look and to send: the process that polls alone does. */
  readonly lead: () => Pick<KeptWatches, 'stop'>;
}

/** Watches pairs by the figures that /v1 answers. What sends messages is loaded by the process that leads. */
export function openWatching({ snapshot, ask, ...parts }: WatchingParts): Watching {
  const reader = createWatchReader({
    snapshot,
    rateOfDay: async ({ base, quote }, day) => {
      const response = await ask(requestAddress(pairContract.path, { from: base, to: quote, date: day }));
      if (response.status >= 500) throw new Error(`the rate of ${day} could not be read`);
      return response.ok ? asPairRate(await response.json()).rate : null;
    },
  });
  let kept: KeptWatches | null = null;
  return {
    reader,
    look: () => kept?.look(),
    lead: () => {
      const begun = keepWatches({ ...parts, reader });
      kept = begun;
      const sending = import('./webhook-sending.ts').then(({ startSending }) => startSending(parts));
      return {
        stop: async () => {
          if (kept === begun) kept = null;
          await Promise.all([begun.stop(), sending.then(({ stop }) => stop())]);
        },
      };
    },
  };
}

/** Our own answer of 200, whose form its tests hold. */
function asPairRate(body: unknown): { readonly rate: number } {
  return body as { readonly rate: number };
}
