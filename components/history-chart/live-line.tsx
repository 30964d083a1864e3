import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { WhileVisible } from '#components/frame/while-visible';
import { askIntervalMs, REFRESH_MS } from '#lib/client/asking/ask-interval';
import { askedOf, type ChartLine } from '#lib/client/history/chart-lines';
import { standingQuery } from '#lib/client/history/line-standing';
import type { RatesClient } from '#lib/client/rates/rates-client';
import { streamQuery, type ToldRate } from '#lib/client/rates/stream-query';

/** What is asked of a line that a new figure changes: the first words of the names. */
const OF_NOW = ['history', 'history-newest', 'standing'];

/** An exchange is polled about as often; the bar of the page tells of its trouble as soon. */
const STANDING_MS = 20_000;

/** A line and how it is asked for. */
interface FollowedLine {
  readonly rates: RatesClient;
  readonly line: ChartLine;
}

/** Has a line asked for again as soon as the service tells of another figure, while the page is visible. Shows nothing. */
export function LiveLine(props: FollowedLine) {
  return (
    <WhileVisible>
      <Follower {...props} />
    </WhileVisible>
  );
}

function Follower({ rates, line }: FollowedLine) {
  const { base, quote, source } = askedOf(line);
  const queries = useQueryClient();
  const take = useMemo(() => takingNews(queries, [base, quote, source]), [queries, base, quote, source]);
  const { data: isTold } = useQuery(streamQuery({ from: base, to: quote, source }, take));
  useQuery({
    ...standingQuery(rates, askedOf(line)),
    refetchInterval: ({ state }) => askIntervalMs(state, isTold === true ? REFRESH_MS : STANDING_MS),
  });
  return null;
}

/** Takes what is told of a line, and has the line asked for again where that is something else than before. */
function takingNews(queries: QueryClient, line: readonly (string | null)[]) {
  let last: string | null = null;
  return (told: ToldRate) => {
    const text = JSON.stringify(told);
    const isNews = last !== null && last !== text;
    last = text;
    if (!isNews) return;
    for (const kind of OF_NOW) void queries.invalidateQueries({ queryKey: [kind, ...line] });
  };
}
