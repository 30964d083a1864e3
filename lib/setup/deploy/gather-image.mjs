import { copyFileSync, cpSync, existsSync, globSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import process from 'node:process';

import { projectRoot } from '../project-root.mjs';

/*
 * Copies what a built service runs on into the folder that is named on the command line: sources without tests, the built pages, and
 * of each package what is loaded at run time. A whole node_modules is three times the size that an image should have.
 */

/** What the project is without its packages. */
const SOURCES = [
  'server.ts',
  'next.config.mjs',
  'package.json',
  'LICENSE',
  'public/**',
  '{app,lib}/**/*.{ts,mjs}',
];
const NEVER_RUN =
  /\.test\.ts$|\.type-test\.ts$|^lib\/testing\/|^lib\/setup\/runtime\/|\/simulated\.ts$|^lib\/cli\/demo\.ts$/;

/** Of a build, what only the next build reads, and what only a debugger does. */
const NOT_SERVED = /^\.next\/(?:(?:build|cache|diagnostics|standalone|types)\/|trace)|\.map$/;

/** Of a package, what only compilers and readers need, and the binaries of other systems. */
const NOT_LOADED =
  /\.map$|\.[cm]?ts$|\.md$|^node_modules\/better-sqlite3\/(?:deps|src)\/|\/prebuilds\/(?!linux-(?:x64|arm64)\b)/;

/** Of what a build lists, what changes the size of pictures, which no page asks for. */
const NEVER_ASKED = /^node_modules\/(?:@img|sharp)\//;

/** Loaded by its own files, of which a build lists those that serve pages. */
const LISTED_BY_BUILD = 'node_modules/next';

/** Next's entrances, and what it loads before it reads next.config.mjs, which a server of its own would not have. */
const UNLISTED = [
  '*.{js,json}',
  'dist/compiled/{webpack/*.js,webpack/package.json,@babel/runtime/package.json}',
];

const [, , target] = process.argv;
if (target === undefined) throw new Error('Name the folder to copy to.');
process.chdir(projectRoot);

/** @type {Record<string, { dependencies?: Record<string, string> }>} */
const locked = JSON.parse(readFileSync('package-lock.json', 'utf8')).packages;
const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8'));

const sources = globSync(SOURCES).filter((file) => !NEVER_RUN.test(file));
copyAll(sources.filter(isFile));
copyAll(globSync('.next/**').filter((file) => !NOT_SERVED.test(file) && isFile(file)));
cpSync('.next/node_modules', join(target, '.next/node_modules'), { recursive: true, verbatimSymlinks: true });
copyAll(filesOfPages());
for (const folder of packagesOf(sources)) {
  const files = globSync(`${folder}/**`, { exclude: (file) => file.startsWith(`${folder}/node_modules`) });
  copyAll(files.filter((file) => isFile(file) && !NOT_LOADED.test(file)));
}

/** @param {string} file */
function isFile(file) {
  return statSync(file).isFile();
}

/** @param {readonly string[]} files */
function copyAll(files) {
  for (const file of files) {
    const place = join(String(target), file);
    mkdirSync(dirname(place), { recursive: true });
    copyFileSync(file, place);
  }
}

/** The files of packages that the lists of the build name, for Next itself and for each page, and the few that they leave out. */
function filesOfPages() {
  const listed = globSync('.next/**/*.nft.json').flatMap((list) => {
    /** @type {{ files: string[] }} */
    const { files } = JSON.parse(readFileSync(list, 'utf8'));
    return files.map((file) => normalize(join(dirname(list), file)));
  });
  const served = [...new Set(listed)].filter(
    (file) => file.startsWith('node_modules/') && !NEVER_ASKED.test(file),
  );
  const unlisted = UNLISTED.flatMap((names) => globSync(`${LISTED_BY_BUILD}/${names}`));
  return [...served, ...unlisted].filter(
    (file) => existsSync(file) && isFile(file) && !NOT_LOADED.test(file),
  );
}

/**
 * The folders of the packages that sources import and of those that these need.
 * @param {readonly string[]} files
 */
function packagesOf(files) {
  /** @type {Set<string>} */
  const folders = new Set();
  const add = (/** @type {string | null} */ folder) => {
    if (folder === null || folder === LISTED_BY_BUILD || folders.has(folder)) return;
    folders.add(folder);
    for (const name of Object.keys(locked[folder]?.dependencies ?? {})) add(folderOf(folder, name));
  };
  for (const name of Object.keys(dependencies)) {
    const imports = new RegExp(`['"]${name}(?:/[^'"]+)?['"]`);
    if (files.some((file) => /\.(?:ts|mjs)$/.test(file) && imports.test(readFileSync(file, 'utf8'))))
      add(folderOf('', name));
  }
  return folders;
}

/**
 * Where a package finds another one: in its own node_modules, or further out.
 * @param {string} from
 * @param {string} name
 * @returns {string | null} null for one that is not installed
 */
function folderOf(from, name) {
  const folder = `${from === '' ? '' : `${from}/`}node_modules/${name}`;
  if (locked[folder] !== undefined && existsSync(folder)) return folder;
  if (from === '') return null;
  const end = from.lastIndexOf('/node_modules/');
  return folderOf(end === -1 ? '' : from.slice(0, end), name);
}
