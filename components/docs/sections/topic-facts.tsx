import { Cell, HeadCell, Heads, Row, Rows, Table } from '#components/ui/table';
import { API_ERRORS, errorBody } from '#lib/contract/errors';
import { HEADER_NOTES } from '#lib/contract/openapi/openapi-headers';
import { ERROR_NOTES, exampleError } from '#lib/contract/openapi/openapi-errors';
import { JsonPane } from '#components/docs/snippets/json-pane';
import { ERROR_CODES } from '#components/docs/topics/contract-terms.ts';
import { AGE_STATES, agesOf, type ServedSource } from '#components/docs/topics/source-facts.ts';
import { MarkedText } from './docs-section.tsx';

const CARD =
  'overflow-hidden rounded-card border border-line bg-surface max-phone:-mx-4 max-phone:rounded-none max-phone:border-x-0';

const EXAMPLE = JSON.stringify(errorBody(exampleError('pair_unavailable')));

/** Every error with what it means and what to do. */
export function ErrorTable() {
  return (
    <>
      <div className={`mt-4 max-w-prose ${CARD}`}>
        <JsonPane text={EXAMPLE} label="An error" />
      </div>
      <div className={`mt-5 ${CARD}`}>
        <Table name="Errors">
          <Heads>
            {['Status', 'Code and type', 'When', 'What to do'].map((head) => (
              <HeadCell key={head}>{head}</HeadCell>
            ))}
          </Heads>
          <Rows>
            {ERROR_CODES.map(({ code, statuses }) => (
              <ErrorRow key={code} code={code} statuses={statuses} />
            ))}
          </Rows>
        </Table>
      </div>
    </>
  );
}

function ErrorRow({ code, statuses }: (typeof ERROR_CODES)[number]) {
  const { when, remedy } = ERROR_NOTES[code];
  return (
    <Row id={`error-${code}`} className="align-top target:bg-selected">
      <Cell className="py-2.5">
        <span className="font-medium">{statuses.join(', ')}</span>
      </Cell>
      <Cell className="py-2.5">
        <a href={`#error-${code}`} className="font-mono text-sm">
          {code}
        </a>
        <small className="block text-xs text-text-muted">{API_ERRORS[code].type}</small>
      </Cell>
      <Cell className="py-2.5 text-pretty text-text-soft">
        <MarkedText text={when} />
      </Cell>
      <Cell className="py-2.5 text-pretty text-text-soft">
        <MarkedText text={remedy} />
      </Cell>
    </Row>
  );
}

/** When figures of each source are late, stale and no longer served. */
export function AgeTable({ sources }: { readonly sources: readonly ServedSource[] }) {
  return (
    <div className={`mt-4 ${CARD}`}>
      <Table name="When figures of each source are late, stale and no longer served">
        <Heads>
          {['Source', ...AGE_STATES].map((head) => (
            <HeadCell key={head}>{head}</HeadCell>
          ))}
        </Heads>
        <Rows>
          {sources.map((source) => (
            <Row key={source.id}>
              <Cell>
                <code className="font-mono text-sm">{source.id}</code>
              </Cell>
              {agesOf(source).map((text, place) => (
                <Cell key={AGE_STATES[place]}>
                  <span className="text-text-muted phone:hidden">{AGE_STATES[place]}</span> {text}
                </Cell>
              ))}
            </Row>
          ))}
        </Rows>
      </Table>
    </div>
  );
}

/** The headers by which an answer tells of limits, as they are really sent. */
export function LimitHeaderExample() {
  return (
    <pre
      tabIndex={0}
      role="group"
      aria-label="Headers of a limit"
      className={`my-4 max-w-prose overflow-x-auto px-4 py-3.5 font-mono text-[0.78125rem]/5 ${CARD}`}
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
