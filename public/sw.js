/*
 * Keeps pages that were opened usable without a network: the page, the code it needs, the last answers of /v1 and the last
 * report of the status page. The network always comes first; what is kept here is only given when it is gone, with the
 * instant at which it came.
 *
 * Never kept: pages of accounts, errors, and answers to a key that is not a page's own. Answers are stored under their bare
 * address, without the headers of the request; signing in or out forgets them, and the pages with them.
 *
 * Every build registers this file under its own name. Pages and code of the build before stay until they are opened again,
 * because they fit each other; older ones go.
 */
const BUILD = new URL(self.location.href).searchParams.get('build') ?? 'none';

const PAGES_PREFIX = 'crossrate-pages-';
const PAGES = PAGES_PREFIX + BUILD;

/** Answers are the interface's, which outlives builds. */
const ANSWERS = 'crossrate-answers';

/** When something came, as pages read it: lib/client/rates/rates-client.ts knows the name. */
const RECEIVED_HEADER = 'X-Received-At';

/** What a kept page calls itself, percent-encoded. */
const TITLE_HEADER = 'X-Page-Title';

/** What a page's own key begins with: lib/account/keys/browser-key.ts. */
const PAGE_KEY_START = 'xr_page_';

/** Who is signed in may be shown more than others, so nothing that was kept passes from one to the other. */
const FORGOTTEN_BY = /^\/account\/api\/(sign-|set-up|second-factor|reset|sessions|delete)/;

const ANSWERS_MAX = 300;
const PAGES_MAX = 40;

/** A build has some fifty pieces of code. */
const CODE_MAX = 200;

/** Pages that may be kept. One that ends in a slash stands for all that begin so. */
const KEPT_PAGES = [
  '/',
  '/convert',
  '/convert/',
  '/rates',
  '/charts',
  '/charts/',
  '/status',
  '/status/',
  '/docs',
  '/docs/',
];

/** Pages that show any of their kind, because they turn to their own address; the newest stands in for those never opened. */
const KINDS = ['/convert', '/charts'];

/** Its view is made by the server, so a page of another query would show another month. */
const ONLY_ITSELF = '/status/history';

const BOARD = '/status/board.json';

/** What a proxy answers in the place of a service that is gone. */
const GONE = [502, 503, 504];

/** A page of which nothing comes for so long is taken from what is kept. */
const SILENT_MS = 5000;

/** A page that is not kept is waited for longer: the service takes up to half of this to draw one. */
const PAGE_MS = 40000;

/** An answer of which nothing comes for so long is taken from what is kept. Pages wait a little longer: lib/client/asking/bounded-fetch.ts. */
const ANSWER_MS = 15000;

/** A piece of code of which nothing comes for so long: on a slow network many wait for each other. */
const CODE_MS = 30000;

self.addEventListener('install', (event) => {
  event.waitUntil(self.skipWaiting());
});

self.addEventListener('activate', (event) => {
  event.waitUntil(takeOver());
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (url.origin !== self.location.origin) return;
  if (request.method !== 'GET') {
    if (FORGOTTEN_BY.test(url.pathname)) event.waitUntil(forget());
    return;
  }
  if (request.mode === 'navigate') event.respondWith(page(event, request, url));
  else if (isCode(url)) event.respondWith(code(event, request));
  else if (isAnswer(url)) event.respondWith(answer(event, request, url));
});

async function takeOver() {
  const names = await caches.keys();
  const before = names.filter((name) => name.startsWith(PAGES_PREFIX) && name !== PAGES).at(-1);
  const kept = new Set([PAGES, ANSWERS, before]);
  await Promise.all(names.filter((name) => !kept.has(name)).map((name) => caches.delete(name)));
  await self.clients.claim();
  // The page that registered this worker was loaded without it.
  for (const client of await self.clients.matchAll({ type: 'window' })) {
    const url = new URL(client.url);
    if (isKeptPage(url)) {
      const request = new Request(url, { headers: { Accept: 'text/html' } });
      const got = await fetchWithin(PAGE_MS, request).catch(() => null);
      if (got) await keepPage(url, got);
    }
  }
}

function isKeptPage({ pathname }) {
  return KEPT_PAGES.some((kept) =>
    kept.length > 1 && kept.endsWith('/') ? pathname.startsWith(kept) : pathname === kept,
  );
}

