/** At most two capital letters for an account: of the first two words of its name, or of its address. */
export function initialsOf({ name, email }: { readonly name: string; readonly email: string }): string {
  const text = name.trim() === '' || name.includes('@') ? (email.split('@')[0] ?? '') : name;
  const words = text.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '');
  return words
    .slice(0, 2)
    .map((word) => [...word][0]?.toUpperCase() ?? '')
    .join('');
}
