import { AsyncLocalStorage } from 'node:async_hooks';
import { rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { dirname } from 'node:path';
import process from 'node:process';
import { setPageService } from '#lib/page-service';
import { FIGURES_SOCKET_HEADER } from './inside-paths.ts';
import { createPagesFrom } from './inside-client.ts';
import { loadPages } from './page-server.ts';
import { setSourceNames } from '#lib/format/sources/source-names';
import { listSources } from '#lib/sources/registry';

/*
 * The process that draws pages: a child of the one that answers, which tells it a socket by the environment. It asks the
 * answering process that a page is drawn for for every figure, holds no secret and no database, and ends with its parent.
 */

/** What the answering process sets for this one. */
const { PAGES_SOCKET: pagesSocket = '' } = process.env;

// The parent was killed: nobody else is left to take the sockets' folder away.
process.on('disconnect', () => {
  rmSync(dirname(pagesSocket), { recursive: true, force: true });
  process.exit(0);
});
// Ctrl-C reaches the whole group of processes; the parent ends this one when its readers have their pages.
process.on('SIGINT', () => {});

/** Where the figures of the page under way come from. */
const figuresFrom = new AsyncLocalStorage<string>();
const { environment, service } = createPagesFrom(() => figuresFrom.getStore() ?? '');
setPageService(service);
setSourceNames(listSources(environment.createSource));
const answerPage = await loadPages(environment);
const server = createServer((request, response) => {
  const socket = String(request.headers[FIGURES_SOCKET_HEADER] ?? '');
  void figuresFrom.run(socket, () => answerPage(request, response));
});
// Only the answering process closes a connection that is idle, so that it never asks on one that is being closed.
server.keepAliveTimeout = 0;
// Next outlives errors that nothing catches; without a socket this process is of no use.
server.once('error', (error) => {
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
});
server.listen(pagesSocket, () => process.send?.('listening'));
