import { Blank } from '#components/ui/notices/blank';
import { Button } from '#components/ui/buttons/button';
import { ReasonList, ReasonsSkeleton } from '#components/ui/notices/reason-list';
import type { ClientError } from '#lib/client/rates/rates-client';
import type { ConverterView } from '#lib/client/address/converter-address';
import { noRateReasons, noReasonsText } from '#lib/format/rates/no-rate-reasons';
import type { PickedEnd } from '#components/converter/model/picked-end.ts';
import type { SourceComparison } from '#components/converter/model/use-comparison.ts';
import type { ConverterState, Face } from '#components/converter/model/use-converter.ts';
import { capital, sourceInText } from '#lib/format/sources/source-names';

/** In the place of the facts when the service has no rate: what is, why, what to do. */
export function NoRateMessage({
  state,
  face,
  comparison,
  hasFigures,
  onPick,
}: {
  readonly state: ConverterState;
  readonly face: Extract<Face, { readonly kind: 'none' }>;
  /** What each source says of the pair; it may still be of the pair before. */
  readonly comparison: SourceComparison;
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
      <Reasons error={face.error} view={view} comparison={comparison} />
    </Blank>
  );
}

/** Whether the rate is one that comes back: what has it is late, held or not there yet. */
function isMissingNow({ code }: ClientError): boolean {
  return code === 'source_unavailable';
}

function titleOf(error: ClientError, source: string | null, pair: string): string {
  if (isMissingNow(error)) return `There is no current rate of ${pair}`;
  return source === null
    ? `No source has ${pair}`
    : `${capital(sourceInText(source))} has no rate for ${pair}`;
}

/** Why each source has none, or the one that was asked. */
function Reasons({
  error,
  view,
  comparison,
}: {
  readonly error: ClientError;
  readonly view: ConverterView;
  readonly comparison: SourceComparison;
}) {
  const { answer, trouble } = comparison;
  const isOfPair = answer?.from === view.from && answer.to === view.to;
  if (!isOfPair && trouble === null) return <ReasonsSkeleton />;
  const chosen = view.source && [view.source];
  const reasons = isOfPair ? noRateReasons(answer, chosen) : [];
  if (reasons.length === 0) return <p>{noReasonsText(isOfPair ? answer : null, chosen)}</p>;
  return (
    <>
      {view.source === null && (
        <p>
          {isMissingNow(error)
            ? 'No source has a figure that is new enough to be served. The rate comes back by itself with the next one.'
            : `Both currencies are known, but ${
                reasons.length === 1
                  ? 'the only source asked has no'
                  : `none of the ${reasons.length} sources asked has a`
              } figure for the pair, directly or through USD or EUR.`}
        </p>
      )}
      <ReasonList reasons={reasons} />
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
