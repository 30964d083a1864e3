import { addDays, type IsoDay } from '#lib/domain/iso-day';
import { ok } from '#lib/domain/result';
import type { GetOptions, HttpClient } from '#lib/platform/http-client';
import { type Documents, type SourceDocument, unknownLayout } from '#lib/sources/source';

import { readBojPage } from './boj-parse.ts';
import { BOJ_SERIES } from './facts.ts';
import { fetchDocument, pauseCalls } from '#lib/sources/fetch-document';

/** What is asked of the bank, and where. */
export interface BojRequest {
  readonly http: HttpClient;
  readonly site: URL;
  readonly isOperatorAddress: boolean;
  /** The pause between two calls. */
  readonly pauseMs: number;
  /** The months of these days are asked, whole. */
  readonly from: IsoDay;
  readonly to: IsoDay;
  /** Whether a day of the range is surely published: then an answer without a figure is a failure, whatever the bank calls it. */
  readonly isFigureDue: boolean;
  readonly signal?: AbortSignal | undefined;
}

/** More pages than there are series means that the paging does not end. */
const PAGES_MAX = 10;

/** Fetches the months of a range, every page of them; an empty list means that the bank has no figure there, or not yet, and none is due. */
export async function fetchBojMonths(request: BojRequest): Promise<Documents> {
  const documents: SourceDocument[] = [];
  let position: number | null = null;
  for (let pages = 1; pages <= PAGES_MAX; pages += 1) {
    const answer = await fetchDocument(request.http, addressOf(request, position), getOptions(request));
    if (!answer.ok) return answer;
    const page = readBojPage(answer.value.body);
    if (!page.ok) return page;
    if (page.value.figures.length > 0) documents.push(answer.value);
    const next: number | null = page.value.nextPosition;
    if (next === null) {
      if (documents.length > 0 || !request.isFigureDue) return ok(documents);
      return unknownLayout(
        page.value.isNothingFound
          ? 'The Bank of Japan says that it has nothing for the months asked for, in which figures are due.'
          : 'The Bank of Japan has days of two months and no figure for any of them.',
      );
    }
    if (next <= (position ?? 1)) {
      return unknownLayout(
        `The Bank of Japan's next page begins at ${next}, not after ${position ?? 1}; expected pages that go on.`,
      );
    }
    position = next;
    await pauseCalls(request.pauseMs, request.signal);
  }
  return unknownLayout(
    `The Bank of Japan has more than ${PAGES_MAX} pages for ${BOJ_SERIES.length} series; expected an end.`,
  );
}

function addressOf({ site, from, to }: BojRequest, position: number | null): URL {
  const url = new URL('/api/v1/getDataCode', site);
  const codes = BOJ_SERIES.map(({ code }) => code).join(',');
  const start = position === null ? '' : `&startPosition=${position}`;
  url.search = `format=json&lang=en&db=FM08&code=${codes}&startDate=${monthOf(from)}&endDate=${monthOf(to)}${start}`;
  return url;
}

/** `2026-03-17` as `202603`; daily series are asked by months too. */
function monthOf(day: IsoDay): string {
  return day.slice(0, 7).replace('-', '');
}

/** A longer range may take the bulk time limit. */
const SHORT_RANGE_DAYS = 62;

function getOptions({ site, isOperatorAddress, from, to, signal }: BojRequest): GetOptions {
  return {
    signal,
    hosts: [site.host],
    isOperatorAddress,
    contentTypes: ['application/json', 'text/json', 'text/plain'],
    isBulk: addDays(from, SHORT_RANGE_DAYS) < to,
  };
}
