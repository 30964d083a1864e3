import { Cell, HeadCell, Heads, Row, Rows, Table } from '#components/ui/table';
import { API_ERRORS, type ApiErrorCode, errorBody } from '#lib/contract/errors';
import { ERROR_NOTES, exampleError, statusesOf } from '#lib/contract/openapi-errors';
import { CodedParagraph, CodedText, DocsSection } from './docs-section.tsx';
import { JsonPane } from '#components/docs/snippets/json-pane';

const EXAMPLE = JSON.stringify(errorBody(exampleError('pair_unavailable')));

/** Every error with what it means and what to do. */
export function ErrorsSection() {
  return (
    <DocsSection id="errors" title="Errors">
      <CodedParagraph text="Every error has one shape. `code` is for programs and never renamed within /v1, `type` is its kind, `message` is for people: it names the parameter or the pair, and its wording may change. `X-Request-Id` names the answer." />
      <div className="mt-4 max-w-prose overflow-hidden rounded-card border border-line bg-surface">
        <JsonPane text={EXAMPLE} label="An error" />
      </div>
      <div className="mt-5 overflow-hidden rounded-card border border-line bg-surface">
        <Table name="Errors">
          <Heads>
            {['Status', 'Code and type', 'When', 'What to do'].map((head) => (
              <HeadCell key={head}>{head}</HeadCell>
            ))}
          </Heads>
          <Rows>
            {Object.keys(API_ERRORS)
              .filter(isErrorCode)
              .map((code) => (
                <ErrorRow key={code} code={code} />
              ))}
          </Rows>
        </Table>
      </div>
    </DocsSection>
  );
}

function ErrorRow({ code }: { readonly code: ApiErrorCode }) {
  const { when, remedy } = ERROR_NOTES[code];
  return (
    <Row id={`error-${code}`} className="align-top max-lg:scroll-mt-10">
      <Cell className="py-2.5">
        <span className="font-medium">{statusesOf(code).join(', ')}</span>
      </Cell>
      <Cell className="py-2.5">
        <code className="font-mono text-sm">{code}</code>
        <small className="block text-xs text-text-muted">{API_ERRORS[code].type}</small>
      </Cell>
      <Cell className="py-2.5 text-pretty text-text-soft">
        <CodedText text={when} />
      </Cell>
      <Cell className="py-2.5 text-pretty text-text-soft">
        <CodedText text={remedy} />
      </Cell>
    </Row>
  );
}

function isErrorCode(code: string): code is ApiErrorCode {
  return Object.hasOwn(API_ERRORS, code);
}
