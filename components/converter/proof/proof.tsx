import { type ComponentProps, useDeferredValue, useMemo, useState } from 'react';
import { workingLineCount } from '#lib/format/rates/working-lines';
import { RateFacts, RateFactsSkeleton } from './rate-facts.tsx';
import type { Face } from '#components/converter/model/use-converter.ts';
import { Working, WorkingSkeleton } from './working.tsx';

/** Where the figures come from; face and pair are the same objects until they change. The amounts answer a press; what stands under them follows in the next frame. */
export function Proof({
  face,
  pair,
  ...shared
}: Omit<ComponentProps<typeof RateFacts>, 'conversion' | 'inverse'> & {
  readonly face: Extract<Face, { readonly kind: 'filled' | 'loading' }>;
}) {
  const asked = useMemo(() => ({ face, pair }), [face, pair]);
  const shown = useDeferredValue(asked);
  const conversion = shown.face.kind === 'filled' ? shown.face.conversion : null;
  // What is on its way is most likely made as what stood there before, and then takes the same room.
  const [lines, setLines] = useState(1);
  const linesNow = conversion === null ? lines : workingLineCount(conversion.provenance);
  if (linesNow !== lines) setLines(linesNow);
  return (
    <div aria-busy={shown !== asked} className="aria-busy:opacity-60">
      {shown.face.kind === 'filled' ? (
        <>
          <RateFacts
            {...shared}
            conversion={shown.face.conversion}
            inverse={shown.face.quote.inverse}
            pair={shown.pair}
          />
          <Working conversion={shown.face.conversion} />
        </>
      ) : (
        <>
          <RateFactsSkeleton />
          <WorkingSkeleton lines={lines} />
        </>
      )}
    </div>
  );
}
