import { page, userEvent } from 'vitest/browser';
import { answerOf } from './shown-page.ts';

/** The field of the amount. */
export const amountField = page.getByRole('textbox', { name: /^Amount in/ });

/** The field of what is wanted in the end. */
export const resultField = page.getByRole('textbox', { name: /^Result in/ });

/** The result, by its figure and code: `116.84 USD`. */
export function resultOf(name: string) {
  return page.getByRole('status', { name, exact: true });
}

/** `result` of GET /v1/convert. */
export async function converted(from: string, to: string, amount: string): Promise<number> {
  const body = await answerOf(`/v1/convert?from=${from}&to=${to}&amount=${amount}`);
  if (typeof body === 'object' && body && 'result' in body && typeof body.result === 'number')
    return body.result;
  throw new Error(`no result in ${JSON.stringify(body)}`);
}

/** The API's amount as the page shows it: grouped, rounded to minor units. */
export function shownAmount(amount: number, minorUnits = 2): string {
  return amount.toLocaleString('en', {
    minimumFractionDigits: minorUnits,
    maximumFractionDigits: minorUnits,
  });
}

/** Pastes a text where the focus is, by the clipboard. */
export async function paste(text: string): Promise<void> {
  await navigator.clipboard.writeText(text);
  await userEvent.keyboard('{Control>}v{/Control}');
}
