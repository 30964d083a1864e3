import { useQuery } from '@tanstack/react-query';
import { ChevronDown } from 'lucide-react';
import { sourcesQuery } from '#lib/client/queries';
import type { RatesClient } from '#lib/client/rates-client';
import { isSourceId, type SourceId } from '#lib/domain/source-id';
import type { ConverterState } from './use-converter.ts';

/** Chooses between the service's own choice and one source of those that have the pair. The list itself is the browser's. */
export function SourceSwitch({
  client,
  state,
}: {
  readonly client: RatesClient;
  readonly state: ConverterState;
}) {
  const { view, face, show } = state;
  const { data } = useQuery(sourcesQuery(client, view));
  const having = data?.answer.ok ? data.answer.value.sources : [];
  const missing = view.source !== null && !having.includes(view.source) ? [view.source] : [];
  const answering = face.kind === 'filled' ? face.conversion.source : null;
  return (
    <label className="relative inline-flex h-7 min-w-0 items-center gap-1.5 rounded-control bg-surface pr-2 pl-2.5 text-sm whitespace-nowrap text-text inset-ring inset-ring-control focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-focus max-phone:h-10">
      <span className="text-text-soft @max-[54rem]:sr-only">Source</span>
      <span aria-hidden="true" className="font-medium">
        {view.source ?? 'Default'}
      </span>
      {view.source === null && answering !== null && (
        <span aria-hidden="true" className="text-text-soft">
          {answering}
        </span>
      )}
      <ChevronDown aria-hidden="true" className="size-4 text-text-muted" />
      <select
        value={view.source ?? ''}
        onChange={({ currentTarget }) => show({ source: chosen(currentTarget.value) })}
        className="absolute inset-0 cursor-pointer text-base opacity-0"
      >
        <option value="">
          Default{view.source === null && answering !== null ? `, now ${answering}` : ''}
        </option>
        {[...having, ...missing].map((source) => (
          <option key={source} value={source}>
            {source}
          </option>
        ))}
      </select>
    </label>
  );
}

function chosen(value: string): SourceId | null {
  return isSourceId(value) ? value : null;
}
