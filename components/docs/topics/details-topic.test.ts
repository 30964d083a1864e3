import { expect, it } from 'vitest';
import { isPublishing, listSources } from '#lib/sources/registry';
import { DECISIONS } from './details-topic.ts';

it('names every source whose figures are rounded on their way in', () => {
  const decisions = DECISIONS.flatMap(({ terms = [] }) => terms);
  const text = decisions.find(({ name }) => name === 'rounded by us')?.text ?? '';
  const rounded = listSources('kraken').filter(
    (source) => isPublishing(source) && source.roundedByUs !== null,
  );
  expect([...text.matchAll(/`([^`]+)`/g)].map(([, id]) => id)).toEqual(rounded.map(({ id }) => id));
});
