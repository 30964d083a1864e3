import type { LucideIcon } from 'lucide-react';
import type { CurrencyOption } from '#lib/format/currencies/currency-list';

/** An amount of one currency in another, whose figure the palette shows beside the words. */
export interface AskedFigure {
  readonly amount: string;
  readonly from: CurrencyOption;
  readonly to: CurrencyOption;
}

/** Something that the palette offers: a place to go to, or something to do. */
export interface PaletteEntry {
  readonly id: string;
  readonly text: string;
  readonly icon: LucideIcon;
  /** What stands at the end of the line, in words. */
  readonly note?: string;
  readonly figure?: AskedFigure;
  /** Whose state stands at the end of the line. */
  readonly source?: string;
  readonly leads: { readonly to: string } | { readonly does: () => void };
}

/** Entries under one heading. */
export interface PaletteGroup {
  readonly heading: string;
  readonly items: readonly PaletteEntry[];
}
