import { ChevronDown } from 'lucide-react';
import { memo } from 'react';
import { isSourceId, type SourceId } from '#lib/domain/source-id';
import type { SourceComparison } from '#components/converter/model/use-comparison.ts';
import type { ConverterState } from '#components/converter/model/use-converter.ts';
import { shortSourceName, sourceName } from '#lib/format/sources/source-names';

/** Chooses between the service's own choice and one source of those that have the pair. The list itself is the browser's. */
export const SourceSwitch = memo(function SourceSwitch({
  source,
  answering,
  comparison,
  show,
}: {
  /** Null lets the service choose. */
  readonly source: SourceId | null;
  /** Whose rate it is; null while there is none. */
  readonly answering: SourceId | null;
  readonly comparison: SourceComparison;
  readonly show: ConverterState['show'];
}) {
  const having = comparison.answer?.rates.map((rate) => rate.source) ?? [];
  const missing = source !== null && !having.includes(source) ? [source] : [];
  return (
    <label className="relative inline-flex h-7 min-w-0 items-center gap-1.5 rounded-control bg-surface pr-2 pl-2.5 text-sm whitespace-nowrap text-text inset-ring inset-ring-control focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-focus max-phone:h-10">
      <span className="text-text-soft group-data-wide/ledger:sr-only @max-[54rem]:sr-only">Source</span>
      <span aria-hidden="true" className="font-medium">
        {source === null ? 'Default' : shortSourceName(source)}
      </span>
      {source === null && answering !== null && (
        <span aria-hidden="true" className="min-w-0 truncate text-text-soft">
          {shortSourceName(answering)}
        </span>
      )}
      <ChevronDown aria-hidden="true" className="size-4 flex-none text-text-muted print:hidden" />
      <select
        value={source ?? ''}
        onChange={({ currentTarget }) => show({ source: chosen(currentTarget.value) })}
        className="absolute inset-0 cursor-pointer text-base opacity-0"
      >
        <option value="">
          Default{source === null && answering !== null ? `, now ${sourceName(answering)}` : ''}
        </option>
        {[...having, ...missing].map((one) => (
          <option key={one} value={one}>
            {sourceName(one)}
          </option>
        ))}
      </select>
    </label>
  );
});

function chosen(value: string): SourceId | null {
  return isSourceId(value) ? value : null;
}
