import { headers } from 'next/headers';
import { ButtonLink } from '#components/ui/buttons/button';
import { Blank } from '#components/ui/notices/blank';
import { PageHead } from '#components/ui/page-head';
import { Card } from '#components/ui/card';
import { COMMON_CODES } from '#lib/format/currencies/common-currencies';
import { NAVIGATION } from '#lib/format/navigation';
import { nearestPages } from '#lib/format/nearest-pages';

/** For addresses that no page has: what the address may have meant, as links; every page where it says nothing. */
export default async function NotFound() {
  // Our own server writes it, whatever the request brought; behind Next alone nothing near is known.
  const address = (await headers()).get('x-asked-path') ?? '';
  const near = nearestPages(address, COMMON_CODES);
  return (
    <>
      <title>No such page · Crossrate</title>
      <PageHead title="There is no such page" />
      <Card>
        <Blank title="The address may be mistyped">
          <p>Nothing is at this address. {near.length === 0 ? 'These pages exist:' : 'It may have meant:'}</p>
          <ul className="mt-3 flex flex-wrap gap-2">
            {(near.length === 0 ? NAVIGATION : near).map(({ href, name }) => (
              <li key={href}>
                <ButtonLink look="line" href={href} className="text-text">
                  {name}
                </ButtonLink>
              </li>
            ))}
          </ul>
        </Blank>
      </Card>
    </>
  );
}
