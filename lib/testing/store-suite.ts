import { describe, onTestFinished } from 'vitest';
import type { OpenEmptyStore } from './empty-store.ts';
import { describeStoredDocuments } from './store-suite-documents.ts';
import { describeStoredFigures } from './store-suite-figures.ts';
import { describeStoredKeys } from './store-suite-keys.ts';
import { describeReads } from './store-suite-reads.ts';
import { describeStoredStates } from './store-suite-states.ts';

/** What every engine must guarantee, as tests; run it for each engine. */
export function describeStore(engineName: string, openEmptyStore: OpenEmptyStore): void {
  const open: OpenEmptyStore = async () => {
    const opened = await openEmptyStore();
    onTestFinished(() => opened.dispose());
    return opened;
  };
  describe(`store on ${engineName}`, () => {
    describeStoredFigures(open);
    describeStoredDocuments(open);
    describeReads(open);
    describeStoredKeys(open);
    describeStoredStates(open);
  });
}
