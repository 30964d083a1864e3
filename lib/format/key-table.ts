import { NAVIGATION } from '#lib/format/navigation';

/** A key, or keys one after the other or together, and what it does; `+` within a text joins keys that are held together. */
export interface KeyHelpRow {
  /** Each is a way to the same: `['j'], ['ArrowDown']`. In a way, keys are pressed one after the other. */
  readonly ways: readonly (readonly string[])[];
  readonly does: string;
}

/** The keys of a page; `everywhere` are those of every page. */
export interface KeyGroup {
  readonly page: 'everywhere' | 'converter' | 'rates' | 'charts' | 'status' | 'docs';
  readonly title: string;
  readonly rows: readonly KeyHelpRow[];
}

/** Every key of the product, as the help shows it; e2e/keys.spec.ts presses each of them. */
export const KEY_TABLE: readonly KeyGroup[] = [
  {
    page: 'converter',
    title: 'Converter',
    rows: [
      { ways: [['/']], does: 'Go to the amount' },
      { ways: [['s']], does: 'Swap the currencies' },
      { ways: [['c']], does: 'Copy the result with all digits' },
      { ways: [['f']], does: 'Make the result’s currency a favourite' },
      { ways: [['Shift+Enter']], does: 'Make a currency of the list a favourite' },
      { ways: [['ArrowUp'], ['ArrowDown']], does: 'Amount up or down by 1' },
      { ways: [['Shift+ArrowUp'], ['Shift+ArrowDown']], does: 'By 10' },
      { ways: [['Alt+ArrowUp'], ['Alt+ArrowDown']], does: 'By 0.1' },
    ],
  },
  {
    page: 'rates',
    title: 'Rates',
    rows: [
      { ways: [['/']], does: 'Search' },
      { ways: [['j'], ['k']], does: 'Next or previous row' },
      { ways: [['Enter']], does: 'Open or close the row' },
      { ways: [['p'], ['f']], does: 'Pin the row' },
    ],
  },
  {
    page: 'charts',
    title: 'Chart',
    rows: [
      { ways: [['/']], does: 'Choose a pair' },
      { ways: [['x']], does: 'Swap the direction' },
      { ways: [['ArrowLeft'], ['ArrowRight']], does: 'Point before or after' },
      { ways: [['Shift+ArrowLeft'], ['Shift+ArrowRight']], does: 'Ten points' },
      { ways: [['+'], ['-']], does: 'Zoom in or out' },
      { ways: [['m']], does: 'Measure from the point, or end it' },
      { ways: [['t']], does: 'Show or hide the table' },
    ],
  },
  {
    page: 'status',
    title: 'Days of a source',
    rows: [
      { ways: [['ArrowLeft'], ['ArrowRight']], does: 'Day before or after' },
      { ways: [['PageDown'], ['PageUp']], does: 'Week before or after' },
      { ways: [['Home'], ['End']], does: 'First or last day' },
    ],
  },
  {
    page: 'docs',
    title: 'Docs',
    rows: [
      { ways: [['/']], does: 'Search the docs' },
      { ways: [['Control+Enter']], does: 'Send the request of a box' },
    ],
  },
  {
    page: 'everywhere',
    title: 'Everywhere',
    rows: [
      { ways: [['Control+K']], does: 'Command palette' },
      { ways: [['Control+Enter']], does: 'Open in a new tab, in the palette' },
      { ways: [['?']], does: 'This help' },
      { ways: [['Escape']], does: 'Close what is open' },
      ...NAVIGATION.map(({ key, name }) => ({
        ways: [['g', key]],
        does: `Go to ${name}`,
      })),
    ],
  },
];
