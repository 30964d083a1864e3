import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import process from 'node:process';

/** What one process of Node can do at most: node:http that sends given headers and bytes and does nothing else. */
const { headers, body } = readAnswer(process.argv[2] ?? '');

/** Short text goes out with its head in one write; longer text would be made into bytes for each answer. */
const TEXT_LENGTH_MAX = 16_384;
const sent = body.length > TEXT_LENGTH_MAX ? Buffer.from(body) : body;

const server = createServer((_request, response) => {
  response.writeHead(200, headers);
  response.end(sent);
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.stdout.write(`http://localhost:${typeof address === 'object' && address ? address.port : 0}\n`);
});
process.once('SIGTERM', () => process.exit(0));

/** The bench writes the answer into a file as JSON of its own making. */
function readAnswer(path: string): { readonly headers: Record<string, string>; readonly body: string } {
  return JSON.parse(readFileSync(path, 'utf8')) as { headers: Record<string, string>; body: string };
}
