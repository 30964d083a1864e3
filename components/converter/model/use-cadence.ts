import { useMemo, useState } from 'react';
import { useSourceNotes } from '#components/frame/source-notes';
import type { ConverterView } from '#lib/client/address/converter-address';
import { type BothCadences, bothCadences } from '#lib/client/rates/cadence';
import { useKeptCadence } from '#lib/client/rates/cadence-store';
import type { SourceId } from '#lib/domain/source-id';
import { cadenceIn } from '#lib/format/sources/source-notes';
import { useComparison } from './use-comparison.ts';

/** Live rates or fixings, as this browser keeps the choice. */
export interface KeptChoice {
  /** Whose rates there are to choose between; null where the pair has not both, and on a day that is over. */
  readonly both: BothCadences | null;
  /** Whether that is on its way; what stood there before is then there still. */
  readonly isPending: boolean;
  /** Whose rate is shown: the address's source, else the one of the choice; null lets the service choose. */
  readonly source: SourceId | null;
  /** The address's view for another pair or day, which may have other sources: without a source that the choice named. */
  readonly onward: ConverterView;
}

/** The source that a view's rate is asked of; `served` is the cookie of the choice. */
export function useCadence(linked: ConverterView, served: string | null): KeptChoice {
  const notes = useSourceNotes();
  const kept = useKeptCadence(served);
  const { answer, trouble } = useComparison(linked);
  const isNow = linked.date === null;
  const isPending = isNow && answer === null && trouble === null;
  const found = useMemo(
    () => (isNow && answer !== null ? bothCadences(answer.rates, cadenceIn(notes)) : null),
    [isNow, answer, notes],
  );
  const [before, setBefore] = useState(found);
  const both = isPending ? before : found;
  if (both !== before) setBefore(both);
  const isKept = kept !== null && linked.source !== null && cadenceIn(notes)(linked.source) === kept;
  return {
    both,
    isPending: isPending && kept !== null,
    source: linked.source ?? (kept === null ? null : (both?.[kept] ?? null)),
    onward: useMemo(() => (isKept ? { ...linked, source: null } : linked), [isKept, linked]),
  };
}
