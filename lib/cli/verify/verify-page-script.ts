import { receiptSummary, simulatedWarning } from '#lib/domain/receipts/receipt-summary';
import { verifyReceipt } from '#lib/domain/receipts/verify-receipt';

// What public/verify.html runs: it verifies what is pasted or dropped, and asks nobody for anything.

const receipt = field('receipt');
const keys = field('keys');
const verdict = element('verdict');

for (const area of [receipt, keys]) {
  area.addEventListener('input', () => void verify());
  area.addEventListener('dragover', (event) => event.preventDefault());
  area.addEventListener('drop', (event) => {
    const file = event.dataTransfer?.files[0];
    if (!file) return;
    event.preventDefault();
    void take(area, file);
  });
}

for (const area of [receipt, keys]) {
  const chooser = element(`${area.id}-file`);
  chooser.addEventListener('change', () => {
    const file = chooser instanceof HTMLInputElement ? chooser.files?.[0] : undefined;
    if (file) void take(area, file);
  });
}

async function take(area: HTMLTextAreaElement, file: File): Promise<void> {
  area.value = await file.text();
  await verify();
}

async function verify(): Promise<void> {
  const [given, jwks] = [receipt.value, keys.value];
  if (given.trim() === '' || jwks.trim() === '') return show('', ['Add both a receipt and the public keys.']);
  // Nothing of an earlier receipt stands there while this one is looked at, or if that fails.
  show('', []);
  const verified = await verifyReceipt(given, jwks).catch(() => null);
  // What was typed meanwhile has a verdict of its own.
  if (given !== receipt.value || jwks !== keys.value) return;
  if (verified === null) return show('bad', ['This could not be checked here: try a newer browser.']);
  if (!verified.ok) return show('bad', [verified.error.sentence]);
  const { payload, kid } = verified.value;
  show('good', [...receiptSummary(payload, kid), ...simulatedWarning(payload)]);
}

function show(kind: '' | 'good' | 'bad', lines: readonly string[]): void {
  verdict.className = kind;
  verdict.replaceChildren(
    ...lines.map((line) => {
      const paragraph = document.createElement('p');
      paragraph.textContent = line;
      return paragraph;
    }),
  );
}

function field(id: string): HTMLTextAreaElement {
  const found = element(id);
  if (found instanceof HTMLTextAreaElement) return found;
  throw new Error(`${id} is no field`);
}

function element(id: string): HTMLElement {
  const found = document.getElementById(id);
  if (found) return found;
  throw new Error(`the page has no ${id}`);
}
