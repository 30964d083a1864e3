import { Suspense } from 'react';
import type { ApiErrorCode } from '#lib/contract/errors';
import { ERROR_NOTES, statusesOf } from '#lib/contract/openapi-errors';
import { HEADER_NOTES } from '#lib/contract/openapi-headers';
import type { ApiOperation } from '#lib/contract/openapi-operations';
import { type JsonSchema, nameOf } from '#lib/contract/openapi-schemas';
import { CodedParagraph, DocsSection, SubHeading } from './docs-section.tsx';
import { FieldList } from './field-list.tsx';
import { TermList } from './term-list.tsx';
import { TryBox } from '#components/docs/try/try-box';
import { tryOperation } from '#components/docs/try/try-operations.ts';
import { TextLink } from '#components/ui/buttons/text-link';

/** Errors that any request can meet; they are told once for all. */
const SHARED: readonly ApiErrorCode[] = [
  'bad_request',
  'https_required',
  'method_not_allowed',
  'rate_limited',
  'internal_error',
  'server_busy',
  'unauthorized',
  'invalid_api_key',
];

/** An endpoint: what it takes, what it answers, what can go wrong, and a box to try it. */
export function EndpointSection({
  operation,
  schemas,
}: {
  readonly operation: ApiOperation;
  readonly schemas: Readonly<Record<string, JsonSchema>>;
}) {
  const { id, path, title, access, description, parameters, answer, answerHeaders, errors } = operation;
  return (
    <DocsSection
      id={id}
      title={title}
      aside={
        // Each box wakes up by itself, so that a slow telephone is never held for all of them at once.
        <Suspense>
          <TryBox operation={tryOperation(operation)} />
        </Suspense>
      }
    >
      <div className="mt-1 flex items-center gap-2">
        <span className="rounded-tag bg-accent-wash px-1.5 font-mono text-[11px]/5 font-medium text-accent">
          GET
        </span>
        <code className="font-mono text-sm">{path}</code>
        {access === 'public' && <span className="text-xs text-text-muted">no key needed</span>}
      </div>
      <CodedParagraph text={description} />
      <SubHeading>{parameters.some(({ place }) => place === 'path') ? 'Path' : 'Query'}</SubHeading>
      {parameters.length === 0 ? (
        <p className="border-t border-line py-2.5 text-text-soft">It takes no parameters.</p>
      ) : (
        <TermList
          terms={parameters.map((parameter) => ({
            name: parameter.name,
            kind: parameter.required ? `${parameter.kind}, required` : parameter.kind,
            text: `${parameter.description}${optionsText(parameter.schema)}`,
          }))}
        />
      )}
      <SubHeading>Answer</SubHeading>
      <FieldList name={nameOf(answer)} schemas={schemas} />
      <SubHeading>Headers of the answer</SubHeading>
      <TermList terms={answerHeaders.map((name) => ({ name, text: HEADER_NOTES[name].description }))} />
      <SubHeading>Errors</SubHeading>
      <TermList terms={errors.filter((code) => !SHARED.includes(code)).map(errorTerm)} />
      <p className="border-t border-line pt-2.5 text-text-soft">
        And those that <TextLink href="#errors">every request</TextLink> can meet.
      </p>
    </DocsSection>
  );
}

function optionsText({ enum: options }: JsonSchema): string {
  return options === undefined || options.length < 2 ? '' : ` One of ${options.join(', ')}.`;
}

function errorTerm(code: ApiErrorCode) {
  const { when, remedy } = ERROR_NOTES[code];
  return { name: statusesOf(code).join(', '), kind: code, text: `${when} ${remedy}` };
}
