import { Choice } from '#components/ui/fields/choice';
import { isSourceId, type SourceId } from '#lib/domain/source-id';
import type { SourceComparison } from '#components/converter/model/use-comparison.ts';
import type { ConverterState } from '#components/converter/model/use-converter.ts';
import { shortSourceName, sourceName } from '#lib/format/sources/source-names';

/** Chooses between the service's own choice and one source of those that have the pair. The list itself is the browser's. */
export function SourceSwitch({
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
    <Choice
      label="Source"
      look="line"
      value={source ?? ''}
      shown={
        <>
          <span className="text-text-soft group-data-wide/ledger:hidden @max-[54rem]:hidden">Source</span>
          <span className="font-medium">{source === null ? 'Default' : shortSourceName(source)}</span>
          {source === null && answering !== null && (
            <span className="min-w-0 truncate text-text-soft max-phone:group-data-dated/rate:hidden">
              {shortSourceName(answering)}
            </span>
          )}
        </>
      }
      onChoose={(value) => show({ source: isSourceId(value) ? value : null })}
    >
      <option value="">
        Default{source === null && answering !== null ? `, now ${sourceName(answering)}` : ''}
      </option>
      {[...having, ...missing].map((one) => (
        <option key={one} value={one}>
          {sourceName(one)}
        </option>
      ))}
    </Choice>
  );
}
