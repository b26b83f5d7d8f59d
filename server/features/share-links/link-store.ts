import { sql } from 'kysely'
import type { ShareLinkRow } from '#contract/calls/sharing.ts'
import { secretHash } from '#server/kernel/auth/secret.ts'
import type { Context, Tx } from '#server/kernel/context.ts'
import { selectOpenings } from './link-session.ts'

/** Selects the links of a study, newest first; their secrets are not stored. */
export async function selectLinks(tx: Tx, clientId: string, studyId: string): Promise<ShareLinkRow[]> {
  const rows = await tx
    .selectFrom('share_link as l')
    .leftJoin('app_user as u', (on) =>
      on.onRef('u.client_id', '=', 'l.client_id').onRef('u.id', '=', 'l.created_by'),
    )
    .select(['l.id', 'l.channel', 'l.with_report', 'l.created', 'l.expires', 'l.revoked', 'l.openings'])
    .select(['l.last_opened', 'u.name as created_by'])
    .where('l.client_id', '=', clientId)
    .where('l.study_id', '=', studyId)
    .orderBy('l.created', 'desc')
    .limit(200)
    .execute()
  const openings = await selectOpenings(
    tx,
    clientId,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => ({
    id: row.id,
    channel: row.channel as ShareLinkRow['channel'],
    with_report: row.with_report ? 1 : 0,
    created: row.created.toISOString(),
    created_by: row.created_by ?? '',
    expires: row.expires?.toISOString() ?? null,
    revoked: row.revoked?.toISOString() ?? null,
    openings: row.openings,
    last_opened: row.last_opened?.toISOString() ?? null,
    opened_from: openings.get(row.id) ?? [],
  }))
}

/** A link as stored. */
export type StoredLink = NonNullable<Awaited<ReturnType<typeof findLinkById>>>

export function findLinkById(tx: Tx, clientId: string, id: string) {
  return tx
    .selectFrom('share_link')
    .select(['client_id', 'id', 'study_id', 'with_report', 'expires', 'revoked', 'created_by'])
    .where('client_id', '=', clientId)
    .where('id', '=', id)
    .executeTakeFirst()
}

/** Returns the link of a secret, before its client is known. */
export async function findLinkBySecret(
  entry: Tx,
  secret: string,
): Promise<{ client_id: string; link_id: string } | undefined> {
  const { rows } = await sql<{ client_id: string; link_id: string }>`
    select * from entry.find_share_link(${secretHash(secret)})`.execute(entry)
  return rows[0]
}

export async function countOpening(
  tx: Tx,
  link: Pick<StoredLink, 'client_id' | 'id'>,
  now: Date,
): Promise<void> {
  await tx
    .updateTable('share_link')
    .set({ openings: sql`openings + 1`, last_opened: now })
    .where('client_id', '=', link.client_id)
    .where('id', '=', link.id)
    .execute()
}

/** Takes a link back: it opens nothing any more. */
export async function endLink(
  { tx, caller, now }: Pick<Context, 'tx' | 'caller' | 'now'>,
  { client_id, id }: Pick<StoredLink, 'client_id' | 'id'>,
): Promise<void> {
  await tx
    .updateTable('share_link')
    .set({ revoked: now, revoked_by: caller.userId })
    .where('client_id', '=', client_id)
    .where('id', '=', id)
    .execute()
}
