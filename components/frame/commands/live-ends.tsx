import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { StateShape } from '#components/ui/state-shape';
import { convertAtRate } from '#lib/client/rates/exact-conversion';
import type { RatesClient } from '#lib/client/rates/rates-client';
import { amountParts, figureText, rateParts } from '#lib/format/numbers/figures';
import type { AskedFigure } from './palette-groups.ts';

/** How long typing rests before a figure is asked for. */
const ASK_AFTER_MS = 200;

/** What stands at the end of a line is asked for once a minute, and left out where it cannot be had. */
const ONCE = { staleTime: 60_000, retry: false, networkMode: 'always' } as const;

/** What an amount comes to, as far as the service says so; room without a word until then. */
export function LiveFigure({ client, asked }: { readonly client: RatesClient; readonly asked: AskedFigure }) {
  const { amount, from, to } = asked;
  const isRested = useIsRested();
  const { data: received } = useQuery({
    queryKey: ['palette-rate', from.code, to.code],
    queryFn: () => client.pair({ from: from.code, to: to.code, source: null }),
    enabled: isRested,
    ...ONCE,
  });
  if (received === undefined) return null;
  if (!received.answer.ok) return <>no rate</>;
  const { rate } = received.answer.value;
  // Rounded to minor units, unless nothing would be left of it.
  const parts = amount === '1' ? rateParts(rate) : amountParts(convertAtRate(amount, rate), to.minorUnits);
  return <b className="font-medium text-text">{figureText(parts)}</b>;
}

/** How a source is doing, by shape and word. */
export function LiveState({ client, source }: { readonly client: RatesClient; readonly source: string }) {
  const { data: received } = useQuery({
    queryKey: ['palette-status'],
    queryFn: () => client.status(),
    ...ONCE,
  });
  if (!received?.answer.ok) return null;
  const state = received.answer.value.sources.find((one) => one.source === source)?.status;
  if (state === undefined) return null;
  return (
    <span className="inline-flex items-center gap-1.5">
      <StateShape shape={state} className="size-3" />
      {state}
    </span>
  );
}

/** Whether this stands for a while already: each entry is new when the text is. */
function useIsRested(): boolean {
  const [isRested, setIsRested] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsRested(true), ASK_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  return isRested;
}
