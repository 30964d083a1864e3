import { type ComponentProps, lazy, memo, Suspense } from 'react';
import { onceReachable } from '#lib/client/browser/once-reachable';
import { RangeFiguresSkeleton } from './range-figures-card.tsx';

const RangeFiguresList = lazy(async () => {
  const { RangeFiguresList } = await onceReachable(() => import('./range-figures-list.tsx'));
  return { default: RangeFiguresList };
});

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
