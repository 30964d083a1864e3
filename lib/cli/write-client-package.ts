import { execFile } from 'node:child_process';
import { copyFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { compile, type JSONSchema } from 'json-schema-to-typescript';
import { type OutputOptions, rolldown } from 'rolldown';
import { OPERATIONS } from '#lib/contract/openapi/openapi-operations';
import { nameOf, openApiSchemas } from '#lib/contract/openapi/openapi-schemas';

/** Where the client package is described; `npm pack` there makes it. */
const CLIENT_PACKAGE = 'packages/client';

/** Short enough, and with lines and names that can be read where Node prints the place of an error. */
const READABLE = { compress: true, mangle: false, codegen: { removeWhitespace: false } };

/** Programs of the package by the file that they begin with. */
const BUNDLES = [
  {
    input: 'lib/client/programs/create-client.ts',
    platform: 'neutral',
    output: { file: 'client.js', minify: READABLE, sourcemap: true },
  },
  {
    input: 'lib/cli/crossrate.ts',
    platform: 'node',
    output: { file: 'crossrate.js', banner: '#!/usr/bin/env node' },
  },
] as const;

/** Where the types of answers are in the project, and in the package. */
const ANSWERS = 'lib/contract/answers';

/**
 * Writes the client package into a folder: the client and the command line, each in one file with all that it needs, and their types. The
 * types of answers are made of the schemas of the OpenAPI document, so that the package needs no other.
 */
export async function writeClientPackage(root: string, folder: string): Promise<void> {
  const from = join(root, CLIENT_PACKAGE);
  mkdirSync(folder, { recursive: true });
  if (folder !== from)
    for (const name of ['package.json', 'README.md']) copyFileSync(join(from, name), join(folder, name));
  copyFileSync(join(root, 'LICENSE'), join(folder, 'LICENSE'));
  const dist = join(folder, 'dist');
  rmSync(dist, { recursive: true, force: true });
  for (const { input, platform, output } of BUNDLES) {
    const bundle = await rolldown({
      input: join(root, input),
      cwd: root,
      platform,
      logLevel: 'silent',
      transform: { target: 'node20' },
    });
    await bundle.write({ ...OUTPUT, ...output, file: join(dist, output.file) });
    await bundle.close();
  }
  await writeTypes(root, join(dist, 'types'));
}

const OUTPUT: OutputOptions = { format: 'esm', codeSplitting: false, comments: false };

/** The declarations of the client, and those of answers in the place of what the project infers from its schemas. */
async function writeTypes(root: string, types: string): Promise<void> {
  const answers = join(types, `${ANSWERS}.d.ts`);
  mkdirSync(join(types, 'lib/contract'), { recursive: true });
  writeFileSync(answers, await answerTypes());
  const config = join(types, 'tsconfig.json');
  writeFileSync(
    config,
    JSON.stringify({
      extends: join(root, 'tsconfig.json'),
      compilerOptions: {
        noEmit: false,
        declaration: true,
        emitDeclarationOnly: true,
        incremental: false,
        rootDir: root,
        outDir: types,
        types: [],
        paths: { [`#${ANSWERS}`]: [answers], '#lib/*': [join(root, 'lib/*.ts')] },
      },
      include: [],
      files: [join(root, BUNDLES[0].input)],
    }),
  );
  await promisify(execFile)(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', config]);
  rmSync(config);
  const client = `./${BUNDLES[0].input.replace(/\.ts$/, '.js')}`;
  const named = [`export * from '${client}';`, `export type * from './${ANSWERS}.js';`];
  writeFileSync(join(types, 'index.d.ts'), `${named.join('\n')}\n`);
}

/** What each endpoint answers, in plain TypeScript: every schema of the document, and which endpoint answers which. */
async function answerTypes(): Promise<string> {
  const schemas = JSON.parse(
    JSON.stringify(openApiSchemas()).replaceAll('#/components/schemas/', '#/definitions/'),
  );
  const answers = OPERATIONS.map(({ id, answer }) => [id, { $ref: `#/definitions/${nameOf(answer)}` }]);
  const schema: JSONSchema = {
    type: 'object',
    description: 'What each endpoint answers, by its name.',
    properties: Object.fromEntries(answers),
    required: answers.map(([id]) => String(id)),
    additionalProperties: false,
    definitions: schemas,
  };
  return compile(schema, 'EndpointAnswers', {
    bannerComment: '',
    format: false,
    unreachableDefinitions: false,
  });
}

// Writes the package where it is described when it is run: npm run client
if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await writeClientPackage(process.cwd(), join(process.cwd(), CLIENT_PACKAGE));
}
