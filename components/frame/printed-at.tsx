'use client';
import { useEffect, useRef } from 'react';
import { instantText } from '#lib/format/instants';

/** On paper, when it was printed and the address that leads back to it. */
export function PrintedAt() {
  const line = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    const write = () => {
      if (line.current === null) return;
      line.current.textContent = `Printed ${instantText(new Date())} from ${window.location.href}`;
    };
    window.addEventListener('beforeprint', write);
    return () => window.removeEventListener('beforeprint', write);
  }, []);
  return <p ref={line} className="hidden basis-full break-all print:block" />;
}
