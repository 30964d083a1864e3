import { useEffect, useState } from 'react';

/** The detail comes as code of its own: nobody needs it to read the rates. */
const loadDetail = () => import('./row-detail.tsx');

/** When the page rests the code is fetched anyway, so that a row opens at once, and without a network too. */
const PREFETCH_AFTER_MS = 2000;

/** The detail of a row once its code is there. */
export interface LoadedDetail {
  readonly detail: Awaited<ReturnType<typeof loadDetail>> | null;
  /** Whether it was wanted and could not be had. */
  readonly isMissing: boolean;
}

/** Fetches the detail when a row is opened, or before. */
export function useRowDetail(openCode: string | null): LoadedDetail {
  const [detail, setDetail] = useState<LoadedDetail['detail']>(null);
  const [isMissing, setIsMissing] = useState(false);
  useEffect(() => {
    // A failure here is no news: it is fetched again when it is wanted.
    const timer = setTimeout(() => void loadDetail().then(setDetail, () => undefined), PREFETCH_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  useEffect(() => {
    if (openCode !== null) void loadDetail().then(setDetail, () => setIsMissing(true));
  }, [openCode]);
  return { detail, isMissing: isMissing && detail === null };
}
