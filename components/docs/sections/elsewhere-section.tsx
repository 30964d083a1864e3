import { ENDPOINT_PATHS } from '#lib/contract/endpoint-paths';
import { CodedParagraph, DocsSection } from './docs-section.tsx';
import { TermList } from './term-list.tsx';

/** Where else the state of the sources is told, for programs and pages that do not ask /v1. */
export function ElsewhereSection() {
  return (
    <DocsSection id="elsewhere" title="Status elsewhere">
      <CodedParagraph text={`All of it is public and counts as requests for \`${ENDPOINT_PATHS.status}\`.`} />
      <div className="mt-4 max-w-[60rem]">
        <TermList
          terms={[
            { name: 'feed', text: '`/status/feed.atom` tells of every incident and of its end.' },
            {
              name: 'summary',
              text: '`/status/summary.json` has the form of Statuspage, which monitors of third parties read.',
            },
            {
              name: 'badges',
              text: '`/status/badge.svg` is the state of the whole, `/status/badge/ecb.svg` that of one source.',
            },
            {
              name: 'made up',
              text: 'A server whose figures are made up for trials says so with `X-Simulated: true` in every answer.',
            },
          ]}
        />
      </div>
    </DocsSection>
  );
}
