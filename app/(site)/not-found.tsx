import { headers } from 'next/headers';
import { NearestList } from '#components/frame/nearest-list';
import { Blank } from '#components/ui/notices/blank';
import { PageHead } from '#components/ui/page-head';
import { Card } from '#components/ui/card';
import { COMMON_CODES } from '#lib/format/currencies/common-currencies';

/** For addresses that no page has: what the address may have meant. */
export default async function NotFound() {
  // Our own server writes it, whatever the request brought; behind Next alone nothing near is known.
  const address = (await headers()).get('x-asked-path') ?? '';
  return (
    <>
      <title>No such page · Crossrate</title>
      <PageHead title="There is no such page" />
      <Card>
        <Blank title="The address may be mistyped">
          <NearestList address={address} codes={COMMON_CODES} />
        </Blank>
      </Card>
    </>
  );
}
