import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useServed } from '#components/frame/page-root';
import type { Connection } from '#components/ui/notices/notice-connection';
import { type AskTrouble, troubleOf } from '#lib/client/asking/ask-failure';
import { troubleIn } from '#lib/client/asking/ask-interval';
import type { IgnoredPart } from '#lib/client/address/address-parts';
import { asOfToday } from '#lib/client/address/address-fields';
import {
  converterAddress,
  type ConverterView,
  readConverterAddress,
} from '#lib/client/address/converter-address';
import { amountFor, convertAmount, rateOfLegs } from '#lib/domain/rates/exact-number';
import {
  type BothCadences,
  bothCadences,
  type Cadence,
  CADENCE_COOKIE,
  readCadence,
} from '#lib/client/rates/cadence';
import { useKeptBanks } from '#lib/client/rates/bank-store';
import { useHasNetwork } from '#lib/client/browser/network';
import { movePage, usePageAddress } from '#lib/client/address/page-address';
import { askedAmount, nextQuoteAtMs, type Quote, quoteQuery, swappedQuote } from '#lib/client/rates/queries';
import type { ClientError } from '#lib/client/asking/ask';
import { servedBook } from '#lib/client/rates/served-codes';
import { isRepeatedPage } from '#lib/client/browser/service-worker';
import { useStableCall } from '#lib/client/browser/use-stable-call';
import type { ConversionWithProvenance } from '#lib/contract/responses';
import type { BankLine } from '#lib/domain/bank/bank-terms';
import { isoDayOf } from '#lib/domain/iso-day';
import type { CurrencyOption } from '#lib/format/currencies/currency-list';
import { plainFigure } from '#lib/format/numbers/figures';
import { useSourceNotes } from '#components/frame/source-notes';
import type { SourceId } from '#lib/domain/source-id';
import { cadenceIn } from '#lib/format/sources/source-notes';
import { useKept } from '#lib/client/browser/hydration';
import { kept } from '#lib/client/browser/kept';
import { type AmountEnd, type AmountState, useAmount } from './use-amount.ts';
import { type ReadQuestion, useQuestion } from './use-question.ts';
import { useComparison } from './use-comparison.ts';

/** What the card shows: a conversion, its place while it is on its way, why there is none, or that it could not be asked. */
export type Face =
  | { readonly kind: 'filled'; readonly conversion: ConversionWithProvenance; readonly quote: Quote }
  | { readonly kind: 'loading' }
  | { readonly kind: 'none'; readonly error: ClientError }
  | { readonly kind: 'failed'; readonly trouble: AskTrouble };

/** Everything that the converter's parts need. */
export interface ConverterState extends Connection {
  readonly view: ConverterView;
  /** The same for a link to another pair: without the source of a choice that goes with the visitor. */
  readonly onward: ConverterView;
  /** Whose live rate and fixing there are to choose between; null where there are not both. */
  readonly cadences: BothCadences | null;
  readonly chooseCadence: (cadence: Cadence) => void;
  readonly ignored: readonly IgnoredPart[];
  readonly from: CurrencyOption;
  readonly to: CurrencyOption;
  readonly amount: AmountState;
  readonly face: Face;
  /** The amount that was not typed, computed from the one that was; null while there is nothing to compute. */
  readonly computed: number | null;
  /** The amount of `from` as a plain decimal, typed or computed; null while there is none. */
  readonly fromAmount: string | null;
  /** The amount of `to`, likewise. */
  readonly result: number | null;
  /** What banks state: by the address, else as this browser keeps it. */
  readonly banks: readonly BankLine[];
  /** What of it this browser keeps; null where that is nothing. */
  readonly keptBanks: readonly BankLine[] | null;
  /** Takes a question such as `1200 USD to JPY`, pasted or typed; whether it may be one. */
  readonly readQuestion: ReadQuestion;
  /** Shows another pair or source as a step that "back" undoes, or in the place of the last one. */
  readonly show: (change: Partial<ConverterView>, how?: 'push' | 'replace') => void;
  /** Changes what leaves the conversion as it is, without a step. */
  readonly amend: (change: Kept) => void;
}

/** What of a view this browser keeps too, or keeps the reason of. */
type Kept = Partial<Pick<ConverterView, 'also' | 'banks' | 'source'>>;

/** The cookies that the converter is drawn by. */
export interface KeptInCookies {
  /** What banks state. */
  readonly banks: string | null;
  /** What was chosen of live rates and fixings. */
  readonly cadence: string | null;
}

const NO_BANKS: readonly BankLine[] = [];

const LOADING: Face = { kind: 'loading' };

