import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Chromium's explicit compile hint: every function of the file is compiled while it arrives, off the main thread, instead of
 * one after the other as the page starts. Other browsers read a comment.
 */
const HINT = '//# allFunctionsCalledOnLoad\n';

/** Smaller files are compiled in no time, and the hint would be a good part of them. */
const HINTED_FROM_CHARS = 16_384;

/** Where a build says which scripts a page begins with: those of all pages, and those of each. */
const COMMON_MANIFEST = 'build-manifest.json';
const PAGE_MANIFEST = '_client-reference-manifest.js';

/**
 * Lays the hint at the head of the large scripts that pages begin with, once; what comes on demand is compiled as it is called.
 * @param {string} buildFolder
 */
export async function markScripts(buildFolder) {
  for (const script of await firstScripts(buildFolder)) {
    const path = join(buildFolder, script);
    const text = await readFile(path, 'utf8');
    if (text.length >= HINTED_FROM_CHARS && !text.startsWith(HINT)) await writeFile(path, HINT + text);
  }
}

/** @param {string} buildFolder */
async function firstScripts(buildFolder) {
  const pages = await readdir(join(buildFolder, 'server', 'app'), { recursive: true, withFileTypes: true });
  const manifests = pages
    .filter(({ name }) => name.endsWith(PAGE_MANIFEST))
    .map(({ parentPath, name }) => join(parentPath, name));
  const texts = await Promise.all(manifests.map((path) => readFile(path, 'utf8')));
  const ofPages = texts.flatMap((text) => text.match(/static\/chunks\/[^"]+\.js/g) ?? []);
  const common = JSON.parse(await readFile(join(buildFolder, COMMON_MANIFEST), 'utf8'));
  return new Set([...common.rootMainFiles, ...ofPages]);
}
