import type { ReactNode } from 'react';
import { Card } from '#components/ui/card';
import { useServed } from '#components/frame/page-root';
import { Failed } from '#components/ui/notices/failed';
import { InlineFigure } from '#components/ui/figures/figure';
import { Skeleton } from '#components/ui/skeleton';
import { startOfDay } from '#lib/domain/iso-day';
import { dayText } from '#lib/format/instants';
import { Cell, HeadCell, Heads, Row, RowHead, Rows, Table } from '#components/ui/table';
import type { SourceId } from '#lib/domain/source-id';
import { fractionCharsOf, rateParts } from '#lib/format/numbers/figures';
import { reasonText } from '#lib/format/rates/no-rate-reasons';
import { comparedRates } from '#lib/format/rates/source-comparison';
import type { ShownPair } from '#components/converter/model/shown-pair.ts';
import { SourceRateRow } from './source-rate-row.tsx';
import type { SourceComparison } from '#components/converter/model/use-comparison.ts';
import type { ConverterState } from '#components/converter/model/use-converter.ts';
import { sourceName } from '#lib/format/sources/source-names';

/** The pair at every source, side by side: rate, age, distance from the median, and why the others have none. */
export function SourcesCard({
  pair,
  answering,
  hasRate,
  isUnsure,
  comparison: { answer, trouble: missing, retry },
  show,
}: {
  readonly pair: ShownPair;
  /** Whose rate the converter uses; null while it has none. */
  readonly answering: SourceId | null;
  /** False where nobody has the pair. */
  readonly hasRate: boolean;
  /** Without a network nobody can say how current a figure still is. */
  readonly isUnsure: boolean;
  readonly comparison: SourceComparison;
  readonly show: ConverterState['show'];
}) {
  const { sources } = useServed();
  const inUse = pair.source ?? answering;
  const compared = answer === null ? null : comparedRates(answer);
  // Where nobody has the pair, the card above says so with every reason.
  if (answer !== null && answer.rates.length === 0 && !hasRate) return null;
  const fractionChars = fractionCharsOf(compared?.rates.map(({ rate }) => rateParts(rate)) ?? []);
  const row = { inUse, date: pair.date, fractionChars, onChoose: (source: SourceId) => show({ source }) };
  const name = `${pair.from}/${pair.to} at every source`;
  return (
    <Card
      title={pair.date === null ? name : `${name} on ${dayText(startOfDay(pair.date))}`}
      name={name}
      isBusy={answer === null && missing === null}
      action={
        <p className="flex flex-wrap items-center gap-x-3 text-sm text-text-muted">
          {(compared === null ? missing === null : compared.rates.length > 1) && (
            <>
              <span>
                Distance from the median{' '}
                {compared === null || compared.median === null ? (
                  <Skeleton width="8ch" />
                ) : (
                  <InlineFigure parts={rateParts(compared.median)} />
                )}{' '}
                in basis points
              </span>
              <Key isToday>{pair.date === null ? 'today' : 'that day'}</Key>
              <Key>{pair.date === null ? 'earlier, late or stale' : 'earlier'}</Key>
            </>
          )}
        </p>
      }
    >
      {missing !== null && answer === null ? (
        <Failed title="The other sources could not be loaded" failure={missing} onRetry={retry}>
          {answering !== null && 'The conversion above is not affected. '}They will appear as soon as the
          service answers.
        </Failed>
      ) : (
        <Table name={name}>
          <Heads>
            <HeadCell>Source</HeadCell>
            <HeadCell className="text-right">Rate</HeadCell>
            <HeadCell className="w-28 text-right">{pair.date === null ? 'Age' : 'Observed'}</HeadCell>
            <HeadCell>{pair.date === null ? 'State' : 'Day'}</HeadCell>
            <HeadCell className="text-right @max-[46.5rem]:pr-6!">bp</HeadCell>
            <HeadCell className="@max-[46.5rem]:hidden">
              <span aria-hidden="true" className="flex w-36 justify-between">
                <span>−80</span>
                <span>median</span>
                <span>+80</span>
              </span>
              <span className="sr-only">On a scale</span>
            </HeadCell>
          </Heads>
          <Rows>
            {compared === null &&
              sources.map((source) => (
                <Row key={source}>
                  <RowHead>{sourceName(source)}</RowHead>
                  <Cell colSpan={5}>
                    <Skeleton width="40ch" />
                  </Cell>
                </Row>
              ))}
            {compared?.rates.map((rate) => (
              <SourceRateRow key={rate.source} {...row} compared={rate} isUnsure={isUnsure} />
            ))}
            {answer?.without.map(({ source, reason }) => (
              <Row key={source} className="text-text-muted">
                <RowHead className="whitespace-nowrap">
                  <span
                    aria-hidden="true"
                    className="mr-2.5 inline-block size-3.5 rounded-round align-[-2px] inset-ring inset-ring-line-strong"
                  />
                  {sourceName(source)}
                </RowHead>
                <Cell colSpan={5} className="text-pretty max-phone:pl-6!">
                  {reasonText(reason, answer, pair.date === null ? 'rate' : 'day')}
                </Cell>
              </Row>
            ))}
          </Rows>
        </Table>
      )}
    </Card>
  );
}

function Key({ isToday = false, children }: { readonly isToday?: boolean; readonly children: ReactNode }) {
  return (
    <span className="inline-flex items-center gap-1.5 @max-[53rem]:hidden">
      <span
        aria-hidden="true"
        className={`size-1.75 rounded-round ${isToday ? 'bg-text' : 'bg-surface inset-ring-[1.5px] inset-ring-text-soft'}`}
      />
      {children}
    </span>
  );
}
