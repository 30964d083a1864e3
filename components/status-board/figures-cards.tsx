import { Card } from '#components/ui/card';
import { Cell, HeadCell, Heads, Row, Rows, Table } from '#components/ui/table';
import type { BoardProgress, BoardSource } from '#lib/contract/status-page';
import { ruleWords } from '#lib/domain/validation/rules';
import { ruleExampleText } from '#lib/format/sources/rule-words';
import { wholeText } from '#lib/format/numbers/number-text';
import { sourceName } from '#lib/format/sources/source-names';

/** What the validation refused or holds, rule by rule. */
export function RejectedFiguresCard({ sources }: { readonly sources: readonly BoardSource[] }) {
  const rows = sources.flatMap(({ id, rules }) => rules.map((rule) => ({ id, ...rule })));
  return (
    <Card title="Refused and held figures">
      {rows.length === 0 ? (
        <p className="px-6 py-4 text-text-soft max-phone:px-4">
          No figure was refused in the last 30 days, and none is held.
        </p>
      ) : (
        <Table name="Figures refused or held in the last 30 days">
          <Heads>
            <HeadCell>Source</HeadCell>
            <HeadCell>Rule</HeadCell>
            <HeadCell>What became of them</HeadCell>
            <HeadCell className="text-right">Figures</HeadCell>
            <HeadCell>One of them</HeadCell>
          </Heads>
          <Rows>
            {rows.map(({ id, rule, what, count, example }) => (
              <Row key={`${id} ${rule} ${what} ${example}`}>
                <Cell>{sourceName(id)}</Cell>
                <Cell>
                  {ruleWords(rule)} <span className="font-mono text-xs text-text-muted">{rule}</span>
                </Cell>
                <Cell>{what}</Cell>
                <Cell className="text-right tabular-nums max-phone:text-left">
                  {wholeText(count)}
                  <span className="phone:hidden"> {count === 1 ? 'figure' : 'figures'}</span>
                </Cell>
                <Cell className="text-sm wrap-anywhere">
                  {example === null ? '–' : ruleExampleText(example)}
                </Cell>
              </Row>
            ))}
          </Rows>
        </Table>
      )}
    </Card>
  );
}

/** How much history there is; only while this process fetches it, or did since it started. */
export function ProgressCard({ rows }: { readonly rows: readonly BoardProgress[] }) {
  if (rows.length === 0) return null;
  return (
    <Card title="History">
      <Table name="History that is being fetched, newest first">
        <Heads>
          <HeadCell>Source</HeadCell>
          <HeadCell>Parts fetched</HeadCell>
          <HeadCell className="w-1/2">
            <span className="sr-only">Share</span>
          </HeadCell>
        </Heads>
        <Rows>
          {rows.map(({ source, done, total }) => (
            <Row key={source}>
              <Cell>{sourceName(source)}</Cell>
              <Cell className="tabular-nums">{done === total ? `all ${total}` : `${done} of ${total}`}</Cell>
              <Cell>
                <progress
                  aria-label={`History of ${sourceName(source)}`}
                  value={done}
                  max={total}
                  className="h-1.5 w-full appearance-none overflow-hidden rounded-full bg-sunken [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-sunken [&::-webkit-progress-value]:bg-accent"
                />
              </Cell>
            </Row>
          ))}
        </Rows>
      </Table>
    </Card>
  );
}
