import process from 'node:process';
import { letProcessGiveWay } from '#lib/platform/give-way';
import { holdYoungGeneration } from '#lib/platform/young-generation';

/*
 * What must be set before the rest is loaded, hence the import at the end. A history passes row by row and leaves only
 * short-lived objects behind; a young generation that has grown with the program itself would be 25 MB taken for nothing. A service may be answering beside it.
 */
holdYoungGeneration();
letProcessGiveWay(process.pid);

const { runImport } = await import('./run-import.ts');

await runImport();
