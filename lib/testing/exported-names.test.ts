import { describe, expect, it } from 'vitest';
import { exportedNames, namesDeclaredTwice } from './exported-names.ts';
import { codeFiles, kindOf } from './house-files.ts';
import { PROJECT_ROOT } from './run-script.ts';

describe('exported names', () => {
  it('are found in each form of an export, and not where a file passes on what another declares', () => {
    const text = [
      'export const rate = 1;',
      'export async function readRate() {}',
      'export interface Rate {}',
      'const quote = 2;',
      'export { quote, quote as GET };',
      "export type { Pair } from './pair.ts';",
      'const inside = 3;',
    ].join('\n');
    expect([...exportedNames(text)]).toEqual(['rate', 'readRate', 'Rate', 'quote', 'GET']);
  });

  it('are declared by one file of the product each, so that a name has one meaning', () => {
    const product = codeFiles(PROJECT_ROOT).filter((file) => kindOf(file) === 'product');
    expect(product.length).toBeGreaterThan(500);
    expect(Object.fromEntries(namesDeclaredTwice(PROJECT_ROOT, product))).toEqual({});
  });
});
