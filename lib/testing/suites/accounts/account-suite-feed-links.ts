import { describe, expect, it } from 'vitest';
import type { FeedLinks, MadeFeedLink } from '#lib/contract/feed-links';
import { GOOD_PASSWORD, type OpenAccountBench } from '#lib/testing/worlds/accounts/account-bench';
import type { AccountBrowser } from '#lib/testing/worlds/accounts/account-browser';
import { answerOf, auditKinds, exportOf } from '#lib/testing/worlds/accounts/account-replies';

const QUESTION = '/v1/historical?from=EUR&to=USD&limit=30&format=csv';

/** The addresses that spreadsheets read. */
export function describeFeedLinks(open: OpenAccountBench): void {
  describe('feed links', () => {
    it('are their account’s own: listed, exported and revoked there, and gone with it', async () => {
      const bench = await open({ isSignUpOpen: true });
      const owner = await bench.signedIn();
      const { link, path } = await makeLink(owner, '/v1/historical?from=EUR&to=USD&limit=30');
      expect(link).toMatchObject({ question: QUESTION, createdAt: bench.now().toISOString() });
      expect(path).toMatch(/^\/v1\/feed\/[\w-]{43}$/);
      expect(await linksOf(owner)).toEqual([link]);
      expect((await exportOf(owner)).feedLinks).toEqual([link]);
      const stranger = bench.browser();
      const credentials = { email: 'eve@example.org', password: 'another quiet lantern 17' };
      await stranger.post('sign-up', credentials);
      await stranger.post('sign-in', credentials);
      expect(await linksOf(stranger)).toEqual([]);
      expect(await stranger.post('feed-links/revoke', { id: link.id })).toMatchObject({ code: 'not_found' });
      expect((await owner.post('feed-links/revoke', { id: link.id })).status).toBe(200);
      expect(await linksOf(owner)).toEqual([]);
      expect((await auditKinds(owner)).slice(0, 3)).toEqual([
        'feed-link-revoked',
        'exported',
        'feed-link-made',
      ]);
      await makeLink(owner, QUESTION);
      const { id } = (await exportOf(owner)).account;
      const deleted = await owner.post('delete', {
        password: GOOD_PASSWORD,
        confirmation: 'ada@example.org',
      });
      expect(deleted.status).toBe(200);
      expect(await bench.store.readFeedLinks(id)).toEqual([]);
    });

    it('are made for a question that the API answers as CSV, or refused with its sentence', async () => {
      const owner = await (await open()).signedIn();
      const whole = await makeLink(owner, 'https://rates.example.org/v1/rates?base=eur&format=json#a');
      expect(whole.link.question).toBe('/v1/rates?base=eur&format=csv');
      for (const [question, sentence] of [
        ['/v1/convert?from=EUR&to=USD&amount=1', 'Give a path that answers CSV (/v1/rates'],
        ['EUR USD', 'Give a path that answers CSV'],
        ['/v1/rates?base=US$', 'base must be a currency code such as USD.'],
        ['/v1/rates?bas=EUR', 'bas is not a parameter of /v1/rates; did you mean base?'],
        ['/v1/historical?from=EUR&to=USD&limit=9999', 'limit must be a whole number from 1 to 5000.'],
        ['/v1/rates?include=provenance', 'include cannot be combined with CSV'],
        ['', 'Give the question.'],
        ['a'.repeat(2001), 'A question has at most 2000 characters.'],
      ]) {
        const refused = await owner.post('feed-links', { question });
        expect(refused).toMatchObject({ status: 400, code: 'invalid_parameter' });
        expect(JSON.stringify(refused.body)).toContain(sentence);
      }
    });

    it('are 50 an account at most', async () => {
      const owner = await (await open()).signedIn();
      for (let count = 0; count < 50; count += 1) await makeLink(owner, QUESTION);
      expect(await owner.post('feed-links', { question: QUESTION })).toMatchObject({
        code: 'too_many_feed_links',
      });
    });
  });
}

async function makeLink(browser: AccountBrowser, question: string): Promise<MadeFeedLink> {
  return answerOf<MadeFeedLink>(await browser.post('feed-links', { question }));
}

async function linksOf(browser: AccountBrowser): Promise<FeedLinks['links']> {
  return answerOf<FeedLinks>(await browser.get('feed-links')).links;
}
