import { useDeferredValue, useMemo, useState } from 'react';
import type { PageClock } from '#components/ui/ticking-time';
import type { Timetables } from '#lib/format/next-expected';
import { workingLineCount } from '#lib/format/working-lines';
import { Facts, FactsSkeleton } from './facts.tsx';
import type { ShownPair } from './shown-pair.ts';
import type { Copy } from './use-copy.ts';
import type { Face } from './use-converter.ts';
import { Working, WorkingSkeleton } from './working.tsx';

/** Where the figures come from. The amounts answer a press; what stands under them follows in the next frame. */
export function Proof({
  face,
  pair,
  ...shared
}: {
  readonly face: Extract<Face, { readonly kind: 'filled' | 'loading' }>;
  /** The same object until it changes, like the face. */
  readonly pair: ShownPair;
  readonly timetables: Timetables;
  /** The credit that each publisher asks for. */
  readonly credits: Readonly<Record<string, string>>;
  readonly clock: PageClock;
  /** Without a network nobody can say how current the figures still are. */
  readonly isUnsure: boolean;
  readonly copy: Copy;
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
          <Facts
            {...shared}
            conversion={shown.face.conversion}
            inverse={shown.face.quote.inverse}
            pair={shown.pair}
          />
          <Working conversion={shown.face.conversion} />
        </>
      ) : (
        <>
          <FactsSkeleton />
          <WorkingSkeleton lines={lines} />
        </>
      )}
    </div>
  );
}
