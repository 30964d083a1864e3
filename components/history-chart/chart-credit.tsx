import { coverageAddress } from '#lib/client/address/coverage-address';
import { creditOf, type ModelLine } from '#lib/format/charts/chart-model';

/** Whose figures some lines show, and where to read which days they have; law is in force on every day. */
export function ChartCredit({
  lines,
  credits,
}: {
  readonly lines: readonly ModelLine[];
  readonly credits: Readonly<Record<string, string>>;
}) {
  return (
    <p className="mt-1 text-xs text-text-muted">
      {creditOf({ lines }, credits)}{' '}
      {lines
        .filter(({ facts }) => facts.rhythm.kind !== 'law')
        .map((line) => (
          <a
            key={line.place}
            href={coverageAddress(line.source, line)}
            className="mr-3 whitespace-nowrap text-accent underline decoration-accent-line underline-offset-3 print:hidden"
          >
            Which days have a figure{lines.length > 1 && ` (${line.label})`}?
          </a>
        ))}
    </p>
  );
}
