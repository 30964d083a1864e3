/** A part of the docs that the side list names. */
export interface DocsEntry {
  readonly id: string;
  readonly name: string;
}

/** Parts under one heading of the side list. */
export interface DocsGroup {
  readonly title: string;
  readonly entries: readonly DocsEntry[];
}

/** The side list around the endpoints: everything that has an anchor of its own, in the order of the page. */
export function docsGroups(endpoints: readonly DocsEntry[]): readonly DocsGroup[] {
  return [
    {
      title: 'Start',
      entries: [
        { id: 'start', name: 'Quick start' },
        { id: 'keys', name: 'API keys' },
        { id: 'errors', name: 'Errors' },
        { id: 'limits', name: 'Limits' },
      ],
    },
    { title: 'Endpoints', entries: endpoints },
    {
      title: 'Background',
      entries: [
        { id: 'sources', name: 'Sources' },
        { id: 'age', name: 'Age of figures' },
        { id: 'elsewhere', name: 'Status elsewhere' },
        { id: 'silent', name: 'Details and edge cases' },
        { id: 'versions', name: 'Versions' },
      ],
    },
  ];
}
