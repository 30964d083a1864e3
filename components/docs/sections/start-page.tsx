import { TextLink } from '#components/ui/buttons/text-link';
import { DocsLink } from '#components/docs/docs-link';
import { DOCS_GROUPS } from '#components/docs/docs-pages.ts';
import { KeyPanel } from '#components/docs/keys/key-panel';
import { JsonPane } from '#components/docs/snippets/json-pane';
import { SnippetPane } from '#components/docs/snippets/snippet-pane';
import { tryOperation, type TryOperation } from '#components/docs/try/try-operations.ts';
import { PROGRAM_PATHS } from '#lib/contract/endpoint-paths';
import { OPERATIONS } from '#lib/contract/openapi/openapi-operations';
import { DocsSection, MarkedParagraph, MarkedText } from './docs-section.tsx';

/** The first page: how to get from nothing to a first answer, and what else there is to read. */
export function StartPage({
  origin,
  isSignUpOpen,
  maySignedIn,
}: {
  readonly origin: string;
  readonly isSignUpOpen: boolean;
  readonly maySignedIn: boolean;
}) {
  const [first] = OPERATIONS.map(tryOperation);
  return (
    <>
      <div
        id="start"
        className="grid grid-cols-1 gap-x-12 gap-y-6 xl:grid-cols-[minmax(0,1fr)_minmax(0,31.25rem)]"
      >
        <div className="min-w-0 max-phone:px-4 xl:max-w-prose">
          <h1 className="text-2xl font-semibold tracking-[-0.02em]">Quick start</h1>
          <MarkedParagraph
            text={`Every answer is JSON, from \`${origin}/v1\`. Send your key in the \`X-API-Key\` header; the status report needs none.`}
          />
          <Steps isSignUpOpen={isSignUpOpen} maySignedIn={maySignedIn} />
          <MarkedParagraph
            text={`Types for a client come from [openapi.json](/openapi.json): \`npx openapi-typescript ${origin}/openapi.json\``}
          />
          <MarkedParagraph
            text={`Assistants read [llms.txt](${PROGRAM_PATHS.llms}), and call tools by the Model Context Protocol: streamable HTTP at \`${origin}${PROGRAM_PATHS.mcp}\`, with your key as \`Authorization: Bearer KEY\`.`}
          />
          <div className="mt-5 max-phone:-mx-4">
            <KeyPanel maySignedIn={maySignedIn} />
          </div>
        </div>
        {first !== undefined && <FirstRequest operation={first} />}
      </div>
      <div id="pages" className="max-phone:px-4">
        {DOCS_GROUPS.map(({ id, name, pages }) => (
          <DocsSection key={id} id={id} heading={name}>
            <ul className="grid gap-x-12 border-t border-line xl:grid-cols-2">
              {pages.map((page) => (
                <li key={page.slug} id={page.slug} className="border-b border-line py-2.5 target:bg-selected">
                  <DocsLink
                    href={`/docs/${page.slug}`}
                    className="font-medium text-accent underline underline-offset-2 hover:text-accent-strong"
                  >
                    {page.name}
                  </DocsLink>
                  <p className="text-sm text-pretty text-text-soft">
                    <MarkedText text={page.summary} />
                  </p>
                </li>
              ))}
            </ul>
          </DocsSection>
        ))}
      </div>
    </>
  );
}

function Steps({
  isSignUpOpen,
  maySignedIn,
}: {
  readonly isSignUpOpen: boolean;
  readonly maySignedIn: boolean;
}) {
  return (
    <ol className="mt-3 grid max-w-prose list-decimal gap-2 pl-5 text-[0.9375rem]/6 text-text-soft marker:text-text-muted">
      <li>
        <TextLink href="/account/keys">Create a key</TextLink> in your account, one for each program.{' '}
        {isSignUpOpen ? (
          <>
            <TextLink href="/account/sign-up">Create an account</TextLink> if you have none.
          </>
        ) : (
          !maySignedIn && (
            <MarkedText text="Accounts on this server are created by its operator. Without one, ask the operator for a key: `npm run keys -- create --email you@example.org --name first` creates it." />
          )
        )}
      </li>
      <li>
        <MarkedText text="Put it into the environment of your program as `CROSSRATE_API_KEY`: the examples read it there, and it stays out of your source code." />
      </li>
      <li>
        <MarkedText text="Ask. The page of each endpoint has a box that writes the request for you and sends it, exactly as shown. [Your first call](/docs/first-call) explains the answer." />
      </li>
    </ol>
  );
}

function FirstRequest({
  operation: { path, access, field, isStream, query, example, exampleNote },
}: {
  readonly operation: TryOperation;
}) {
  return (
    <section
      aria-label="A first request"
      className="self-start overflow-hidden rounded-card border border-line bg-surface max-phone:rounded-none max-phone:border-x-0"
    >
      <SnippetPane operation={{ path, access, field, isStream }} query={query}>
        <span className="text-sm font-medium">A first request</span>
      </SnippetPane>
      <div className="border-t border-line">
        <JsonPane text={example} label="The answer to the first request" />
      </div>
      <p className="border-t border-line px-4 py-2 text-xs text-text-muted">
        Answered with the {exampleNote}.
      </p>
    </section>
  );
}
