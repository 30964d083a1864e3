import { Blank } from '#components/ui/notices/blank';
import { Button } from '#components/ui/buttons/button';
import type { ConverterState, Face } from '#components/converter/model/use-converter.ts';

/** In the place of the facts when the service could not be asked; its code comes with the page, for the network may be away. */
export function FailedRate({
  state: { view, retry },
  face: { trouble },
}: {
  readonly state: ConverterState;
  readonly face: Extract<Face, { readonly kind: 'failed' }>;
}) {
  return (
    <Blank
      title={`${view.from} to ${view.to} could not be loaded`}
      actions={
        <Button look="main" onClick={retry}>
          Try again
        </Button>
      }
      failure={trouble}
    >
      <p>What you typed is kept. The rate comes as soon as the service answers.</p>
    </Blank>
  );
}