/** Pages of the same kind stand in for each other. */
function kindOf({ pathname }) {
  if (pathname === '/') return '/convert';
  return KINDS.find((start) => pathname === start || pathname.startsWith(`${start}/`)) ?? pathname;
}

function isCode({ pathname }) {
  return pathname.startsWith('/_next/static/');
}

/** A stream has no end, so it goes past this worker. */
function isAnswer({ pathname }) {
  return (pathname.startsWith('/v1/') && !pathname.endsWith('/stream')) || pathname === BOARD;
}

async function page(event, request, url) {
  // Other pages are asked for as the browser asks: a signal would make them requests of this worker.
  if (!isKeptPage(url)) return fetch(request).catch(() => notOpened(url));
  const asked = new AbortController();
  const answered = fetch(request, { signal: asked.signal }).catch(() => null);
  const first = await Promise.race([answered, silence(SILENT_MS)]);
  if (first && !GONE.includes(first.status)) return keptAlso(event, url, first);
  const kept = await lastPage(url);
  if (kept) {
    // A browser has six connections to a service, and what is asked for next needs this one.
    asked.abort();
    return marked(kept);
  }
  const late = await Promise.race([answered, silence(PAGE_MS - SILENT_MS)]);
  if (late) return keptAlso(event, url, late);
  asked.abort();
  return notOpened(url);
}

function keptAlso(event, url, response) {
  event.waitUntil(keepPage(url, response.clone()));
  return response;
}

function silence(ms) {
  return new Promise((resolve) => setTimeout(() => resolve(null), ms));
}

/**
 * The very page; else the newest of its path, else the newest of its kind: these turn to their own address by themselves.
 * This build's before the one before.
 */
async function lastPage(url) {
  const pages = [];
  for (const name of await pageCaches()) {
    const cache = await caches.open(name);
    for (const request of (await cache.keys()).toReversed()) {
      const at = new URL(request.url);
      if (!isCode(at)) pages.push({ at, read: () => cache.match(request) });
    }
  }
  const isIt = ({ at }) => addressOf(at) === addressOf(url);
  const isOfPath = ({ at }) => at.pathname === url.pathname;
  const isOfKind = ({ at }) => kindOf(at) === kindOf(url);
  const rules = url.pathname === ONLY_ITSELF ? [isIt] : [isIt, isOfPath, isOfKind];
  for (const rule of rules) {
    const kept = pages.find(rule);
    if (kept) return kept.read();
  }
  return undefined;
}

function addressOf({ pathname, search }) {
  return pathname + search;
}

async function pageCaches() {
  const others = (await caches.keys()).filter((name) => name.startsWith(PAGES_PREFIX) && name !== PAGES);
  return [PAGES, ...others.toReversed()];
}

/** Tells the page that it is a repeated one and of when, so that it says so and asks for figures at once. */
async function marked(kept) {
  const text = await kept.text();
  const receivedAt = kept.headers.get(RECEIVED_HEADER) ?? '';
  const { headers } = kept;
  return new Response(text.replace('<html', `<html data-repeated="${receivedAt}"`), { status: 200, headers });
}

/** How often everything was forgotten: a page that was on its way to be kept meanwhile is not kept. */
let timesForgotten = 0;

/** Keeps a page once the code that it names is kept: without it, it could not be read. A page that came a second time goes to the end of the line. */
async function keepPage(url, response) {
  const before = timesForgotten;
  const isHtml = response.headers.get('Content-Type')?.startsWith('text/html');
  if (!response.ok || response.redirected || !isHtml) return;
  const text = await response.text();
  const headers = new Headers(response.headers);
  headers.delete('Content-Length');
  headers.delete('Content-Encoding');
  headers.set(RECEIVED_HEADER, new Date().toISOString());
  headers.set(TITLE_HEADER, encodeURIComponent(titleOf(text)));
  const cache = await caches.open(PAGES);
  const parts = new Set(text.match(/\/_next\/static\/[\w./~%-]+/g));
  await Promise.all([...parts].map((part) => keepCode(cache, part)));
  if (timesForgotten !== before) return;
  await cache.delete(addressOf(url));
  await cache.put(addressOf(url), new Response(text, { headers }));
  // The page carries a newer report.
  if (url.pathname === '/status') await (await caches.open(ANSWERS)).delete(BOARD);
  await trim(cache, isCode, CODE_MAX);
  await trim(cache, (kept) => !isCode(kept), PAGES_MAX);
}

