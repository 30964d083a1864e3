import { Choice } from '#components/ui/fields/choice';
import type { SourceId } from '#lib/domain/source-id';
import { MEASURED, REFERENCE } from '#lib/format/charts/difference-model';
import { shortSourceName, sourceName } from '#lib/format/sources/source-names';
import type { ChartState } from '#components/history-chart/use-chart.ts';

/** Which two sources are compared: the one that is measured, and the one it is measured against. */
export function DifferenceChoice({ state: { lines, having = [], show } }: { readonly state: ChartState }) {
  const measured = lines[MEASURED]?.source ?? null;
  const reference = lines[REFERENCE]?.source ?? null;
  const offered = [...new Set([...having, ...lines.flatMap(({ source }) => source ?? [])])];
  /** The other one where both would be the same: the two change places. */
  const compare = (source: SourceId | null, against: SourceId | null) =>
    show({ sources: source && [source], against });
  return (
    <span className="flex items-center gap-1.5 whitespace-nowrap">
      <SourceOf
        label="Source that is measured"
        chosen={measured}
        offered={offered}
        onChoose={(source) => compare(source, source === reference ? measured : reference)}
      />
      <span className="text-sm text-text-soft">against</span>
      <SourceOf
        label="Source it is measured against"
        chosen={reference}
        offered={offered}
        onChoose={(source) => compare(source === measured ? reference : measured, source)}
      />
    </span>
  );
}

function SourceOf({
  label,
  chosen,
  offered,
  onChoose,
}: {
  readonly label: string;
  readonly chosen: SourceId | null;
  readonly offered: readonly SourceId[];
  readonly onChoose: (source: SourceId) => void;
}) {
  return (
    <Choice
      label={label}
      look="chip"
      isChosen
      value={chosen ?? ''}
      shown={chosen === null ? 'No source' : shortSourceName(chosen)}
      onChoose={(value) => {
        const source = offered.find((one) => one === value);
        if (source) onChoose(source);
      }}
    >
      {chosen === null && <option value="">No source</option>}
      {offered.map((source) => (
        <option key={source} value={source}>
          {sourceName(source)}
        </option>
      ))}
    </Choice>
  );
}
