const LINES = 6;

/** The place of the plot and its strip while they are on their way: the grid and nothing else. */
export function PlotSkeleton({
  text,
  hasStrip = true,
}: {
  readonly text?: string;
  readonly hasStrip?: boolean;
}) {
  return (
    <div aria-hidden={text === undefined}>
      <div className="relative h-100 pt-5 pr-16 pb-7 pl-4 max-xl:h-90 max-phone:h-75">
        <div className="flex h-full flex-col justify-between">
          {Array.from({ length: LINES }, (_, line) => (
            <span key={line} className="h-px bg-(--color-grid) last:bg-line-strong" />
          ))}
        </div>
        {text !== undefined && (
          <p className="absolute top-1/2 left-4 -translate-y-1/2 bg-surface pr-2 text-sm text-text-soft">
            {text}
          </p>
        )}
      </div>
      {hasStrip && (
        <div className="mt-1 h-18 pr-16 pl-4 print:hidden">
          <div className="h-13 bg-sunken" />
        </div>
      )}
    </div>
  );
}
