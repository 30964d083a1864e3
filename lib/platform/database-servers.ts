/** The scheme with user and password, the servers, and the rest of a PostgreSQL address. */
const ADDRESS = /^(postgres(?:ql)?:\/\/(?:[^@/?#]*@)?)([^@/?#]*)([^@]*)$/;

/**
 * The address of each server that a PostgreSQL address names, in its order: `postgres://user@one:5432,two:5432/rates` names two. Null
 * where it is no such address. The library knows addresses of one server only.
 */
export function databaseServers(databaseUrl: string): readonly URL[] | null {
  const [, start = '', hosts = '', rest = ''] = ADDRESS.exec(databaseUrl) ?? [];
  const addresses = hosts.split(',').map((host) => `${start}${host}${rest}`);
  const isRead = start !== '' && addresses.every((address) => URL.canParse(address));
  return isRead ? addresses.map((address) => new URL(address)) : null;
}
