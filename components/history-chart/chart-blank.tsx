import { Blank } from '#components/ui/notices/blank';
import { ButtonLink } from '#components/ui/buttons/button';
import { KeyCap } from '#components/ui/buttons/key-cap';
import { isMissingNow } from '#components/ui/notices/no-figures';
import { WhyNone } from '#components/ui/notices/why-none';
import { chartAddress, type ChartView } from '#lib/client/address/chart-address';
import type { ClientError } from '#lib/client/asking/ask';
import type { RatesClient } from '#lib/client/rates/rates-client';
import { startOfDay } from '#lib/domain/iso-day';
import { chartDate } from '#lib/format/charts/chart-dates';
import type { ChartFace, ChartState } from './use-chart.ts';
import { capital, isFixingSource, sourceInText } from '#lib/format/sources/source-names';

/** In the place of the plot when there is nothing to draw: what is, why, what to do. */
export function ChartBlank({
  rates,
  state,
  face,
}: {
  readonly rates: RatesClient;
  readonly state: ChartState;
  readonly face: Extract<ChartFace, { readonly kind: 'empty' | 'none' }>;
}) {
  const { view, newest } = state;
  const wayTo = (text: string, change: Partial<ChartView>) => (
    <ButtonLink look="main" href={chartAddress({ ...view, ...change })}>
      {text}
    </ButtonLink>
  );
  if (face.kind === 'empty') {
    const lastMs = newest?.instantsMs.at(-1);
    return (
      <Blank
        title="No figures in this range"
        actions={wayTo('Show everything', { range: { kind: 'named', name: 'max' } })}
      >
        <p>
          {face.habit}
          {lastMs !== undefined && ` Its newest figure for this pair is from ${chartDate(lastMs, 'day')}.`}
        </p>
      </Blank>
    );
  }
  const { error } = face;
  if (view.knownAt !== null && error?.code === 'known_at_unavailable') {
    return (
      <Blank
        title={`What was known on ${chartDate(startOfDay(view.knownAt).getTime(), 'long')} cannot be shown`}
        actions={wayTo('Show what is known now', { knownAt: null })}
      >
        <p>{unknownText(state, error)}</p>
      </Blank>
    );
  }
  const { base, quote, sources } = view;
  const comes = isMissingNow(error) && <p>They come by themselves once a source answers.</p>;
  const lead = comes || (
    <p>
      None of the sources enabled here has a figure for this pair, now or in the past. A cross through a third
      currency has no history of its own. Choose another pair by its name above, or with the key{' '}
      <KeyCap>/</KeyCap>.
    </p>
  );
  const unknown = (
    <>
      {lead}
      <p className="mt-2">
        On a new service, figures come once a source answers; <code>npm run import</code> loads a publisher’s
        own file.
      </p>
    </>
  );
  return (
    <Blank
      title={titleOf(view, error)}
      actions={sources !== null && wayTo('Show a source that has it', { sources: null })}
      failure={error}
    >
      <WhyNone
        client={rates}
        pair={{ from: base, to: quote }}
        chosen={sources}
        missing="history"
        lead={() => (sources === null ? lead : comes)}
        unknown={sources === null ? unknown : null}
      />
    </Blank>
  );
}

/** Why nothing can be told of an earlier day: of markets never, of banks since they are asked here. */
function unknownText({ lines }: ChartState, { message }: ClientError): string {
  const source = lines[0]?.source;
  if (!source || isFixingSource(source)) return message;
  return `${capital(sourceInText(source))} is a market. Its past quotes are not kept to the second, so what was known on an earlier day cannot be reconstructed. Choose a bank above.`;
}

function titleOf({ base, quote, sources }: ChartView, error: ClientError | null): string {
  if (isMissingNow(error) && sources === null) return `There are no figures for ${base}/${quote} yet`;
  if (sources === null) return `No source has ${base}/${quote}`;
  return `${capital(sources.map(sourceInText).join(', '))} ${sources.length === 1 ? 'has' : 'have'} no figures for ${base}/${quote}`;
}
