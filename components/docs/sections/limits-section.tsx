import { ENDPOINT_PATHS } from '#lib/contract/endpoint-paths';
import { HEADER_NOTES } from '#lib/contract/openapi-headers';
import {
  ADDRESS_LIMITS,
  burstOf,
  FIGURES_A_REQUEST,
  LONG_ANSWERS_WAITING,
  STREAM_LIMITS,
} from '#lib/contract/request-limits';
import { wholeText } from '#lib/format/numbers/number-text';
import { CodedParagraph, DocsSection } from './docs-section.tsx';
import { TermList, termsOf } from './term-list.tsx';

/** Off where the operator limits nothing. */
const ADDRESS_TERMS = {
  [ENDPOINT_PATHS.status]: `${ADDRESS_LIMITS.statusAMinute} a minute per address without a key; a request with a key counts towards the limit of the key.`,
  pages: `The pages of this service, including the boxes here, share ${ADDRESS_LIMITS.pagesAMinute} a minute and ${ADDRESS_LIMITS.pagesInTenSeconds} in ten seconds per address.`,
  'pages themselves': `${wholeText(ADDRESS_LIMITS.pageLoadsAMinute)} a minute per address, with the parts that browsers fetch ahead. A page that cannot be rendered in time is 503 with \`Retry-After\`.`,
};

/** How often a caller may ask, and how it knows. */
export function LimitsSection({ perMinute }: { readonly perMinute: number }) {
  const own =
    perMinute === 0
      ? 'This server limits neither addresses nor keys, except keys that have a limit of their own.'
      : `On this server a key may make ${wholeText(perMinute)} requests a minute, ${wholeText(burstOf(perMinute))} of them at once, unless it has a limit of its own.`;
  return (
    <DocsSection id="limits" title="Limits" aside={<HeaderExample />}>
      <CodedParagraph
        text={`${own} \`RateLimit\` says how much is left; after a 429 the next request passes once \`Retry-After\` seconds are over. A refused request costs nothing.`}
      />
      <div className="mt-4">
        <TermList
          terms={termsOf({
            'a key':
              'Requests are counted by key, not by address: programs at one address do not share a limit if each has its own key.',
            ...(perMinute === 0 ? {} : ADDRESS_TERMS),
            'wrong keys': `${ADDRESS_LIMITS.wrongKeysAMinute} a minute per address. A valid key from there still works.`,
            'long answers': `An answer of \`${ENDPOINT_PATHS.historical}\`, \`${ENDPOINT_PATHS.rates}\` or \`${ENDPOINT_PATHS.series}\` that is not in memory counts as one request for each ${wholeText(FIGURES_A_REQUEST)} published figures it is made from. They are made in turn; a caller with ${LONG_ANSWERS_WAITING} of them waiting gets 429.`,
            streams: `Open at once: ${STREAM_LIMITS.caller} a key, and as many of all pages at one address; ${wholeText(STREAM_LIMITS.all)} in all. Opening one counts as a request, its events do not.`,
            points: `\`${ENDPOINT_PATHS.historical}\` gives 5000 points at most, \`${ENDPOINT_PATHS.series}\` 60 codes and 31 days.`,
          })}
        />
      </div>
    </DocsSection>
  );
}

function HeaderExample() {
  return (
    <pre
      tabIndex={0}
      role="group"
      aria-label="Headers of a limit"
      className="self-start overflow-x-auto rounded-card border border-line bg-surface px-4 py-3.5 font-mono text-[0.78125rem]/5 max-phone:rounded-none max-phone:border-x-0"
    >
      {(['RateLimit-Policy', 'RateLimit', 'Retry-After'] as const).map((name) => (
        <span key={name}>
          <span className="text-text-muted">{name}:</span> {HEADER_NOTES[name].example}
          {'\n'}
        </span>
      ))}
    </pre>
  );
}
