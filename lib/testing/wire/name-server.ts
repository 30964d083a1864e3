import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { onTestFinished } from 'vitest';

/** A real name server on this machine, over UDP. */
export interface NameServer {
  /** `127.0.0.1:PORT`. */
  readonly address: string;
  /** The names asked for so far, in order, each with its kind of record. */
  readonly asked: readonly string[];
}

/** A or AAAA, the only records that are asked for. */
const IPV4_RECORD = 1;

/** The flags of an answer to a question that wanted recursion. */
const ANSWERED = 0x81_80;

/**
 * Starts a name server that ends with the test. `answer` gives the IPv4 address of a name; a name without one is never
 * answered, as by a server that hangs. No name has an IPv6 address.
 */
export async function startNameServer(answer: (name: string) => string | null): Promise<NameServer> {
  const socket = createSocket('udp4');
  const asked: string[] = [];
  socket.on('message', (query, { address, port }) => {
    const { name, record, end } = questionOf(query);
    asked.push(`${name} ${record === IPV4_RECORD ? 'A' : 'AAAA'}`);
    const found = answer(name);
    if (found !== null) socket.send(answerTo(query.subarray(0, end), record, found), port, address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  onTestFinished(() => void socket.close());
  return { address: `127.0.0.1:${socket.address().port}`, asked };
}

/** The one question of a query: RFC 1035, section 4.1. */
function questionOf(query: Buffer) {
  const labels: string[] = [];
  let at = 12;
  for (let length = query.readUInt8(at); length > 0; length = query.readUInt8(at)) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.'), record: query.readUInt16BE(at + 1), end: at + 5 };
}

function answerTo(question: Buffer, record: number, address: string): Buffer {
  const head = Buffer.from(question);
  const isFound = record === IPV4_RECORD;
  head.writeUInt16BE(ANSWERED, 2);
  head.writeUInt16BE(isFound ? 1 : 0, 6);
  // No further records: the query may have had one of EDNS.
  head.writeUInt32BE(0, 8);
  // The name of the question, an A record of the internet, not to be kept, of four bytes.
  const found = [0xc0, 0x0c, 0, 1, 0, 1, 0, 0, 0, 0, 0, 4, ...address.split('.').map(Number)];
  return Buffer.concat([head, Buffer.from(isFound ? found : [])]);
}
