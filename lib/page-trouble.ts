import { type CurrentTrouble, currentTrouble } from './format/sources/verdict-words.ts';
import { pageService } from './page-service.ts';

/** What is wrong with the service, for the bar of a page; null while nothing is, and where it cannot be known: the page itself says so. */
export async function troubleNow(): Promise<CurrentTrouble | null> {
  const status = await pageService()
    .status()
    .catch(() => null);
  return status === null ? null : currentTrouble(status);
}
