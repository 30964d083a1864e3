import { useServed } from '#components/frame/page-root';
import { Blank } from '#components/ui/notices/blank';
import { isMissingNow, NoFigures, SourcesLink } from '#components/ui/notices/no-figures';
import { WhyNone } from '#components/ui/notices/why-none';
import { startOfDay } from '#lib/domain/iso-day';
import { dayText } from '#lib/format/instants';
import type { ClientError } from '#lib/client/asking/ask';
import type { PickedEnd } from '#components/converter/model/picked-end.ts';
import type { ConverterState, Face } from '#components/converter/model/use-converter.ts';
import { capital, sourceInText } from '#lib/format/sources/source-names';

/** In the place of the facts when the service has no rate: what is, why, what to do. */
export function NoRateMessage({
  state,
  face: { error },
  hasFigures,
  onPick,
}: {
  readonly state: ConverterState;
  readonly face: Extract<Face, { readonly kind: 'none' }>;
  readonly hasFigures: boolean;
  readonly onPick: (end: PickedEnd) => void;
}) {
  const { client } = useServed();
  const { view, show } = state;
  if (!hasFigures) return <NoFigures error={error} />;
  const { date } = view;
  return (
    <Blank
      title={
        date === null
          ? titleOf(error, view.source, `${view.from} to ${view.to}`)
          : `There is no rate for ${view.from} to ${view.to} on ${dayText(startOfDay(date))}`
      }
      failure={error}
      ways={[
        date !== null && { text: 'Show the current rate', act: () => show({ date: null }) },
        view.source !== null && { text: 'Ask every source', act: () => show({ source: null }) },
        { text: 'Choose another currency', act: () => onPick('to') },
      ]}
      actions={<SourcesLink error={error} />}
    >
      <WhyNone
        client={client}
        pair={view}
        chosen={view.source && [view.source]}
        missing={date === null ? 'rate' : 'day'}
        lead={(count) => view.source === null && date === null && <p>{leadOf(error, count)}</p>}
      />
    </Blank>
  );
}

function titleOf(error: ClientError, source: string | null, pair: string): string {
  if (isMissingNow(error)) return `There is no current rate for ${pair}`;
  return source === null
    ? `No source has ${pair}`
    : `${capital(sourceInText(source))} has no rate for ${pair}`;
}

function leadOf(error: ClientError, count: number): string {
  if (isMissingNow(error))
    return 'No source has a figure that is new enough to be served. The rate comes back by itself with the next one.';
  const asked = count === 1 ? 'the only source asked has no' : `none of the ${count} sources asked has a`;
  return `Both currencies are known, but ${asked} figure for the pair, directly or through USD or EUR.`;
}
