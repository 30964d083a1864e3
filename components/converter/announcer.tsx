import { useEffect, useState } from 'react';

/** How long typing rests before a result is read out. */
const REST_MS = 500;

/** Says a changed result to screen readers once typing rests; the first one and refreshes that change nothing stay silent. */
export function Announcer({ text }: { readonly text: string | null }) {
  const [first] = useState(text);
  const [said, setSaid] = useState('');
  useEffect(() => {
    if (text === null || (text === first && said === '')) return;
    const timer = setTimeout(() => setSaid(text), REST_MS);
    return () => clearTimeout(timer);
  }, [text, first, said]);
  return (
    <p role="status" className="sr-only">
      {said}
    </p>
  );
}
