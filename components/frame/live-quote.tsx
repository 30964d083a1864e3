import { useQuery, useQueryClient } from '@tanstack/react-query';
import { quickQuoteQuery, takeToldRate } from '#lib/client/rates/live-quote';
import type { PairQuery } from '#lib/client/rates/rates-client';
import { streamQuery } from '#lib/client/rates/stream-query';
import { askedEvery } from '#lib/format/sources/source-notes';
import { useServed } from './page-root.tsx';
import { useSourceNotes } from './source-notes.tsx';
import { WhileVisible } from './while-visible.tsx';

/** Keeps the quote of a pair the one of now while the page is visible: told by the service, else asked for often. Shows nothing. */
export function LiveQuote(props: { readonly pair: PairQuery }) {
  return (
    <WhileVisible>
      <FollowedQuote {...props} />
    </WhileVisible>
  );
}

function FollowedQuote({ pair }: { readonly pair: PairQuery }) {
  const { client } = useServed();
  const queries = useQueryClient();
  const { data: isTold } = useQuery(streamQuery(pair, (told) => takeToldRate(queries, pair, told)));
  const every = askedEvery(useSourceNotes());
  useQuery(quickQuoteQuery(client, pair, isTold === true ? () => null : every));
  return null;
}