/** Names of code change with its content, so what is kept is right for ever. */
async function keepCode(cache, path) {
  if (await cache.match(path)) return;
  const response = await fetchWithin(CODE_MS, new Request(path)).catch(() => null);
  if (response?.ok) await cache.put(path, response);
}

async function code(event, request) {
  const kept = await caches.match(request, { ignoreVary: true });
  if (kept) return kept;
  const response = await fetchWithin(CODE_MS, request);
  if (response.ok) {
    // At once: the page reads the answer away before a cache is open.
    const copy = response.clone();
    event.waitUntil(caches.open(PAGES).then((cache) => cache.put(request, copy)));
  }
  return response;
}

async function answer(event, request, url) {
  const key = answerKey(url);
  try {
    const response = await fetchWithin(ANSWER_MS, request);
    const isOfPage = request.headers.get('X-API-Key')?.startsWith(PAGE_KEY_START);
    if (response.ok && (isOfPage || url.pathname === BOARD))
      event.waitUntil(keepAnswer(key, response.clone()));
    return response;
  } catch (failure) {
    const kept = await (await caches.open(ANSWERS)).match(key);
    if (!kept) throw failure;
    return kept;
  }
}

/** Gives up a request to which nothing comes for so long: a browser has six connections to a service, and needs them. */
async function fetchWithin(ms, request) {
  const asked = new AbortController();
  const patience = setTimeout(() => asked.abort(), ms);
  const signal = AbortSignal.any([request.signal, asked.signal]);
  return fetch(request, { signal }).finally(() => clearTimeout(patience));
}

/** A conversion's figures are those of its pair whatever the amount; the page computes other amounts from them. */
function answerKey(url) {
  const query = new URLSearchParams(url.search);
  query.delete('amount');
  return query.size === 0 ? url.pathname : `${url.pathname}?${query}`;
}

async function keepAnswer(key, response) {
  const headers = { 'Content-Type': 'application/json', [RECEIVED_HEADER]: new Date().toISOString() };
  const link = response.headers.get('Link');
  // A history of several pages is read on by its links.
  if (link !== null) headers.Link = link;
  const body = await response.blob();
  const cache = await caches.open(ANSWERS);
  await cache.delete(key);
  await cache.put(key, new Response(body, { headers }));
  await trim(cache, isAnswer, ANSWERS_MAX);
}

/** Forgets every page and answer; code is the same for everybody. */
async function forget() {
  timesForgotten += 1;
  await caches.delete(ANSWERS);
  for (const name of await pageCaches()) await trim(await caches.open(name), (kept) => !isCode(kept), 0);
}

/** Deletes the oldest of a kind until at most `max` are left. */
async function trim(cache, isOfKind, max) {
  const kept = (await cache.keys()).filter(({ url }) => isOfKind(new URL(url)));
  await Promise.all(kept.slice(0, Math.max(0, kept.length - max)).map((request) => cache.delete(request)));
}

/** In the place of a page that was never opened here: what can be read without a network, and a way to try again. */
async function notOpened(url) {
  const why = url.pathname.startsWith('/account')
    ? 'Pages of accounts are never kept in the browser.'
    : 'This page was not opened in this browser before.';
  const link = (address, text) => `<a href="${escaped(address)}">${text}</a>`;
  const items = (await keptPages()).map(({ at, title, receivedAt }) => {
    const name = `<b>${escaped(title)}</b> <small>${escaped(decoded(addressOf(at)))}</small>`;
    return `<li>${link(addressOf(at), name)} <time datetime="${escaped(receivedAt)}">${ageText(receivedAt)}</time></li>`;
  });
  const kept =
    items.length === 0 ? '' : `<p>These were, and show their last figures:</p><ul>${items.join('')}</ul>`;
  const again = `<p>${link(addressOf(url), 'Try again')}</p>`;
  const nonce = crypto.randomUUID();
  const head = `<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Offline · Crossrate</title><style nonce="${nonce}">${OFFLINE_STYLE}</style><script nonce="${nonce}">${OFFLINE_SCRIPT}</script>`;
  const html = `<!doctype html><html lang="en"><head>${head}</head><body><header>${link('/', 'Crossrate')}</header><main><h1>You are offline.</h1><p>${why}</p>${again}${kept}</main></body></html>`;
  const headers = {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': `default-src 'none'; style-src 'nonce-${nonce}'; script-src 'nonce-${nonce}'; connect-src 'self'; base-uri 'none'`,
  };
  return new Response(html, { status: 503, headers });
}

