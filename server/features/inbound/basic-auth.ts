import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { Refusal } from '#contract/kernel/error-codes.ts'
import type { Kernel } from '#server/kernel/http/kernel.ts'
import { isPassword } from '../auth/public/password.ts'
import { admitTry, forgive, type Trying } from '../auth/public/throttle.ts'

/** Returns user and password of HTTP basic authentication; undefined if the header has none. */
export function basicAuthOf(header: string | undefined): { user: string; password: string } | undefined {
  const [, encoded] = /^Basic ([A-Za-z0-9+/]+={0,2})$/i.exec(header ?? '') ?? []
  if (encoded === undefined || encoded.length > 1_000) return undefined
  const text = Buffer.from(encoded, 'base64').toString('utf8')
  const at = text.indexOf(':')
  return at < 0 ? undefined : { user: text.slice(0, at), password: text.slice(at + 1) }
}

/**
 * Returns the client whose inbound user and password the request carries (docs/visits.md#laboratory: it protects the
 * client's inbound calls); throttled in the same way as sign-ins. Throws Refusal('sign_in_failed').
 */
export async function clientOfRequest(kernel: Kernel, request: FastifyRequest): Promise<string> {
  const given = basicAuthOf(request.headers.authorization)
  if (!given) throw new Refusal('sign_in_failed')
  const ctx: Trying = { entry: kernel.database.entry, now: kernel.now(), address: request.ip }
  // The prefix keeps the counters of clients apart from those of people.
  const name = `inbound ${given.user}`
  await admitTry(ctx, name)
  const found = await kernel.database.entry(async (tx) => {
    const { rows } = await sql<{ client_id: string; pwd_hash: string }>`
      select * from entry.find_inbound_client(${given.user})`.execute(tx)
    return rows[0]
  })
  if (!(await isPassword(found?.pwd_hash, given.password)) || !found) throw new Refusal('sign_in_failed')
  await forgive(ctx, name)
  return found.client_id
}
