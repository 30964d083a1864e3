import { describe, onTestFinished } from 'vitest';
import type { OpenEmptyStore } from '#lib/testing/worlds/empty-store';
import { describeBars } from './store-suite-bars.ts';
import { describeStoredDocuments } from './store-suite-documents.ts';
import { describeStoredFigures } from './store-suite-figures.ts';
import { describeStoredHealth } from './store-suite-health.ts';
import { describeIncidents } from './store-suite-incidents.ts';
import { describeStoredKeys } from './store-suite-keys.ts';
import { describeLeases } from './store-suite-leases.ts';
import { describeStoredPolls } from './store-suite-polls.ts';
import { describeHeldFigures } from './store-suite-held-figures.ts';
import { describeReads } from './store-suite-reads.ts';
import { describeStoredReceipts } from './store-suite-receipts.ts';
import { describeRollUps } from './store-suite-rollups.ts';
import { describeTickReads } from './store-suite-tick-series.ts';
import { describeHeldDocuments } from './store-suite-held-documents.ts';
import { describeStatusNotes } from './store-suite-notes.ts';
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
    describeStoredPolls(open);
    describeRollUps(open);
    describeTickReads(open);
    describeBars(open);
    describeHeldFigures(open);
    describeHeldDocuments(open);
    describeStoredHealth(open);
    describeIncidents(open);
    describeStatusNotes(open);
    describeLeases(open);
    describeStoredStates(open);
    describeStoredReceipts(open);
  });
}
