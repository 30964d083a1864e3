import { NearestList } from '#components/frame/nearest-list';
import { Blank } from '#components/ui/blank';
import { PageHead } from '#components/ui/page-head';
import { Sheet } from '#components/ui/sheet';
import { COMMON_CODES } from '#lib/format/common-currencies';

/** For addresses that no page has: what the address may have meant. */
export default function NotFound() {
  return (
    <>
      <title>No such page · Crossrate</title>
      <PageHead title="There is no such page" />
      <Sheet>
        <Blank title="The address may be mistyped">
          <NearestList codes={COMMON_CODES} />
        </Blank>
      </Sheet>
    </>
  );
}
