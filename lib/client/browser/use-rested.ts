import { useEffect, useState } from 'react';

/** How long typing rests before a question is asked: what it pushes down then still moves as the answer to a key. */
const REST_MS = 400;

/** Whether a value has not changed for a while. */
export function useRested(value: string | null): boolean {
  const [rested, setRested] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), REST_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return rested === value;
}
