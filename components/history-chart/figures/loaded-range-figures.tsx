import { type ComponentProps, memo, Suspense } from 'react';
import { lazyPart } from '#lib/client/browser/lazy-part';
import { RangeFiguresSkeleton } from './range-figures-card.tsx';

const RangeFiguresList = lazyPart(() => import('./range-figures-list.tsx'), 'RangeFiguresList');

/** The figures of a range: in the page from the start, and alive as soon as their code is there. */
export const LoadedRangeFigures = memo(function LoadedRangeFigures(
  list: ComponentProps<typeof RangeFiguresList>,
) {
  return (
    <Suspense fallback={<RangeFiguresSkeleton isOnItsWay />}>
      <RangeFiguresList {...list} />
    </Suspense>
  );
});
