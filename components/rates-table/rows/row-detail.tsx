'use client';
import { useQuery } from '@tanstack/react-query';
import { ArrowRightLeft, LineChart, Pin } from 'lucide-react';
import { LiveQuote } from '#components/frame/live-quote';
import { useSourceNotes } from '#components/frame/source-notes';
import { Change } from '#components/ui/figures/change';
import { Button, ButtonLink } from '#components/ui/buttons/button';
import { CopyFigure } from '#components/ui/buttons/copy-figure';
import { Fact } from '#components/ui/figures/fact';
import { InlineFigure } from '#components/ui/figures/figure';
import { Skeleton } from '#components/ui/skeleton';
import { converterAddress } from '#lib/client/address/converter-address';
import { quoteQuery } from '#lib/client/rates/queries';
import type { DayRate } from '#lib/contract/responses';
import type { RatesView } from '#lib/client/address/rates-address';
import { useServed } from '#components/frame/page-root';
import { rateParts } from '#lib/format/numbers/figures';
import { dayText, instantText, weekdayText } from '#lib/format/instants';
import { capital, sourceInText, sourceName } from '#lib/format/sources/source-names';
import { UNKNOWN_SOURCE } from '#lib/format/sources/source-notes';
import { workingSummary } from '#lib/format/rates/working-lines';
import type { TableEntry } from '#components/rates-table/model/table-entries.ts';
import { RowAge } from './row-age.tsx';
import { CHANGES } from './table-columns.ts';

/** What there is to say about a row: all digits both ways, whose figure it is and of when, and where to go on. */
export function RowDetail({
  entry,
  view,
  isUnsure,
  isPinned,
  onPin,
}: {
  readonly entry: TableEntry;
  readonly view: RatesView;
  /** Whether nobody can say how old the figures are by now. */
  readonly isUnsure: boolean;
  readonly isPinned: boolean;
  readonly onPin: (code: string) => void;
}) {
  const { client } = useServed();
  const { code, currency } = entry.row;
  const { base, source, date } = view;
  const pair = { from: base, to: code, source, date, amount: '1' };
  const notes = useSourceNotes();
  const { data, isError, refetch } = useQuery(quoteQuery(client, pair));
  const conversion = data?.conversion.answer.ok ? data.conversion.answer.value : null;
  const back = data?.inverse?.answer.ok ? data.inverse.answer.value.rate : null;
  const series = entry.received?.series ?? null;
  const rate = conversion?.rate ?? entry.rate;
  const whose = conversion?.source ?? series?.source;
  const timestamp = conversion?.timestamp ?? series?.timestamp;
  // What was not answered, or answered without a figure, is on its way no more.
  const absent = (width: string) => (data === undefined && !isError ? <Skeleton width={width} /> : '–');
  const isPeg = (conversion?.provenance.age ?? series?.age) === 'law';
  return (
    <td role="cell" className="block">
      {date === null && <LiveQuote pair={pair} />}
      <section aria-label={`${currency.name} in detail`} className="border-b border-line bg-sunken">
        <dl className="grid grid-cols-4 max-lg:grid-cols-2">
          <Fact label={`${code} for 1 ${base}`} note={<CopyFigure figure={rate} />}>
            <InlineFigure parts={rateParts(rate)} />
          </Fact>
          <Fact label={`${base} for 1 ${code}`} note={back === null ? null : <CopyFigure figure={back} />}>
            {back === null ? absent('12ch') : <InlineFigure parts={rateParts(back)} />}
          </Fact>
          <Fact
            label="Source"
            note={conversion === null ? absent('20ch') : workingSummary(conversion.provenance)}
          >
            {whose === undefined ? (
              absent('8ch')
            ) : (
              <>
                <b className="font-medium">{sourceName(whose)}</b>{' '}
                <span className="text-text-soft">{(notes.get(whose) ?? UNKNOWN_SOURCE).kind}</span>
              </>
            )}
          </Fact>
          <Fact label={isPeg ? 'In force' : 'Observed'} note={timestamp ?? absent('20ch')}>
            {timestamp === undefined ? (
              absent('16ch')
            ) : (
              <time dateTime={timestamp}>
                {isPeg ? `on ${dayText(new Date(timestamp))}` : instantText(new Date(timestamp))}
              </time>
            )}
          </Fact>
          {CHANGES.map(({ column: days, text }) => (
            <Fact
              key={days}
              label={`Over ${text}`}
              note={
                date === null ? (
                  <Since since={series?.since[days] ?? null} source={series?.source ?? null} />
                ) : (
                  'for current rates only'
                )
              }
            >
              <Change percent={series?.change[days] ?? null} />
            </Fact>
          ))}
          <Fact label={date === null ? 'Age' : 'Day'} note={null}>
            {series === null ? '–' : <RowAge series={series} isPast={date !== null} isUnsure={isUnsure} />}
          </Fact>
        </dl>
        {isError && data === undefined && (
          <p
            role="alert"
            className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line px-6 py-2.5 text-text-soft max-phone:px-4"
          >
            The way back and how the rate was made could not be loaded.
            <Button look="line" size="sm" onClick={() => void refetch()}>
              Try again
            </Button>
          </p>
        )}
        <p className="flex flex-wrap gap-2 border-t border-line px-6 py-2.5 max-phone:px-4 print:hidden">
          <ButtonLink look="line" href={converterAddress(pair)}>
            <ArrowRightLeft aria-hidden="true" className="size-4" />
            Convert {base} to {code}
          </ButtonLink>
          <ButtonLink
            look="line"
            href={`/charts/${base}/${code}${source === null ? '' : `?sources=${source}`}`}
          >
            <LineChart aria-hidden="true" className="size-4" />
            Show its chart
          </ButtonLink>
          <Button look="ghost" aria-pressed={isPinned} onClick={() => onPin(code)}>
            <Pin aria-hidden="true" className="size-4" fill={isPinned ? 'currentColor' : 'none'} />
            {isPinned ? 'Unpin' : 'Pin'} {code}
          </Button>
        </p>
      </section>
    </td>
  );
}

/** The observation that a change is measured from, with all its digits; why there is none where the source of today is known. */
function Since({ since, source }: { readonly since: DayRate | null; readonly source: string | null }) {
  if (since === null)
    return source === null ? null : `${capital(sourceInText(source))} has no figure of that time here`;
  return (
    <>
      since {weekdayText(new Date(since.day))}, <InlineFigure parts={rateParts(since.rate)} />
    </>
  );
}
