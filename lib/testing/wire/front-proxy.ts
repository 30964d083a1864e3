import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import process from 'node:process';
import { onTestFinished } from 'vitest';
import { type CertificateFiles, makeCertificate, writeCertificate } from './own-certificate.ts';
import { PROJECT_ROOT } from '#lib/testing/run-script';
import { throwAwayFolder } from '#lib/testing/throw-away-folder';

/** A proxy that people put in front of the service. */
export type ProxyProgram = 'nginx' | 'caddy';

/** A running proxy with the configuration that the project ships, on ports of its own. */
export interface FrontProxy {
  readonly httpPort: number;
  readonly httpsPort: number;
  /** What its certificate is trusted by. */
  readonly ca: string;
}

/** Where the proxy listens, what it passes requests to, and what lies where. */
interface Placement {
  readonly folder: string;
  readonly servicePorts: readonly number[];
  readonly httpPort: number;
  readonly httpsPort: number;
  readonly files: CertificateFiles;
}

const DEPLOY = join(PROJECT_ROOT, 'lib/setup/deploy');

const TEMPORARY_FOLDERS = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];

/** Whether a proxy is installed on this machine. */
export function hasProxy(program: ProxyProgram): boolean {
  const { error, status } = spawnSync(program, [program === 'nginx' ? '-v' : 'version'], { stdio: 'ignore' });
  return error === undefined && status === 0;
}

/** Starts a proxy in front of one process of the service or several; it ends with the test. */
export async function startProxy(
  program: ProxyProgram,
  servicePorts: readonly number[],
): Promise<FrontProxy> {
  const certificate = await makeCertificate();
  const folder = throwAwayFolder();
  const [httpPort, httpsPort] = [await freePort(), await freePort()];
  const placement: Placement = {
    folder,
    servicePorts,
    httpPort,
    httpsPort,
    files: writeCertificate(folder, certificate),
  };
  const args = program === 'nginx' ? prepareNginx(placement) : prepareCaddy(placement);
  const child = spawn(program, args, {
    stdio: 'ignore',
    env: { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
  });
  onTestFinished(() => endOf(child));
  return { httpPort, httpsPort, ca: certificate.cert };
}

/** The shipped files with other ports and certificates, in a main file that needs nothing of the system. */
function prepareNginx({ folder, servicePorts, httpPort, httpsPort, files }: Placement): readonly string[] {
  const proxyFile = join(folder, 'proxy.conf');
  const site = replaceEach(readFileSync(join(DEPLOY, 'nginx.conf'), 'utf8'), [
    [
      /^ *server 127\.0\.0\.1:3000 max_fails=0;/m,
      servicePorts.map((port) => `server 127.0.0.1:${port} max_fails=0;`).join('\n'),
    ],
    [/listen 80;/, `listen 127.0.0.1:${httpPort};`],
    [/listen 443 ssl;/, `listen 127.0.0.1:${httpsPort} ssl;`],
    [/listen \[::\]:\d+( ssl)?;/, ''],
    [/\/etc\/letsencrypt\S*\/fullchain\.pem/, files.certFile],
    [/\/etc\/letsencrypt\S*\/privkey\.pem/, files.keyFile],
    [/\/etc\/nginx\/crossrate-proxy\.conf/, proxyFile],
  ]);
  writeFileSync(proxyFile, readFileSync(join(DEPLOY, 'nginx-proxy.conf'), 'utf8'));
  const siteFile = join(folder, 'site.conf');
  writeFileSync(siteFile, site);
  for (const name of TEMPORARY_FOLDERS) mkdirSync(join(folder, name));
  const main = join(folder, 'main.conf');
  writeFileSync(
    main,
    [
      ...(process.getuid?.() === 0 ? ['user root;'] : []),
      'daemon off; worker_processes 1;',
      `pid ${join(folder, 'pid')}; error_log ${join(folder, 'error.log')};`,
      'events { worker_connections 256; }',
      'http {',
      'access_log off;',
      ...TEMPORARY_FOLDERS.map((name) => `${name}_temp_path ${join(folder, name)};`),
      `include ${siteFile};`,
      '}',
    ].join('\n'),
  );
  return ['-c', main, '-e', join(folder, 'error.log')];
}

function prepareCaddy({ folder, servicePorts, httpPort, httpsPort, files }: Placement): readonly string[] {
  const config = replaceEach(readFileSync(join(DEPLOY, 'Caddyfile'), 'utf8'), [
    [/127\.0\.0\.1:3000/, servicePorts.map((port) => `127.0.0.1:${port}`).join(' ')],
    [
      /auto_https disable_redirects/,
      `auto_https disable_redirects\n\tadmin off\n\thttp_port ${httpPort}\n\thttps_port ${httpsPort}`,
    ],
    [
      /https:\/\/rates\.example\.org \{/,
      `https://rates.example.org {\n\ttls ${files.certFile} ${files.keyFile}`,
    ],
  ]);
  const file = join(folder, 'Caddyfile');
  writeFileSync(file, config);
  return ['run', '--adapter', 'caddyfile', '--config', file];
}

/** Every place that a pattern names, of which there must be one: a shipped file that changed must not slip by. */
function replaceEach(text: string, changes: readonly (readonly [RegExp, string])[]): string {
  let changed = text;
  for (const [pattern, replacement] of changes) {
    if (!pattern.test(changed)) throw new Error(`the shipped file has no ${pattern}`);
    changed = changed.replaceAll(new RegExp(pattern, `${pattern.flags}g`), replacement);
  }
  return changed;
}

export function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer();
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

function endOf(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve();
    child.once('exit', () => resolve());
    child.kill('SIGTERM');
  });
}
