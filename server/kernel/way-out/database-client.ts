import { Client, type ClientConfig } from 'pg'
import { PinnedSocket } from './connect.ts'
import { identityOptions } from './met-certificate.ts'
import type { WayOut } from './way-out.ts'

/**
 * A client of a PostgreSQL that a person typed, not connected yet. Throws OutgoingError where the address may not be
 * called; a local socket's path is no address.
 */
export async function databaseClient(
  out: WayOut,
  config: ClientConfig & { host: string; port: number },
): Promise<Client> {
  const target = await out.find(config)
  // The certificate is held against the name.
  const ssl = config.ssl === true ? identityOptions(out, target) : config.ssl
  return new Client({
    ...config,
    ...(ssl && { ssl }),
    host: target.host,
    stream: () => new PinnedSocket(target),
  })
}
