import { expect, it } from 'vitest';
import { whileUnchanged } from './while-unchanged.ts';

it('makes anew when a part is another one, when there are more or fewer, and not otherwise', () => {
  let parts: readonly unknown[] = [];
  const read = whileUnchanged(
    () => parts,
    (given) => ({ given }),
  );
  const shared = { rate: 1.1684 };
  const none = read();
  expect(read()).toBe(none);
  parts = [shared, 7, Number.NaN];
  const three = read();
  expect(three.given).toBe(parts);
  parts = [shared, 7, Number.NaN];
  expect(read()).toBe(three);
  for (const others of [[{ rate: 1.1684 }, 7, Number.NaN], [shared, 8, Number.NaN], [shared, 8], []]) {
    parts = others;
    expect(read().given).toBe(others);
  }
});
