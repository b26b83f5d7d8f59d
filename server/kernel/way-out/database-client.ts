import { Client, type ClientConfig } from 'pg'
import { PinnedSocket } from './connect.ts'
import { identityOptions } from './met-certificate.ts'
import type { WayOut } from './way-out.ts'

/**
 * Creates a client for a PostgreSQL that a person entered, not connected yet. Throws OutgoingError if the address may
 * not be called; the path of a local socket is not an address.
 */
export async function databaseClient(
  out: WayOut,
  config: ClientConfig & { host: string; port: number },
): Promise<Client> {
  const target = await out.find(config)
  // The certificate is checked against the name.
  const ssl = config.ssl === true ? identityOptions(out, target) : config.ssl
  return new Client({
    ...config,
    ...(ssl && { ssl }),
    host: target.host,
    stream: () => new PinnedSocket(target),
  })
}
