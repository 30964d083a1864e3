import { useState } from 'react';
import { AccountFormAlert, PageForm } from '#components/account/forms/account-form';
import { ActionButton } from '#components/account/forms/action-button';
import { thenRefresh, useAccountAction } from '#components/account/forms/use-account-action.ts';
import { needed, useAccountForm } from '#components/account/forms/use-account-form.ts';
import { FreshSecret } from '#components/account/fresh-secret';
import { Instant } from '#components/account/instant';
import { ListTable, PHONE_GRID } from '#components/account/list/list-table';
import { useAccountQuery } from '#components/account/use-account.ts';
import { Card } from '#components/ui/card';
import { TextField } from '#components/ui/fields/text-field';
import { Cell, Row } from '#components/ui/table';
import { accountClient } from '#lib/client/account/account-client';
import { FEED_LINKS_QUERY } from '#lib/client/account/account-queries';
import { ENDPOINT_PATHS, requestAddress } from '#lib/contract/endpoint-paths';
import { FEED_QUESTION_LENGTH_MAX, type FeedLinkRow, type MadeFeedLink } from '#lib/contract/feed-links';

const EXAMPLE = requestAddress(ENDPOINT_PATHS.historical, { from: 'EUR', to: 'USD', limit: '30' });

/** Addresses for spreadsheets, which cannot send a key: each is made for one question, shown once, and revoked here. */
export function FeedLinksCard() {
  const listed = useAccountQuery(FEED_LINKS_QUERY);
  const [fresh, setFresh] = useState<MadeFeedLink | null>(null);
  const links = listed.data?.links;
  return (
    <div className="mt-6">
      {fresh !== null && (
        <FreshSecret
          key={fresh.link.id}
          name="New feed link"
          title="The feed link is made. Copy its address now."
          about="Anybody who has the address can read the answer to this question and nothing else. It is shown this once; a lost one is replaced by a new link."
          copies={[{ label: 'Copy address', text: new URL(fresh.path, window.location.origin).href }]}
          onStored={() => setFresh(null)}
        />
      )}
      <Card title="Feed links">
        <div className="grid gap-4 px-6 py-4 max-phone:px-4">
          <p className="text-pretty text-text-soft">
            A spreadsheet cannot send a key. A feed link is an address of its own that answers one question as
            CSV, for <code className="font-mono text-sm">IMPORTDATA</code> in Google Sheets or{' '}
            <em>From Web</em> in Excel.
          </p>
          <FeedLinkForm onMade={setFresh} />
        </div>
        {links !== undefined && links.length > 0 && <FeedLinkTable links={links} />}
      </Card>
    </div>
  );
}

function FeedLinkForm({ onMade }: { readonly onMade: (made: MadeFeedLink) => void }) {
  const form = useAccountForm({
    fields: { question: needed(`Type a question such as ${EXAMPLE}.`) },
    send: (text) => accountClient.makeFeedLink({ question: text('question').trim() }),
    places: { invalid_parameter: 'question' },
    onDone: thenRefresh(onMade),
  });
  return (
    <PageForm form={form} label="Make a feed link" action="Make a feed link" look="line">
      <TextField
        name="question"
        label="Question"
        hint={`A path of the API that answers CSV, with its parameters, such as ${EXAMPLE}.`}
        autoComplete="off"
        isCode
        maxLength={FEED_QUESTION_LENGTH_MAX}
        required
        error={form.error('question')}
      />
    </PageForm>
  );
}

function FeedLinkTable({ links }: { readonly links: readonly FeedLinkRow[] }) {
  const action = useAccountAction();
  return (
    <>
      <AccountFormAlert problem={action.problem} />
      <ListTable name="Feed links" columns={['Question', 'Made']} hasActions>
        {links.map(({ id, question, createdAt }) => (
          <Row key={id} className={PHONE_GRID}>
            <Cell className="font-mono text-sm [overflow-wrap:anywhere]">{question}</Cell>
            <Cell className="whitespace-nowrap text-text-soft max-phone:col-start-1">
              <Instant at={createdAt} />
            </Cell>
            <Cell className="text-right">
              <ActionButton
                action={action}
                aria-label={`Revoke ${question}`}
                send={() => accountClient.revokeFeedLink({ id })}
              >
                Revoke
              </ActionButton>
            </Cell>
          </Row>
        ))}
      </ListTable>
    </>
  );
}
