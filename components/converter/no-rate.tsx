import { Blank } from '#components/ui/blank';
import { Button } from '#components/ui/button';
import { ReasonList } from '#components/ui/reason-list';
import type { ClientError } from '#lib/client/rates-client';
import { triedSources } from '#lib/format/tried-sources';
import type { PickedEnd } from './picked-end.ts';
import type { ConverterState, Face } from './use-converter.ts';

/** In the place of the facts when the service has no rate: what is, why, what to do. */
export function NoRate({
  state,
  face,
  hasFigures,
  onPick,
}: {
  readonly state: ConverterState;
  readonly face: Extract<Face, { readonly kind: 'none' }>;
  readonly hasFigures: boolean;
  readonly onPick: (end: PickedEnd) => void;
}) {
  const { view, show } = state;
  const pair = `${view.from} to ${view.to}`;
  if (!hasFigures) return <NoFigures error={face.error} />;
  return (
    <Blank
      title={titleOf(face.error, view.source, pair)}
      trace={traceOf(face.error)}
      actions={
        <>
          {view.source !== null && (
            <Button look="main" onClick={() => show({ source: null })}>
              Ask every source
            </Button>
          )}
          <Button look={view.source === null ? 'main' : 'line'} onClick={() => onPick('to')}>
            Choose another currency
          </Button>
          <a
            href="/status"
            className="inline-flex h-8 items-center rounded-control bg-surface px-3 text-sm font-medium inset-ring inset-ring-line-strong hover:bg-hover max-phone:min-h-10"
          >
            {isMissingNow(face.error) ? 'See what is wrong' : 'See the sources'}
          </a>
        </>
      }
    >
      <Reasons error={face.error} source={view.source} />
    </Blank>
  );
}

/** Whether the rate is one that comes back: what has it is late, held or not there yet. */
function isMissingNow({ code }: ClientError): boolean {
  return code === 'source_unavailable';
}

function titleOf(error: ClientError, source: string | null, pair: string): string {
  if (isMissingNow(error)) return `There is no current rate of ${pair}`;
  return source === null ? `No source has ${pair}` : `${source} has no rate for ${pair}`;
}

/** Which sources were tried, and why each had none; the service's own sentence where it names none. */
function Reasons({ error, source }: { readonly error: ClientError; readonly source: string | null }) {
  const tried = triedSources(error.message);
  if (tried.length === 0) return <p>{error.message}</p>;
  if (isMissingNow(error)) {
    return (
      <>
        <p>
          No source has a figure that is new enough to be served. The rate comes back by itself with the next
          one.
        </p>
        <ReasonList reasons={tried} />
      </>
    );
  }
  return (
    <>
      {source === null && (
        <p>
          Both currencies are known, but{' '}
          {tried.length === 1 ? 'the one source' : `none of the ${tried.length} sources`} asked has a figure
          for the pair, directly or through USD or EUR.
        </p>
      )}
      <ReasonList reasons={tried} />
    </>
  );
}

function NoFigures({ error }: { readonly error: ClientError }) {
  return (
    <Blank title="There are no figures yet" trace={traceOf(error)}>
      <p>They come by themselves once a source answers. To load history from a publisher’s own file:</p>
      <pre className="mt-3 whitespace-pre-wrap rounded-control bg-sunken p-3 font-mono text-sm text-text">
        npm run import -- --source ecb --file eurofxref-hist.zip
      </pre>
    </Blank>
  );
}

function traceOf({ code, requestId }: ClientError): string {
  return requestId === null ? code : `${code} · request ${requestId}`;
}
