import { writeFileSync } from 'node:fs';
import { openApiDocument } from '#lib/contract/openapi/openapi-document';

// Writes the OpenAPI document to each file that is named: to the first as it is served where the operator gave no address,
// to the second as where one was given.

const ORIGINS = [null, 'https://rates.example.net'] as const;

for (const [index, file] of process.argv.slice(2, 2 + ORIGINS.length).entries()) {
  writeFileSync(file, JSON.stringify(openApiDocument(ORIGINS[index] ?? null)));
}
