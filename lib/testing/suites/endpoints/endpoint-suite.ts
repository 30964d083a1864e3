import { afterAll, beforeAll, describe } from 'vitest';
import { ecbSample, recordedEcbHistory } from '#lib/testing/builders/ecb-sample';
import { describeAccess } from './endpoint-access.ts';
import { describeAges, describeCommits, describeNotEnabled } from './endpoint-ages.ts';
import { describeCsv } from './endpoint-csv.ts';
import { describeDays } from './endpoint-days.ts';
import { describeDocumentRefusals, describeDocuments } from './endpoint-documents.ts';
import type { EndpointBench, OpenBench, RunningBench } from '#lib/testing/worlds/endpoint-bench';
import { describeFigures } from './endpoint-figures.ts';
import { describeFuzz } from './endpoint-fuzz.ts';
import { describeHistory } from './endpoint-history.ts';
import {
  describeHistoryProvenance,
  describeHistoryProvenanceRefusals,
} from './endpoint-history-provenance.ts';
import { describeKnownAt, describeKnownAtRefusals } from './endpoint-known-at.ts';
import { describeParameters } from './endpoint-parameters.ts';
import { describePeriods } from './endpoint-periods.ts';
import { describeProtocol } from './endpoint-protocol.ts';
import { describeReceipts } from './endpoint-receipts.ts';
import { describeRevisionRefusals, describeRevisions } from './endpoint-revisions.ts';
import { describeUnknownParameters } from './endpoint-unknown-parameters.ts';

/** A morning after the newest recorded day, on which its figures are fresh. */
const CLOCK = '2026-04-14T08:00:00Z';

/**
 * Every guarantee of /v1 as its callers see it; run it for each engine and each listener. `open` starts a service with the
 * wanted data. The data are the ECB's recorded history, or a true sample of it where this machine has no recording.
 */
export function describeEndpoints(name: string, open: OpenBench): void {
  describeEndpointsOf(name, open, (bench, document) => {
    describeFigures(bench);
    describeHistory(bench, document);
    describeDays(bench);
    describePeriods(bench, document);
    describeCsv(bench);
    describeParameters(bench);
    describeKnownAtRefusals(bench);
    describeRevisionRefusals(bench);
    describeDocumentRefusals(bench);
    describeHistoryProvenanceRefusals(bench);
    describeUnknownParameters(bench);
    describeAccess(bench);
    describeProtocol(bench);
    describeFuzz(bench);
    describeNotEnabled(bench);
    describeAges(open);
    describeRevisions(open);
    describeDocuments(open);
    describeHistoryProvenance(open);
    describeReceipts(open);
    describeKnownAt(open);
  });
}

/**
 * What of that reads the database: the figures, their history, who may ask, and commits. For an engine that answers byte for byte
 * as another one does of which all was shown.
 */
export function describeEndpointReads(name: string, open: OpenBench): void {
  describeEndpointsOf(name, open, (bench, document) => {
    describeFigures(bench);
    describeHistory(bench, document);
    describeDays(bench);
    describePeriods(bench, document);
    describeAccess(bench);
    describeCommits(open);
    describeRevisions(open);
    describeDocuments(open);
    describeHistoryProvenance(open);
    describeReceipts(open);
    describeKnownAt(open);
  });
}

function describeEndpointsOf(
  name: string,
  open: OpenBench,
  describeAll: (bench: RunningBench, document: Uint8Array) => void,
): void {
  describe(`the endpoints ${name}`, () => {
    const document = recordedEcbHistory() ?? ecbSample();
    let opened: EndpointBench | null = null;
    const bench = (): EndpointBench => {
      if (!opened) throw new Error('The bench is not open.');
      return opened;
    };
    beforeAll(async () => {
      opened = await open({ clock: CLOCK, document });
    });
    afterAll(() => opened?.dispose());

    describeAll(bench, document);
  });
}
