import { Blank } from '#components/ui/blank';
import { Button } from '#components/ui/button';
import { chartDate } from '#lib/format/chart-dates';
import type { SourceId } from '#lib/domain/source-id';
import type { ChartFace, ChartState } from './use-chart.ts';

const HABITS: Readonly<Record<SourceId, string>> = {
  ecb: 'ecb publishes on TARGET working days.',
  boe: 'boe publishes on London working days.',
  fed: 'fed publishes New York business days, a week at a time.',
  boj: 'boj publishes on Tokyo business days.',
  fixed: 'fixed has a figure of every day on which a law fixes the rate.',
  'crypto-exchange': 'crypto-exchange keeps what it saw since this service was started.',
  'web-finance': 'web-finance quotes while the foreign exchange market is open.',
  'charting-platform': 'charting-platform quotes while the foreign exchange market is open.',
  'web-search': 'web-search quotes while the foreign exchange market is open.',
};

/** In the place of the plot when there is nothing to draw: what is, why, what to do. */
export function ChartBlank({
  state,
  face,
}: {
  readonly state: ChartState;
  readonly face: Extract<ChartFace, { readonly kind: 'empty' | 'none' | 'failed' }>;
  readonly nowMs: number;
}) {
  const { view, lines, show, retry, newest } = state;
  const everything = (look: 'main' | 'line') => (
    <Button look={look} onClick={() => show({ range: { kind: 'named', name: 'max' } })}>
      Show everything
    </Button>
  );
  if (face.kind === 'failed') {
    return (
      <Blank
        title="The history could not be read"
        actions={
          <Button look="main" onClick={retry}>
            Try again
          </Button>
        }
        {...(face.trouble.kind === 'fault' &&
          face.trouble.requestId !== null && { trace: `request ${face.trouble.requestId}` })}
      >
        <p>Your range and lines are kept in the address.</p>
      </Blank>
    );
  }
  if (face.kind === 'none') {
    return (
      <Blank
        title={`No source has ${view.base}/${view.quote}`}
        actions={
          view.sources !== null && (
            <Button look="main" onClick={() => show({ sources: null })}>
              Show a source that has it
            </Button>
          )
        }
        {...(face.error !== null && {
          trace: [face.error.code, face.error.requestId && `request ${face.error.requestId}`]
            .filter(Boolean)
            .join(' · '),
        })}
      >
        <p>
          {face.error?.message ??
            'None of the sources that are enabled here has a figure of this pair, today or earlier. A cross through a third currency has no history of its own.'}
        </p>
        {face.error === null && (
          <p className="mt-2">
            On a new service, figures come once a source answers; <code>npm run import</code> loads a
            publisher’s own file.
          </p>
        )}
      </Blank>
    );
  }
  const source = lines[0]?.source;
  const lastMs = newest?.instantsMs.at(-1);
  return (
    <Blank title="No figures in this range" actions={everything('main')}>
      <p>
        {source && HABITS[source]}
        {lastMs !== undefined && ` Its newest figure of this pair is of ${chartDate(lastMs, 'day')}.`}
      </p>
    </Blank>
  );
}
