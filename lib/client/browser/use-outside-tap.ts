import { type RefObject, useEffect, useEffectEvent } from 'react';

/** Hears of a tap outside an element while it is asked to; a tap there need not take the focus away. */
export function useOutsideTap(
  element: RefObject<HTMLElement | null>,
  isAsked: boolean,
  onTap: () => void,
): void {
  const told = useEffectEvent(onTap);
  useEffect(() => {
    if (!isAsked) return;
    const hear = ({ target }: PointerEvent) => {
      if (target instanceof Node && element.current?.contains(target) !== true) told();
    };
    document.addEventListener('pointerdown', hear);
    return () => document.removeEventListener('pointerdown', hear);
  }, [element, isAsked]);
}
