import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { z } from 'zod';
import { PROJECT_ROOT } from './run-script.ts';

/** A file of a throw-away project, path from its root. */
export interface PlantedFile {
  readonly path: string;
  readonly text: string;
}

/** What the lint says of a planted file. */
export interface Finding {
  readonly path: string;
  /** Such as `eslint(no-restricted-imports)`. */
  readonly rule: string;
  /** What is wrong. */
  readonly message: string;
  /** The sentence that says what to do instead; empty when there is none. */
  readonly help: string;
}

const REPORT = z.object({
  diagnostics: z.array(
    z.object({
      filename: z.string(),
      code: z.string().default(''),
      message: z.string(),
      help: z.string().default(''),
    }),
  ),
});

/** Lints files in a throw-away folder with the project's own configuration, as `npm test` would lint them in the project. */
export async function lintPlanted(files: readonly PlantedFile[]): Promise<readonly Finding[]> {
  const root = await mkdtemp(join(tmpdir(), 'crossrate-rooms-'));
  try {
    for (const name of ['.oxlintrc.json', 'package.json', 'tsconfig.json']) {
      await copyFile(join(PROJECT_ROOT, name), join(root, name));
    }
    for (const { path, text } of files) {
      await mkdir(join(root, dirname(path)), { recursive: true });
      await writeFile(join(root, path), `${text}\n`);
    }
    const report = REPORT.parse(JSON.parse(await runLint(root)));
    return report.diagnostics.map(({ filename, code, message, help }) => ({
      path: filename,
      rule: code,
      message,
      help,
    }));
  } finally {
    await rm(root, { recursive: true, force: true });
  }
}

/** A finding takes half a kilobyte, and a run may have thousands. */
const REPORT_BYTES_MAX = 100_000_000;

/** Exit code 1 means that something was found, which is no failure here. */
function runLint(cwd: string): Promise<string> {
  const oxlint = join(PROJECT_ROOT, 'node_modules', 'oxlint', 'bin', 'oxlint');
  return new Promise((resolve, reject) => {
    execFile(
      process.execPath,
      [oxlint, '--format', 'json'],
      { cwd, maxBuffer: REPORT_BYTES_MAX },
      (error, stdout, stderr) => {
        if (stdout === '') reject(new Error(`oxlint said nothing: ${stderr}`, { cause: error }));
        else resolve(stdout);
      },
    );
  });
}
