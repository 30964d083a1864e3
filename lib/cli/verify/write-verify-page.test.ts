import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { PROJECT_ROOT } from '#lib/testing/run-script';
import { VERIFY_PAGE, verifyPage } from './write-verify-page.ts';

describe('the page that verifies receipts', () => {
  it('is made of the code by which they are verified everywhere else', async () => {
    const kept = await readFile(join(PROJECT_ROOT, VERIFY_PAGE), 'utf8');
    const isCurrent = kept === (await verifyPage(PROJECT_ROOT));
    expect(isCurrent, 'it is made anew by: node lib/cli/verify/write-verify-page.ts').toBe(true);
  });

  it('names no address that a browser would ask', async () => {
    const page = await readFile(join(PROJECT_ROOT, VERIFY_PAGE), 'utf8');
    expect(page).toContain("default-src 'none'");
    expect(page).not.toMatch(/(src|href)=|fetch\(|XMLHttpRequest|import\(/);
  });
});
