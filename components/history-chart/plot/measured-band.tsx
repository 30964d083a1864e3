import { X } from 'lucide-react';
import { DefaultZIndexes, ReferenceArea } from 'recharts';
import { Button } from '#components/ui/buttons/button';
import { Change } from '#components/ui/figures/change';
import type { MeasuredStretch } from '#lib/format/charts/measured-stretch';
import { LineSwatch } from './line-look.tsx';

/** The stretch that was measured, tinted behind the lines. */
export function MeasuredBand({ stretch: { fromMs, toMs } }: { readonly stretch: MeasuredStretch }) {
  return (
    <ReferenceArea
      x1={fromMs}
      x2={toMs}
      fill="var(--color-accent)"
      fillOpacity={0.12}
      stroke="var(--color-accent-line)"
      zIndex={DefaultZIndexes.grid}
      data-measured
    />
  );
}

/** What was measured, at the foot of the plot: change, time and pace of each line. What is pointed at is told at its head. */
export function MeasuredNote({
  stretch: { between, length, lines },
  onEnd,
}: {
  readonly stretch: MeasuredStretch;
  readonly onEnd: () => void;
}) {
  return (
    <div className="pointer-events-none absolute inset-x-2 bottom-9 z-20 flex max-phone:right-16 justify-center">
      <div className="pointer-events-auto flex max-w-full items-start gap-2 rounded-card bg-raised py-1.5 pr-1.5 pl-3 text-sm shadow-float">
        <div role="status" className="min-w-0 py-0.5">
          <p className="text-xs text-text-muted">
            {between} · {length}
          </p>
          {lines.length === 0 && <p>No line has a figure at both points.</p>}
          {lines.map(({ place, label, changePercent, movement, yearlyPercent }) => (
            <p key={place} className="flex flex-wrap items-baseline gap-x-3">
              {lines.length > 1 && (
                <span className="flex items-center gap-1.5">
                  <LineSwatch place={place} /> {label}
                </span>
              )}
              <span className="font-medium">
                <Change percent={changePercent} />
              </span>
              {lines.length === 1 && <span>{movement}</span>}
              {yearlyPercent !== null && (
                <span className="inline-flex gap-1 text-text-soft">
                  <Change percent={yearlyPercent} /> a year
                </span>
              )}
            </p>
          ))}
        </div>
        <Button look="ghost" size="icon" aria-label="End measuring" title="End measuring (m)" onClick={onEnd}>
          <X aria-hidden="true" className="size-4" />
        </Button>
      </div>
    </div>
  );
}
