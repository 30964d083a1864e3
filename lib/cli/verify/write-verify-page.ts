import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

/** Where the page lies that verifies receipts without a network. */
export const VERIFY_PAGE = 'public/verify.html';

/**
 * The page that verifies receipts, whole in one file: the very code by which `npm run verify` and the page of a receipt verify. Its
 * policy lets it ask nobody for anything.
 */
export async function verifyPage(root: string): Promise<string> {
  const bundle = await rolldown({
    input: join(root, 'lib/cli/verify/verify-page-script.ts'),
    cwd: root,
    logLevel: 'silent',
  });
  const { output } = await bundle.generate({ format: 'iife', minify: true });
  await bundle.close();
  // A script that stands in a page ends where its end tag is written, wherever that is.
  const script = output[0].code.replaceAll('</script', String.raw`<\/script`);
  const policy = `default-src 'none'; script-src ${sourceOf(script)}; style-src ${sourceOf(STYLE)}; base-uri 'none'; form-action 'none'`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>Verify a receipt · Crossrate</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>Verify a receipt</h1>
<p>Paste or drop a receipt and the public keys of the service that issued it. Nothing leaves this page: it makes no network requests. Save it, and it
works offline.</p>
<label for="receipt">Receipt: the saved file, or the whole API answer that contains it</label>
<textarea id="receipt" rows="7" spellcheck="false" autocomplete="off"></textarea>
<input type="file" id="receipt-file" aria-label="File of the receipt">
<label for="keys">Public keys: the contents of /.well-known/jwks.json on the service</label>
<textarea id="keys" rows="5" spellcheck="false" autocomplete="off"></textarea>
<input type="file" id="keys-file" aria-label="File of the public keys">
<div id="verdict" role="status"></div>
</main>
<script>${script}</script>
</body>
</html>
`;
}

function sourceOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

const STYLE = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
main { max-width: 46rem; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.5rem; }
label { display: block; margin-top: 1.25rem; font-weight: 600; }
textarea { box-sizing: border-box; width: 100%; margin: 0.25rem 0; font: 0.8125rem/1.4 ui-monospace, monospace; }
#verdict { margin: 1.5rem 0; padding-left: 1rem; overflow-wrap: anywhere; }
#verdict.good { border-left: 4px solid light-dark(#16703a, #5cc487); }
#verdict.bad { border-left: 4px solid light-dark(#b3261e, #ff8a80); font-weight: 600; }
#verdict p { margin: 0.25rem 0; }
`;

// Writes the page when it is run: node lib/cli/verify/write-verify-page.ts
if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(join(process.cwd(), VERIFY_PAGE), await verifyPage(process.cwd()));
}
