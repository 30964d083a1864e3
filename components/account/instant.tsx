import type { ReactNode } from 'react';
import { dayText, instantText } from '#lib/format/instants';

/** An instant, an ISO text: its UTC day unless other words are given, and in the tooltip the minute. */
export function Instant({ at, children }: { readonly at: string; readonly children?: ReactNode }) {
  const instant = new Date(at);
  return (
    <time dateTime={at} title={instantText(instant)}>
      {children ?? dayText(instant)}
    </time>
  );
}
