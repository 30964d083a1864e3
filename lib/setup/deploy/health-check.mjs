import { get as getPlain } from 'node:http';
import { get as getOverTls } from 'node:https';
import process from 'node:process';

/*
 * The health check of a container: exit code 0 if the service answers. It asks from inside, where the name in the certificate is not
 * that of the address.
 */

const { PORT: port = '3000', TLS_CERT_FILE: certificate } = process.env;
const address = { host: '127.0.0.1', port, path: '/healthz', timeout: 4000 };

const request = certificate
  ? getOverTls({ ...address, rejectUnauthorized: false }, judge)
  : getPlain(address, judge);
request.on('timeout', () => request.destroy(new Error('The service does not answer.')));
request.on('error', (error) => {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
});

/** @param {import('node:http').IncomingMessage} response */
function judge(response) {
  response.resume();
  if (response.statusCode !== 200) process.exitCode = 1;
}
