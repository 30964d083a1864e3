import { useCallback, useInsertionEffect, useRef } from 'react';

/** One function for as long as the component stands, which does what the latest render says: what is given it need not be drawn again. Not for use while rendering. */
export function useStableCall<Given extends readonly unknown[], Told>(
  call: (...given: Given) => Told,
): (...given: Given) => Told {
  const latest = useRef(call);
  useInsertionEffect(() => {
    latest.current = call;
  });
  return useCallback((...given: Given) => latest.current(...given), []);
}
