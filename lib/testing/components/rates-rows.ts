import { page } from 'vitest/browser';

/** The search field. */
export const searchField = page.getByRole('textbox', { name: 'Search by code, name or country' });

/** The codes of the rows that are drawn, in their order. */
export function drawnCodes(): readonly string[] {
  return [...document.querySelectorAll<HTMLElement>('tr[data-code]')].map(
    ({ dataset }) => dataset['code'] ?? '',
  );
}

/** The row of a code; null where none is drawn. */
export function rowOf(code: string): HTMLElement | null {
  return document.querySelector(`tr[data-code="${code}"]`);
}
