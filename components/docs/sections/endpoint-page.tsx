import { KeyPanel } from '#components/docs/keys/key-panel';
import { DocsLink } from '#components/docs/docs-link';
import { TryBox } from '#components/docs/try/try-box';
import { tryOperation } from '#components/docs/try/try-operations.ts';
import { parameterTerms } from '#components/docs/topics/contract-terms.ts';
import type { ApiErrorCode } from '#lib/contract/errors';
import { statusesOf } from '#lib/contract/openapi/openapi-errors';
import { HEADER_NOTES } from '#lib/contract/openapi/openapi-headers';
import type { ApiOperation } from '#lib/contract/openapi/openapi-operations';
import { type JsonSchema, nameOf } from '#lib/contract/openapi/openapi-schemas';
import { DocsSection, MarkedParagraph } from './docs-section.tsx';
import { FieldList } from './field-list.tsx';
import { TermList } from './term-list.tsx';

/** An endpoint: what it takes, what it answers, what can go wrong, and a box to try it. */
export function EndpointPage({
  operation,
  schemas,
  values,
  maySignedIn,
}: {
  readonly operation: ApiOperation;
  readonly schemas: Readonly<Record<string, JsonSchema>>;
  /** What its box begins with; null for its example. */
  readonly values: Readonly<Record<string, string>> | null;
  readonly maySignedIn: boolean;
}) {
  const { id, path, title, access, description, parameters, answer, answerHeaders, errors } = operation;
  const isPlaced = parameters.some(({ place }) => place === 'path');
  return (
    <article
      id={id}
      className="grid grid-cols-1 gap-x-12 gap-y-8 xl:grid-cols-[minmax(0,1fr)_minmax(0,31.25rem)] print:block"
    >
      <div className="min-w-0 max-phone:px-4 xl:max-w-prose">
        <h1 className="text-2xl font-semibold tracking-[-0.02em]">{title}</h1>
        <div className="mt-1 flex items-center gap-2">
          <span className="rounded-tag bg-accent-wash px-1.5 font-mono text-[11px]/5 font-medium text-accent">
            GET
          </span>
          <code className="font-mono text-sm">{path}</code>
          {access === 'public' && <span className="text-xs text-text-muted">no key needed</span>}
          <a
            href="#try"
            className="ml-auto rounded-tag px-1 text-sm text-accent underline underline-offset-2 hover:text-accent-strong max-phone:py-2 xl:hidden print:hidden"
          >
            Try it
          </a>
        </div>
        <MarkedParagraph text={description} />
        <DocsSection id="query" heading={isPlaced ? 'Path' : 'Query'}>
          {parameters.length === 0 ? (
            <p className="border-t border-line py-2.5 text-text-soft">It takes no parameters.</p>
          ) : (
            <TermList terms={parameterTerms(parameters)} />
          )}
        </DocsSection>
        <DocsSection id="answer" heading="Answer">
          <FieldList name={nameOf(answer)} schemas={schemas} />
        </DocsSection>
        <DocsSection id="headers" heading="Headers of the answer">
          <TermList terms={answerHeaders.map((name) => ({ name, text: HEADER_NOTES[name].description }))} />
        </DocsSection>
        <DocsSection id="errors" heading="Errors">
          <ErrorCodes codes={errors} />
        </DocsSection>
      </div>
      <div
        id="try"
        className="grid gap-5 self-start xl:sticky xl:top-18 xl:max-h-[calc(100vh-5.5rem)] xl:overflow-y-auto print:static print:max-h-none"
      >
        <TryBox operation={tryOperation(operation)} values={values} />
        <KeyPanel maySignedIn={maySignedIn} />
      </div>
    </article>
  );
}

/** The codes that an endpoint can answer; what each means is said once, on their own page. */
function ErrorCodes({ codes }: { readonly codes: readonly ApiErrorCode[] }) {
  return (
    <ul className="border-t border-line pt-2.5">
      {codes.map((code) => (
        <li key={code} className="flex items-baseline gap-3 py-1 max-phone:py-2">
          <span className="w-24 text-sm text-text-muted">{statusesOf(code).join(', ')}</span>
          <DocsLink
            href={`/docs/errors#error-${code}`}
            className="font-mono text-sm text-accent underline underline-offset-2 hover:text-accent-strong"
          >
            {code}
          </DocsLink>
        </li>
      ))}
    </ul>
  );
}
