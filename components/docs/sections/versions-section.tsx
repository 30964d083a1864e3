import { API_VERSION } from '#lib/contract/openapi-document';
import { CodedParagraph, DocsSection, Paragraph } from './docs-section.tsx';
import { TextLink } from '#components/ui/buttons/text-link';

/** What may change under a caller's feet, and what may not. */
export function VersionsSection() {
  return (
    <DocsSection id="versions" title="Versions">
      <CodedParagraph text="The version is the first part of the path. `/v1` only grows: endpoints, optional parameters, headers, and codes of errors are added; fields come only with a parameter that asks for them. Names, meanings and types stay." />
      <CodedParagraph text="A breaking change is `/v2`. Both are then served side by side for twelve months, and answers of the older one bear `Deprecation` (RFC 9745) and `Sunset` (RFC 8594) for at least the last six." />
      <Paragraph>
        This document tells of version {API_VERSION}. The same for programs:{' '}
        <TextLink href="/openapi.json">openapi.json</TextLink> (OpenAPI 3.1, for every origin, no key).
      </Paragraph>
    </DocsSection>
  );
}
