/** The sources a key may ask, as its row keeps them: a comma list, null for all. */
export function allowedSourcesText(sources: readonly string[] | null): string | null {
  return sources === null ? null : sources.toSorted().join(',');
}

/** The sources of a row; null for all. An empty list is a key that may ask none. */
export function readAllowedSources(text: string | null): readonly string[] | null {
  return text === null ? null : text.split(',').filter((source) => source !== '');
}
