/** Parts of the world, as people look for a currency; not a statement on any border. */
export const REGIONS = [
  'europe',
  'north-america',
  'latin-america',
  'middle-east',
  'africa',
  'asia',
  'oceania',
] as const;

export type Region = (typeof REGIONS)[number];

/** Whether a text names a region. */
export function isRegion(text: string): text is Region {
  return REGIONS.some((region) => region === text);
}
