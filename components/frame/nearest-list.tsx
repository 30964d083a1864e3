import { ButtonLink } from '#components/ui/buttons/button';
import { NAVIGATION } from '#lib/format/navigation';
import { nearestPages } from '#lib/format/nearest-pages';

/** What the address may have meant, as links; every page where it says nothing. */
export function NearestList({
  address,
  codes,
}: {
  readonly address: string;
  readonly codes: readonly string[];
}) {
  const near = nearestPages(address, codes);
  return (
    <>
      <p>
        {near.length === 0
          ? 'Nothing is at this address. These pages are there:'
          : 'Nothing is at this address. It may have meant:'}
      </p>
      <ul className="mt-3 flex flex-wrap gap-2">
        {(near.length === 0 ? NAVIGATION : near).map(({ href, name }) => (
          <li key={href}>
            <ButtonLink look="line" href={href} className="text-text">
              {name}
            </ButtonLink>
          </li>
        ))}
      </ul>
    </>
  );
}
