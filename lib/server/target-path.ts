/** The path of a request's target; null for one that is no path, or that some readers would take for another one. */
export function targetPath(target: string): string | null {
  if (!target.startsWith('/') || target.startsWith('//')) return null;
  const end = target.search(/[?#]/);
  const path = end === -1 ? target : target.slice(0, end);
  return path.includes('\\') ? null : path;
}
