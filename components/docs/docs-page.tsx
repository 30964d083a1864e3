import { IgnoredNotice } from '#components/ui/notices/notice-ignored';
import { readDocsAddress } from '#lib/client/address/docs-address';
import { OPERATIONS } from '#lib/contract/openapi-operations';
import { openApiSchemas } from '#lib/contract/openapi-schemas';
import { SNIPPET_LANGUAGES } from '#lib/format/request-snippets';
import { DocsRoot } from './docs-root.tsx';
import { DocsSide } from './docs-side.tsx';
import { ElsewhereSection, SilentSection, VersionsSection } from './sections/background-sections.tsx';
import { EndpointSection } from './sections/endpoint-section.tsx';
import { ErrorsSection } from './sections/errors-section.tsx';
import { LimitsSection } from './sections/limits-section.tsx';
import { AgeSection, type ServedSource, SourcesSection } from './sections/source-sections.tsx';
import { KeysSection, StartSection } from './sections/start-sections.tsx';
import { tryOperation } from './try/try-operations.ts';

/** What the page is made of beside the document. */
interface ServedDocs {
  /** Where the service is reached. */
  readonly origin: string;
  /** The address that was asked for, path and query. */
  readonly address: string;
  readonly sources: readonly ServedSource[];
  /** Requests a minute a key without a limit of its own; 0 for none. */
  readonly perMinute: number;
  /** Whether anybody may make an account. */
  readonly isSignUpOpen: boolean;
  /** Whether the visitor may be signed in; only then the browser asks for the account's keys. */
  readonly maySignedIn: boolean;
}

/** The documentation of /v1: everything from the document that /openapi.json serves, with a box to try each endpoint. */
export function DocsPage({ origin, address, sources, perMinute, isSignUpOpen, maySignedIn }: ServedDocs) {
  const schemas = openApiSchemas();
  const { view, ignored } = readDocsAddress(address, {
    languages: SNIPPET_LANGUAGES,
    endpoints: OPERATIONS.map(({ id, parameters }) => ({
      id,
      parameters: parameters.map(({ name }) => name),
    })),
  });
  const [first] = OPERATIONS.map(tryOperation);
  return (
    <DocsRoot origin={origin} served={view}>
      <IgnoredNotice ignored={ignored} />
      <div className="lg:grid lg:grid-cols-[10rem_minmax(0,1fr)] lg:gap-x-8 xl:grid-cols-[11.5rem_minmax(0,1fr)_minmax(0,31.25rem)] xl:gap-x-12">
        <DocsSide endpoints={OPERATIONS.map(({ id, name }) => ({ id, name }))} />
        {first !== undefined && (
          <StartSection origin={origin} first={first} isSignUpOpen={isSignUpOpen} maySignedIn={maySignedIn} />
        )}
        <KeysSection />
        <ErrorsSection />
        <LimitsSection perMinute={perMinute} />
        {OPERATIONS.map((operation) => (
          <EndpointSection key={operation.id} operation={operation} schemas={schemas} />
        ))}
        <SourcesSection sources={sources} />
        <AgeSection sources={sources} />
        <ElsewhereSection />
        <SilentSection />
        <VersionsSection />
      </div>
    </DocsRoot>
  );
}
