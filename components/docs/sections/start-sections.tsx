import { CodedParagraph, CodedText, DocsSection, Paragraph } from './docs-section.tsx';
import { JsonPane } from '#components/docs/snippets/json-pane';
import { SnippetPane } from '#components/docs/snippets/snippet-pane';
import { KeyPanel } from '#components/docs/keys/key-panel';
import { TermList, termsOf } from './term-list.tsx';
import type { TryOperation } from '#components/docs/try/try-operations.ts';
import { TextLink } from '#components/ui/buttons/text-link';
import { PROGRAM_PATHS } from '#lib/contract/endpoint-paths';

/** How to get from nothing to a first answer. */
export function StartSection({
  origin,
  first,
  isSignUpOpen,
  maySignedIn,
}: {
  readonly origin: string;
  readonly first: TryOperation;
  readonly isSignUpOpen: boolean;
  readonly maySignedIn: boolean;
}) {
  return (
    <DocsSection id="start" title="Quick start" isFirst aside={<FirstRequest operation={first} />}>
      <CodedParagraph
        text={`Every answer is JSON, from \`${origin}/v1\`. Send your key in the \`X-API-Key\` header; the status report needs none.`}
      />
      <ol className="mt-3 grid max-w-prose list-decimal gap-2 pl-5 text-[0.9375rem]/6 text-text-soft marker:text-text-muted">
        <li>
          <TextLink href="/account/keys">Create a key</TextLink> in your account, one for each program.{' '}
          {isSignUpOpen ? (
            <>
              <TextLink href="/account/sign-up">Create an account</TextLink> if you have none.
            </>
          ) : (
            !maySignedIn && (
              <CodedText text="Accounts on this server are created by its operator. Without one, ask the operator for a key: `npm run keys -- create --email you@example.org --name first` creates it." />
            )
          )}
        </li>
        <li>
          <CodedText text="Put it into the environment of your program as `CROSSRATE_KEY`: the examples in TypeScript and Python read it there, and it stays out of your source code." />
        </li>
        <li>
          Ask. Each endpoint below has a box that writes the request for you and sends it from this page,
          exactly as shown.
        </li>
      </ol>
      <Paragraph>
        Types for a client come from <TextLink href="/openapi.json">openapi.json</TextLink>:{' '}
        <CodedText text={`\`npx openapi-typescript ${origin}/openapi.json\``} />
      </Paragraph>
      <Paragraph>
        Assistants read <TextLink href={PROGRAM_PATHS.llms}>llms.txt</TextLink>, and call tools by the Model
        Context Protocol:{' '}
        <CodedText
          text={`streamable HTTP at \`${origin}${PROGRAM_PATHS.mcp}\`, with your key as \`Authorization: Bearer KEY\`.`}
        />
      </Paragraph>
      <div className="mt-5 max-phone:-mx-4">
        <KeyPanel maySignedIn={maySignedIn} />
      </div>
    </DocsSection>
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

/** What a key is and how it is kept. */
export function KeysSection() {
  return (
    <DocsSection id="keys" title="API keys">
      <CodedParagraph text="A key is `xr_live_` and 49 characters, the last six of them a checksum, so that a mistyped key is recognised at once and secret scanners find a leaked one." />
      <div className="mt-4 max-w-[60rem]">
        <TermList
          terms={termsOf({
            'shown once':
              'When it is created. The service keeps a hash, the first fourteen and the last four characters: it cannot show a key again, and nor can this page. A lost key is replaced.',
            'this page':
              'Boxes ask with a key of the page itself, which lives ten minutes in its memory and reads what this server shows on its pages: to everybody, or to those who are signed in if you are. A key that you paste under “Your key” is kept in the same place: never stored, never in an address, forgotten when you leave.',
            header: '`X-API-Key`, once. A key in an address is refused with 400; replace it.',
            expiry: 'None, 30, 90 or 365 days, as chosen when it is created.',
            rotation:
              'Creates a new key and keeps the old one working for an hour, a day or a week, as you choose.',
            revocation:
              'Takes effect within two seconds in every process of the service, and cannot be undone.',
            'own limits':
              'A key may have a request limit of its own, and a list of the sources that it may use.',
          })}
        />
      </div>
    </DocsSection>
  );
}