/** The pages that are kept, each once, the newest first. */
async function keptPages() {
  const pages = new Map();
  for (const name of await pageCaches()) {
    const cache = await caches.open(name);
    for (const request of await cache.keys()) {
      const at = new URL(request.url);
      if (isCode(at) || pages.has(addressOf(at))) continue;
      const page = await cache.match(request);
      const title = decodeURIComponent(page?.headers.get(TITLE_HEADER) ?? '');
      const receivedAt = page?.headers.get(RECEIVED_HEADER) ?? '';
      pages.set(addressOf(at), { at, title: title || decoded(at.pathname), receivedAt });
    }
  }
  return [...pages.values()].toSorted((one, other) => (one.receivedAt < other.receivedAt ? 1 : -1));
}

/** A page's title without the product's name, and without the marks that HTML needs. */
function titleOf(text) {
  const [, title = ''] = /<title[^>]*>([^<]*)<\/title>/.exec(text) ?? [];
  const marks = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#x27;': "'", '&#39;': "'" };
  return title.replaceAll(/&[#\w]+;/g, (mark) => marks[mark] ?? mark).replace(/ · Crossrate$/, '');
}

/** How long ago an instant was: `just now`, `5 min ago`, `3 h ago`, `2 days ago`. */
function ageText(instant) {
  const minutes = Math.floor((Date.now() - Date.parse(instant)) / 60000);
  if (!(minutes >= 1)) return 'just now';
  if (minutes < 60) return `${minutes} min ago`;
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return `${hours} h ago`;
  const days = Math.floor(hours / 24);
  return days === 1 ? '1 day ago' : `${days} days ago`;
}

/** The colours of app/globals.css, which may not be there without a network. */
const OFFLINE_STYLE = `:root{color-scheme:light dark}[data-theme=light]{color-scheme:light}[data-theme=dark]{color-scheme:dark}body{margin:0;background:light-dark(oklch(.984 .003 232),oklch(.158 .012 232));color:light-dark(oklch(.205 .016 232),oklch(.962 .004 232));font:.875rem/1.5 system-ui,sans-serif}header{max-width:43rem;margin:0 auto;padding:1rem 1.5rem;font-size:1rem;font-weight:600}header a{color:inherit;text-decoration:none}main{max-width:40rem;margin:0 auto;padding:1.5rem;background:light-dark(oklch(1 0 0),oklch(.188 .013 232));border:1px solid light-dark(oklch(.918 .006 232),oklch(.275 .015 232));border-radius:8px}h1{margin:0;font-size:1.25rem;font-weight:600}a{color:light-dark(oklch(.5 .086 226),oklch(.81 .082 226));text-underline-offset:2px}ul{margin:0;padding:0;list-style:none}li{display:flex;align-items:baseline;justify-content:space-between;gap:1rem;padding:.625rem 0;border-top:1px solid light-dark(oklch(.918 .006 232),oklch(.275 .015 232))}li a{min-width:0;overflow:hidden;text-decoration:none}li b{font-weight:500}li a:hover b{text-decoration:underline}small,time{color:light-dark(oklch(.525 .015 232),oklch(.675 .012 232));font-size:.8125rem;white-space:nowrap}small{display:block;overflow:hidden;text-overflow:ellipsis}`;

/** The chosen theme, as lib/client/browser/theme-script.ts takes it, and another try once the service answers. */
const OFFLINE_SCRIPT = `try{const theme=localStorage.getItem('crossrate:theme');if(theme==='light'||theme==='dark')document.documentElement.dataset.theme=theme}catch{}const again=()=>fetch('/healthz',{signal:AbortSignal.timeout(9000)}).then(({ok})=>ok&&location.reload(),()=>undefined);addEventListener('online',again);setInterval(again,10000)`;

function decoded(address) {
  try {
    return decodeURI(address);
  } catch {
    return address;
  }
}

function escaped(text) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
