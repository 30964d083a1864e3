import { type RefObject, startTransition, useEffect, useState } from 'react';

/** How far below or above the window a place may be, so that what belongs there is drawn before it is reached. */
const AHEAD = '50%';

/** Whether a place has been in the window or near it: what is dear to draw waits for that, and nothing that a visitor does waits for it. */
export function useIsNear(place: RefObject<Element | null>): boolean {
  const [isNear, setIsNear] = useState(false);
  useEffect(() => {
    const watched = place.current;
    if (watched === null || isNear) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) startTransition(() => setIsNear(true));
      },
      { rootMargin: `${AHEAD} 0px` },
    );
    observer.observe(watched);
    return () => observer.disconnect();
  }, [place, isNear]);
  return isNear;
}
