import type { DocumentVersion } from '#lib/platform/http-client';

/** Versions, by address, of a source's documents whose figures are committed; a poll asks for newer ones and adds its own. */
export type DocumentVersions = Map<string, DocumentVersion>;

/**
 * What a process remembers of each source's documents, as long as the source has the figures that it had then: once they
 * change, in whichever process, as when an import is taken back, the publisher is asked for all of its document once more.
 * `ratesRevision` is the source's count of commits of rates (`rateSources`).
 */
export function rememberVersions(): (source: string, ratesRevision: number) => DocumentVersions {
  const bySource = new Map<string, { readonly ratesRevision: number; readonly versions: DocumentVersions }>();
  return (source, ratesRevision) => {
    const known = bySource.get(source);
    if (known?.ratesRevision === ratesRevision) return known.versions;
    const versions: DocumentVersions = new Map();
    bySource.set(source, { ratesRevision, versions });
    return versions;
  };
}
