import { Autocomplete } from '@base-ui/react/autocomplete';
import type { RatesClient } from '#lib/client/rates/rates-client';
import { LiveFigure, LiveState } from './live-ends.tsx';
import type { PaletteEntry } from './palette-entry.ts';

/** A line of the palette: what it is, and what is known of it at the end. */
export function PaletteRow({
  entry,
  client,
  onChoose,
}: {
  readonly entry: PaletteEntry;
  readonly client: RatesClient;
  readonly onChoose: (entry: PaletteEntry, isNewTab: boolean) => void;
}) {
  const { icon: Icon, text, note, figure, source } = entry;
  return (
    <Autocomplete.Item
      value={entry}
      onClick={({ ctrlKey, metaKey }) => onChoose(entry, ctrlKey || metaKey)}
      className="mx-1 flex h-10 cursor-default items-center gap-2.5 rounded-control px-3 outline-none select-none data-highlighted:bg-selected data-highlighted:shadow-[inset_2px_0_0_var(--color-accent)] max-phone:h-12"
    >
      <Icon aria-hidden="true" className="size-4 flex-none text-text-soft" strokeWidth={1.9} />
      <span className="flex-none">{text}</span>
      {note !== undefined && <span className="min-w-0 truncate text-sm text-text-muted">{note}</span>}
      <span className="ml-auto flex-none pl-2 text-text-soft">
        {figure && <LiveFigure client={client} asked={figure} />}
        {source !== undefined && <LiveState client={client} source={source} />}
      </span>
    </Autocomplete.Item>
  );
}
