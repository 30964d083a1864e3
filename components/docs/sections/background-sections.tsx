import { TextLink } from '#components/ui/buttons/text-link';
import { ENDPOINT_PATHS } from '#lib/contract/endpoint-paths';
import { API_VERSION } from '#lib/contract/openapi-document';
import { CodedParagraph, DocsSection, Paragraph, SubHeading } from './docs-section.tsx';
import { DECISION_GROUPS } from './silent-decisions.ts';
import { TermList, termsOf } from './term-list.tsx';

/** Where else the state of the sources is told, for programs and pages that do not ask /v1. */
export function ElsewhereSection() {
  return (
    <DocsSection id="elsewhere" title="Status elsewhere">
      <CodedParagraph text={`All of it is public and counts as requests for \`${ENDPOINT_PATHS.status}\`.`} />
      <div className="mt-4 max-w-[60rem]">
        <TermList
          terms={termsOf({
            feed: '`/status/feed.atom` has every incident and its end.',
            summary: '`/status/summary.json` has the format of Statuspage, which other monitors read.',
            badges: '`/status/badge.svg` is the state of all sources, `/status/badge/ecb.svg` that of one.',
            'made up':
              'A server whose figures are made up for trials says so with `X-Simulated: true` in every answer.',
          })}
        />
      </div>
    </DocsSection>
  );
}

/** What the interface leaves open, and what this service does there. */
export function SilentSection() {
  return (
    <DocsSection id="silent" title="Details and edge cases">
      <Paragraph>
        The interface gives paths, fields and two errors, and leaves the rest open. Here is what Crossrate
        decided, as far as a caller can see it.
      </Paragraph>
      <div className="gap-x-12 xl:columns-2 print:columns-1">
        {DECISION_GROUPS.map(({ id, title, decisions }) => (
          <div key={id} className="break-inside-avoid pt-6">
            <SubHeading id={id}>{title}</SubHeading>
            <TermList terms={decisions} />
          </div>
        ))}
      </div>
    </DocsSection>
  );
}

/** What may change under a caller's feet, and what may not. */
export function VersionsSection() {
  return (
    <DocsSection id="versions" title="Versions">
      <CodedParagraph text="The version is the first part of the path. `/v1` only grows: endpoints, optional parameters, headers, and codes of errors are added; fields come only with a parameter that asks for them. Names, meanings and types stay." />
      <CodedParagraph text="A breaking change is `/v2`. Both are then served side by side for twelve months, and answers of the older one have `Deprecation` (RFC 9745) and `Sunset` (RFC 8594) for at least the last six." />
      <Paragraph>
        This page describes version {API_VERSION}. The same for programs:{' '}
        <TextLink href="/openapi.json">openapi.json</TextLink> (OpenAPI 3.1, for every origin, no key).
      </Paragraph>
    </DocsSection>
  );
}
