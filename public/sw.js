/*
 * Keeps the page usable without a network: the last page, the code it needs, the last answers of /v1/convert and /v1/rates.
 * The network always comes first; what is kept here is only given when it is gone. Keys and errors are never kept: an answer is
 * stored under its bare address, without the headers of the request.
 */
const VERSION = 'crossrate-1';

/** When an answer came, as the page reads it: lib/client/rates-client.ts knows the name. */
const RECEIVED_HEADER = 'X-Received-At';

const ANSWERS_MAX = 200;

/** A build has some twenty pieces of code; those of older builds go first. */
const CODE_MAX = 100;

self.addEventListener('install', (event) => {
  event.waitUntil(self.skipWaiting());
});

self.addEventListener('activate', (event) => {
  event.waitUntil(takeOver());
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== self.location.origin) return;
  if (request.mode === 'navigate') event.respondWith(page(event, request, url));
  else if (isCode(url)) event.respondWith(code(event, request));
  else if (isAnswer(url)) event.respondWith(answer(event, request, url));
});

async function takeOver() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name !== VERSION).map((name) => caches.delete(name)));
  await self.clients.claim();
  // The page that registered this worker was loaded without it.
  for (const client of await self.clients.matchAll({ type: 'window' })) {
    const url = new URL(client.url);
    if (isConverter(url))
      await fetch(url, { headers: { Accept: 'text/html' } }).then((got) => keepPage(url, got));
  }
}

function isConverter({ pathname }) {
  return pathname === '/' || pathname === '/convert' || pathname.startsWith('/convert/');
}

function isCode({ pathname }) {
  return pathname.startsWith('/_next/static/');
}

function isAnswer({ pathname }) {
  return pathname === '/v1/convert' || pathname === '/v1/rates' || pathname.startsWith('/v1/rates/');
}

async function page(event, request, url) {
  try {
    const response = await fetch(request);
    if (isConverter(url)) event.waitUntil(keepPage(url, response.clone()));
    return response;
  } catch (failure) {
    const kept = isConverter(url) && (await lastPage(url));
    if (!kept) throw failure;
    return marked(kept);
  }
}

/** The very page, or else any converter: it turns to its own address by itself. */
async function lastPage(url) {
  const cache = await caches.open(VERSION);
  return (await cache.match(url.pathname)) ?? (await cache.match('/convert'));
}

/** Tells the page that it is a repeated one, so that it asks for figures at once. */
async function marked(kept) {
  const text = await kept.text();
  const headers = new Headers(kept.headers);
  headers.delete('Content-Length');
  headers.delete('Content-Encoding');
  return new Response(text.replace('<html', '<html data-repeated=""'), { status: 200, headers });
}

async function keepPage(url, response) {
  const isHtml = response.headers.get('Content-Type')?.startsWith('text/html');
  if (!response.ok || response.redirected || !isHtml) return;
  const cache = await caches.open(VERSION);
  const text = await response.clone().text();
  await cache.put(url.pathname, response.clone());
  await cache.put('/convert', response);
  const parts = new Set(text.match(/\/_next\/static\/[\w./~%-]+/g));
  await Promise.all([...parts].map((part) => keepCode(cache, part)));
  await trim(cache, isCode, CODE_MAX);
}

/** Names of code change with its content, so what is kept is right for ever. */
async function keepCode(cache, path) {
  if (await cache.match(path)) return;
  const response = await fetch(path).catch(() => null);
  if (response?.ok) await cache.put(path, response);
}

async function code(event, request) {
  const cache = await caches.open(VERSION);
  const kept = await cache.match(request, { ignoreVary: true });
  if (kept) return kept;
  const response = await fetch(request);
  if (response.ok) event.waitUntil(cache.put(request, response.clone()));
  return response;
}

async function answer(event, request, url) {
  const key = answerKey(url);
  try {
    const response = await fetch(request);
    if (response.ok) event.waitUntil(keepAnswer(key, response.clone()));
    return response;
  } catch (failure) {
    const kept = await (await caches.open(VERSION)).match(key);
    if (!kept) throw failure;
    return kept;
  }
}

/** A conversion's figures are those of its pair whatever the amount; the page computes other amounts from them. */
function answerKey(url) {
  const query = new URLSearchParams(url.search);
  query.delete('amount');
  return `${url.pathname}?${query}`;
}

async function keepAnswer(key, response) {
  const body = await response.blob();
  const headers = { 'Content-Type': 'application/json', [RECEIVED_HEADER]: new Date().toISOString() };
  const cache = await caches.open(VERSION);
  await cache.put(key, new Response(body, { headers }));
  await trim(cache, isAnswer, ANSWERS_MAX);
}

/** Deletes the oldest of a kind until at most `max` are left. */
async function trim(cache, isOfKind, max) {
  const kept = (await cache.keys()).filter(({ url }) => isOfKind(new URL(url)));
  await Promise.all(kept.slice(0, Math.max(0, kept.length - max)).map((request) => cache.delete(request)));
}
