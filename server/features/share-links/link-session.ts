import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { Refusal } from '#contract/kernel/error-codes.ts'
import { openingOrigin } from '#domain/sharing/opening-origin.ts'
import { randomSecret, secretHash } from '#server/kernel/auth/secret.ts'
import type { Context, Tx } from '#server/kernel/context.ts'
import type { Stranger } from './stranger.ts'

export type LinkKind = 'study' | 'consent'

/** A link that is held by a person without an account. */
export interface HeldLink {
  client_id: string
  link_id: string
}

/** A browser's session of a link. */
export interface LinkSession extends HeldLink {
  door: string
  /** True if this session has proven the person's identity. */
  is_proven: boolean
  /** The hash of the person's identity at the proof; null if no proof was needed. */
  proof_hash: Buffer | null
}

const MINUTE_MS = 60_000
/** The duration of a session: results are only read, but a form takes time. */
const LIFE_MS = { study: 30 * MINUTE_MS, consent: 240 * MINUTE_MS } as const satisfies Record<
  LinkKind,
  number
>

/**
 * Returns the session of a door that this browser holds. Throws link_again if it holds none or the session has ended.
 */
export async function demandSession(
  stranger: Stranger,
  kind: LinkKind,
  door: string | undefined,
): Promise<LinkSession> {
  const session = door === undefined ? undefined : await findSession(stranger, kind, door)
  if (!session) throw new Refusal('link_again')
  return session
}

/**
 * Exchanges a valid link for a session of this browser: the existing one of this link, or a new one, whose token is
 * sent as a cookie.
 */
export async function exchangeLink(stranger: Stranger, kind: LinkKind, link: HeldLink): Promise<LinkSession> {
  for (const door of stranger.tokens.keys()) {
    const session = await findSession(stranger, kind, door)
    if (session?.link_id === link.link_id) return session
  }
  const [door, token] = [randomUUID(), randomSecret()]
  const at = stranger.kernel.now()
  const expires = new Date(at.getTime() + LIFE_MS[kind])
  await stranger.kernel.database.entry((tx) =>
    sql`select entry.open_link_session(${door}, ${secretHash(token)}, ${kind}, ${link.client_id}, ${link.link_id},
      ${secretHash(stranger.userAgent)}, ${at}, ${expires})`.execute(tx),
  )
  stranger.keepToken(door, token)
  return { ...link, door, is_proven: false, proof_hash: null }
}

/** Marks the session as proven; `proofHash` identifies the person, null if no proof was needed. */
export async function proveSession(
  stranger: Stranger,
  { door }: LinkSession,
  proofHash: Buffer | null,
): Promise<void> {
  const token = stranger.tokens.get(door) ?? ''
  await stranger.kernel.database.entry((tx) =>
    sql`select entry.prove_link_session(${door}, ${secretHash(token)}, ${proofHash}, ${stranger.kernel.now()})`.execute(
      tx,
    ),
  )
}

async function findSession(
  { kernel, tokens, userAgent }: Stranger,
  kind: LinkKind,
  door: string,
): Promise<LinkSession | undefined> {
  const token = tokens.get(door)
  if (token === undefined) return undefined
  const { rows } = await kernel.database.entry((tx) =>
    sql<
      Omit<LinkSession, 'door'>
    >`select * from entry.find_link_session(${door}, ${secretHash(token)}, ${kind},
      ${secretHash(userAgent)}, ${kernel.now()})`.execute(tx),
  )
  return rows[0] && { ...rows[0], door }
}

/** Records that a link was opened, with the approximate place. */
export async function noteOpening(
  ctx: Context,
  kind: LinkKind,
  linkId: string,
  stranger: Stranger,
): Promise<void> {
  await ctx.tx
    .insertInto('link_opening')
    .values({
      client_id: ctx.caller.clientId,
      id: uuidv7(),
      link_id: linkId,
      kind,
      opened: ctx.now,
      place: openingOrigin(stranger.userAgent, stranger.address),
    })
    .execute()
}

/** The most openings shown per link. */
const TOLD_MAX = 10

/** Selects the newest openings of links, by link. */
export async function selectOpenings(
  tx: Tx,
  clientId: string,
  linkIds: readonly string[],
): Promise<Map<string, { at: string; place: string }[]>> {
  const byLink = new Map<string, { at: string; place: string }[]>()
  if (linkIds.length === 0) return byLink
  const rows = await tx
    .selectFrom('link_opening')
    .select(['link_id', 'opened', 'place'])
    .where('client_id', '=', clientId)
    .where('link_id', 'in', [...linkIds])
    .orderBy('opened', 'desc')
    .limit(TOLD_MAX * linkIds.length)
    .execute()
  for (const { link_id, opened, place } of rows) {
    const known = byLink.get(link_id) ?? []
    if (known.length < TOLD_MAX) byLink.set(link_id, [...known, { at: opened.toISOString(), place }])
  }
  return byLink
}
