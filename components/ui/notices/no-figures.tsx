import { ButtonLink } from '#components/ui/buttons/button';
import type { ClientError } from '#lib/client/asking/ask';
import { Blank } from './blank.tsx';

/** Where the whole service has no figures: how they come. */
export function NoFigures({ error }: { readonly error: ClientError }) {
  return (
    <Blank title="There are no figures yet" failure={error}>
      <p>They come by themselves once a source answers. To load history from a publisher’s own file:</p>
      <pre className="mt-3 whitespace-pre-wrap rounded-control bg-sunken p-3 font-mono text-sm text-text">
        npm run import -- --source ecb --file eurofxref-hist.zip
      </pre>
    </Blank>
  );
}

/** Whether figures come back by themselves: what has them is late, held or not there yet. */
export function isMissingNow(error: ClientError | null): boolean {
  return error?.code === 'source_unavailable';
}

/** The way to what the service knows of its sources. */
export function SourcesLink({ error }: { readonly error: ClientError }) {
  return (
    <ButtonLink look="line" href="/status">
      {isMissingNow(error) ? 'See what is wrong' : 'See the sources'}
    </ButtonLink>
  );
}
