'use client';
import { useNow, useNowAs } from '#lib/client/browser/now';
import { ageText, secondsUntil } from '#lib/format/sources/ages';
import { instantText } from '#lib/format/instants';
import { MINUTE_MS, SECOND_MS } from '#lib/domain/durations';

/** The clock that ages are measured by: what it read when the page was made, and how far it is from this device's. */
export interface PageClock {
  readonly servedAtMs: number;
  /** 0 unless the operator set the service's clock. */
  readonly offsetMs: number;
}

interface AgeProps {
  readonly instant: string;
  readonly clock: PageClock;
}

/** An age in words, growing by itself, with the exact instant for machines and in the tooltip. */
export function Age(age: AgeProps) {
  return <ShortAge {...age} unit=" ago" />;
}

/** The same without "ago", for columns that are headed so; renewed every ten seconds once seconds say nothing. */
export function ShortAge({ instant, clock, unit = '' }: AgeProps & { readonly unit?: string }) {
  const atMs = Date.parse(instant);
  const isYoung = clock.servedAtMs + clock.offsetMs - atMs < MINUTE_MS;
  const text = useNowAs(isYoung ? SECOND_MS : 10 * SECOND_MS, clock.servedAtMs, (nowMs) =>
    ageText(nowMs + clock.offsetMs - atMs),
  );
  return (
    <time
      dateTime={instant}
      title={`${instantText(new Date(instant))} (${instant})`}
      className="cursor-help border-b border-dotted border-control"
    >
      {text + unit}
    </time>
  );
}

/** The age of something that this device itself received. */
export function SinceReceived({ atMs }: { readonly atMs: number }) {
  const text = useNowAs(SECOND_MS, atMs, (nowMs) => ageText(nowMs - atMs));
  return <>{text}</>;
}

/** Seconds until an instant of this device's clock, counting down: `8 s`. */
export function Countdown({ toMs }: { readonly toMs: number }) {
  const now = useNow(SECOND_MS, toMs);
  return <span aria-hidden="true">{secondsUntil(toMs, now)} s</span>;
}
