/** Characters that the eye keeps while typing. */
const GROUP = 4;

/** A secret in groups of four, for typing it elsewhere: `JBSW Y3DP EHPK`. */
export function groupedSecret(secret: string): string {
  return secret.match(new RegExp(`.{1,${GROUP}}`, 'g'))?.join(' ') ?? '';
}
