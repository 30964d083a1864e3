import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Names that many files export because something looks for them by name, in the files where it does. */
interface SharedNames {
  readonly files: RegExp;
  readonly names: readonly string[];
}

/** A default export has no name of its own, so pages and layouts are not among them. */
const SHARED: readonly SharedNames[] = [
  // Next calls the function of a request's method.
  { files: /^app\/.*\/route\.tsx?$/, names: ['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE'] },
  // Next asks pages and layouts for what stands in their head.
  { files: /^app\/(?:.*\/)?(?:page|layout)\.tsx$/, names: ['metadata', 'generateMetadata'] },
  // The folder of each source has the same parts under the same names, and the registry imports each of them.
  {
    files: /^lib\/sources\/[^/]+\/(?:facts|source|simulated)\.ts$/,
    names: ['FACTS', 'createSource', 'simulate', 'SIMULATED_PAIR'],
  },
];

const DECLARATION =
  /^export (?:declare )?(?:abstract )?(?:async )?(?:function\*?|const|let|class|interface|type|enum) ([\w$]+)/gm;

/** `export { answer as GET }`; with a `from` it passes on what another file declares. */
const LIST = /^export (?:type )?\{([^}]*)\}(?! from)/gm;

/** The names that a file declares and exports. Overloads, and a type beside a value of the same name, count once. */
export function exportedNames(text: string): ReadonlySet<string> {
  const declared = [...text.matchAll(DECLARATION)].map(([, name = '']) => name);
  const listed = [...text.matchAll(LIST)].flatMap(([, names = '']) =>
    names.split(',').flatMap((one) => /([\w$]+)\s*$/.exec(one)?.[1] ?? []),
  );
  return new Set([...declared, ...listed]);
}

/**
 * Every exported name that more than one of the files declares, with those files, but for the names that something looks for;
 * `files` are paths below `root`.
 */
export function namesDeclaredTwice(
  root: string,
  files: readonly string[],
): ReadonlyMap<string, readonly string[]> {
  const declaring = new Map<string, string[]>();
  for (const file of files) {
    for (const name of exportedNames(readFileSync(join(root, file), 'utf8'))) {
      if (SHARED.some((shared) => shared.files.test(file) && shared.names.includes(name))) continue;
      declaring.set(name, [...(declaring.get(name) ?? []), file]);
    }
  }
  return new Map([...declaring].filter(([, { length }]) => length > 1).toSorted());
}
