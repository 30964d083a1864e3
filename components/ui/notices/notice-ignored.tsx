import { NoticeRow } from './notice-row.tsx';

/** What of an address meant nothing, and what is shown instead; nothing where all of it was understood. */
export function IgnoredNotice({
  ignored,
}: {
  readonly ignored: readonly { readonly wrong: string; readonly instead: string }[];
}) {
  const [first, ...rest] = ignored;
  if (!first) return null;
  // What two parts share is said once, after the second.
  const insteadOf = (index: number) => {
    const said = ignored[index]?.instead;
    return said === ignored[index + 1]?.instead ? '' : said;
  };
  return (
    <NoticeRow tone="info" title={first.wrong}>
      {insteadOf(0)}
      {rest.map(({ wrong }, index) => (
        <span key={wrong}>
          {' '}
          <b className="font-semibold">{wrong}</b> {insteadOf(index + 1)}
        </span>
      ))}
    </NoticeRow>
  );
}
