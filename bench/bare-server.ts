import { createServer } from 'node:http';
import process from 'node:process';

/** What one process of Node can do at most: node:http that sends given headers and bytes and does nothing else. */
const { headers, body } = readAnswer(process.argv[2] ?? '');

const server = createServer((_request, response) => {
  response.writeHead(200, headers);
  response.end(body);
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.stdout.write(`http://localhost:${typeof address === 'object' && address ? address.port : 0}\n`);
});
process.once('SIGTERM', () => process.exit(0));

/** The bench passes the answer as JSON of its own making. */
function readAnswer(text: string): { readonly headers: Record<string, string>; readonly body: string } {
  return JSON.parse(text) as { headers: Record<string, string>; body: string };
}
