/** The list with a code one place nearer to its start (-1) or end (1); as it is where there is no such place. */
export function withMoved(codes: readonly string[], code: string, by: 1 | -1): readonly string[] {
  const at = codes.indexOf(code);
  const other = codes[at + by];
  if (at < 0 || other === undefined) return codes;
  return codes.map((one, index) => (index === at ? other : index === at + by ? code : one));
}
