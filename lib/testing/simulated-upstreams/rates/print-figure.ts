/** So many decimals, zeros at the end included: 1.1900. */
export function withDecimals(decimals: number): (rate: number) => string {
  return (rate) => rate.toFixed(decimals);
}

/** At most so many decimals, without zeros at the end: 1.19. */
export function upToDecimals(decimals: number): (rate: number) => string {
  return (rate) => trimZeros(rate.toFixed(decimals));
}

/** So many significant digits, never with an exponent: 0.000012300. */
export function plainDigits(rate: number, digits: number): string {
  const exponent = Math.floor(Math.log10(Math.abs(rate)));
  return rate.toFixed(Math.min(100, Math.max(0, digits - 1 - exponent)));
}

/** The text without zeros after its decimal point. */
export function trimZeros(figure: string): string {
  if (!figure.includes('.')) return figure;
  let end = figure.length;
  while (figure[end - 1] === '0') end -= 1;
  return figure.slice(0, figure[end - 1] === '.' ? end - 1 : end);
}

/** A figure as a value in JSON: a number, or the text itself where it is none. */
export function inJson(figure: string): number | string {
  const number = Number(figure);
  return Number.isNaN(number) ? figure : number;
}