/** The state of the converter: the address, what is typed, what the service answered; given the cookies of what banks state and of the choice between live rates and fixings. */
export function useConverter(cookies: KeptInCookies): ConverterState {
  const { client } = useServed();
  const keptBanks = useKeptBanks(cookies.banks);
  const { linked, ignored, byCode } = useLinked();
  const choice = useCadence(linked, cookies.cadence);
  const { isPending, source } = choice;
  const view = useMemo(() => ({ ...linked, source }), [linked, source]);
  const [from, to] = [optionOf(byCode, view.from), optionOf(byCode, view.to)];
  const amount = useAmount(linked, { from, to });
  const asked = { amount: amount.amount ?? view.amount, end: amount.end };
  const quote = useQuery({
    ...quoteQuery(client, { ...view, amount: askedAmount(asked) }),
    ...swappedQuote(useQueryClient(), view),
    refetchOnMount: isRepeatedPage() ? 'always' : true,
  });
  const { data, error } = quote;
  const answered = useMemo(() => faceOf(data, troubleOf(error)), [data, error]);
  // Another pair may lack the source of the choice: whose rate it is then turns out with the sources that have it.
  const face = isPending && (source === null || answered.kind === 'none') ? LOADING : answered;
  const hasNetwork = useHasNetwork();
  const retry = useStableCall(() => void quote.refetch());
  const steps = useSteps({ ...linked, ...asked }, amount, choice);
  const readQuestion = useQuestion(view, {
    ends: { from, to },
    type: amount.type,
    show: steps.show,
  });
  return {
    view,
    onward: choice.onward,
    cadences: choice.both,
    ignored,
    from,
    to,
    amount,
    face,
    ...amountsOf(face, amount),
    banks: view.banks ?? keptBanks ?? NO_BANKS,
    keptBanks,
    trouble: hasNetwork ? troubleIn({ data: data?.conversion, error }) : { kind: 'unreachable' },
    hasNetwork,
    receivedAtMs: data?.conversion.receivedAtMs ?? null,
    nextAskAtMs: nextQuoteAtMs(quote),
    retry,
    readQuestion,
    ...steps,
  };
}

/** The ways from a view to another one. */
function useSteps(
  current: ConverterView,
  amount: AmountState,
  { both, onward }: KeptChoice,
): Pick<ConverterState, 'show' | 'amend' | 'chooseCadence'> {
  const show = useStableCall((change: Partial<ConverterView>, how: 'push' | 'replace' = 'push') => {
    amount.reset();
    const isElsewhere = change.from !== undefined || change.to !== undefined || Boolean(change.date);
    movePage(converterAddress({ ...current, ...(isElsewhere && { source: onward.source }), ...change }), how);
    // Who names a source, or none, no longer has it chosen.
    if (change.source !== undefined) keepCadence(null);
  });
  const chooseCadence = useStableCall((cadence: Cadence) => {
    if (both === null) return;
    show({ source: both[cadence] }, 'replace');
    keepCadence(cadence);
  });
  const amend = useStableCall((change: Kept) =>
    movePage(converterAddress({ ...current, ...change }), 'replace'),
  );
  return { show, amend, chooseCadence };
}

/** What the address says, read against the currencies and the service's day. */
function useLinked() {
  const { currencies, meanings, clock, address: servedAddress } = useServed();
  const address = usePageAddress(servedAddress);
  const byCode = useMemo(() => new Map(currencies.map((one) => [one.code, one])), [currencies]);
  return useMemo(() => {
    const today = isoDayOf(new Date(clock.servedAtMs + clock.offsetMs));
    const read = asOfToday(readConverterAddress(address, servedBook([...byCode.keys()], meanings)), today);
    return { linked: read.view, ignored: read.ignored, byCode };
  }, [address, byCode, meanings, clock]);
}

function faceOf(quote: Quote | undefined, trouble: AskTrouble | null): Face {
  if (quote === undefined) return trouble ? { kind: 'failed', trouble } : { kind: 'loading' };
  const { answer } = quote.conversion;
  return answer.ok
    ? { kind: 'filled', conversion: answer.value, quote }
    : { kind: 'none', error: answer.error };
}

function amountsOf(
  face: Face,
  { amount, end }: { readonly amount: string | null; readonly end: AmountEnd },
): Pick<ConverterState, 'computed' | 'fromAmount' | 'result'> {
  const given = amount === null ? null : Number(amount);
  const isFrom = end === 'from';
  if (amount === null || face.kind !== 'filled') {
    return { computed: null, fromAmount: isFrom ? amount : null, result: isFrom ? null : given };
  }
  const { conversion } = face;
  if (isFrom) {
    const result = resultOf(conversion, amount);
    return { computed: result, fromAmount: amount, result };
  }
  const computed = amountFor(amount, rateOfLegs(conversion.provenance.legs));
  return { computed, fromAmount: plainFigure(computed), result: given };
}

/** The service's own result, or for another amount the same sum from the same figures, digit for digit. */
function resultOf(conversion: ConversionWithProvenance, amount: string): number {
  return Number(amount) === conversion.amount
    ? conversion.result
    : convertAmount(amount, rateOfLegs(conversion.provenance.legs));
}

/** The address is read against the same list, so the code is always in it. */
function optionOf(byCode: ReadonlyMap<string, CurrencyOption>, code: string): CurrencyOption {
  const option = byCode.get(code);
  if (!option) throw new Error(`${code} is not in the list of currencies`);
  return option;
}

/** Live rates or fixings, as this browser keeps the choice. */
interface KeptChoice {
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
function useCadence(linked: ConverterView, served: string | null): KeptChoice {
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

const CADENCE = kept(CADENCE_COOKIE, 'cookie');

/** What this browser's visitor chose of live rates and fixings; the first render gives what the server saw. */
function useKeptCadence(served: string | null): Cadence | null {
  return readCadence(useKept(CADENCE, served));
}

/** Keeps the choice for the next visits of this browser; null forgets it. */
function keepCadence(cadence: Cadence | null): void {
  CADENCE.keep(cadence);
}
