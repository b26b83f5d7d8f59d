import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { randomSecret, secretHash } from '#server/kernel/auth/secret.ts'
import type { Context, Tx } from '#server/kernel/context.ts'
import type { LockedVisit } from '../visits/public/write-store.ts'

/** A link in force, without its secret. */
export interface LinkInForce {
  id: string
  consent_form_id: string
  expires: Date
  opened: number
}

/**
 * True for a link whose form was signed, through the link itself or in any other way after the link was created. Such
 * a link no longer opens, because the page shows who the patient is.
 */
const isSigned = sql<boolean>`exists (select 1 from patient_consent p
  where p.client_id = consent_link.client_id and p.visit_id = consent_link.visit_id
    and p.consent_form_id = consent_link.consent_form_id and p.kind = 'Signed'
    and (p.link_id = consent_link.id or p.created > consent_link.created))`

/** Returns the links of a visit that are in force. */
export function selectLinksInForce(
  { tx, now, caller }: Pick<Context, 'tx' | 'now' | 'caller'>,
  visitId: string,
): Promise<LinkInForce[]> {
  return tx
    .selectFrom('consent_link')
    .select(['id', 'consent_form_id', 'expires', 'opened'])
    .where('client_id', '=', caller.clientId)
    .where('visit_id', '=', visitId)
    .where('revoked_on', 'is', null)
    .where('expires', '>', now)
    .where(sql<boolean>`not ${isSigned}`)
    .execute()
}

/** Revokes the link of a form and visit; returns true if there was one. The visit is locked. */
export async function revokeLinks(ctx: Context, visit: LockedVisit, formId: string): Promise<boolean> {
  const taken = await ctx.tx
    .updateTable('consent_link')
    .set({ revoked_on: ctx.now })
    .where('client_id', '=', visit.client_id)
    .where('visit_id', '=', visit.id)
    .where('consent_form_id', '=', formId)
    .where('revoked_on', 'is', null)
    .executeTakeFirst()
  return taken.numUpdatedRows > 0n
}

/** Creates the link of a form and visit; returns its secret, which is not stored. */
export async function insertLink(
  ctx: Context,
  visit: LockedVisit,
  formId: string,
): Promise<{ id: string; secret: string; expires: Date }> {
  const [id, secret] = [uuidv7(), randomSecret()]
  const expires = new Date(ctx.now.getTime() + (await linkHours(ctx)) * 3_600_000)
  await ctx.tx
    .insertInto('consent_link')
    .values({
      client_id: visit.client_id,
      id,
      token_hash: secretHash(secret),
      visit_id: visit.id,
      consent_form_id: formId,
      created: ctx.now,
      created_by: ctx.caller.userId,
      expires,
    })
    .execute()
  return { id, secret, expires }
}

/** Lifetime of a link if the client has no settings. */
const LINK_HOURS = 72

async function linkHours({ tx, caller }: Context): Promise<number> {
  const row = await tx
    .selectFrom('client_setting')
    .select('consent_link_hours')
    .where('client_id', '=', caller.clientId)
    .executeTakeFirst()
  return row?.consent_link_hours ?? LINK_HOURS
}

/** Returns the link that a secret opens for this form, before its client is known; undefined if there is none. */
export async function findLinkBySecret(
  entry: Tx,
  { secret, formId, at }: { secret: string; formId: string; at: Date },
): Promise<{ client_id: string; link_id: string } | undefined> {
  const { rows } = await sql<{ client_id: string; link_id: string }>`
    select * from entry.find_consent_link(${secretHash(secret)}, ${formId}, ${at})`.execute(entry)
  return rows[0]
}

/** Returns the stored link, with whether its form was signed; locked so that it cannot be revoked while it is used. */
export function lockLink(tx: Tx, clientId: string, id: string) {
  return tx
    .selectFrom('consent_link')
    .selectAll()
    .select(isSigned.as('is_signed'))
    .where('client_id', '=', clientId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

export async function countOpening(tx: Tx, clientId: string, id: string): Promise<void> {
  await tx
    .updateTable('consent_link')
    .set({ opened: sql`opened + 1` })
    .where('client_id', '=', clientId)
    .where('id', '=', id)
    .execute()
}

/** Returns true if the secret belongs to the link in force of this form and visit. */
export async function isInForce(
  ctx: Pick<Context, 'tx' | 'now' | 'caller'>,
  { secret, visitId, formId }: { secret: string; visitId: string; formId: string },
): Promise<boolean> {
  const row = await ctx.tx
    .selectFrom('consent_link')
    .select('id')
    .where('client_id', '=', ctx.caller.clientId)
    .where('token_hash', '=', secretHash(secret))
    .where('visit_id', '=', visitId)
    .where('consent_form_id', '=', formId)
    .where('revoked_on', 'is', null)
    .where('expires', '>', ctx.now)
    .where(sql<boolean>`not ${isSigned}`)
    .executeTakeFirst()
  return row !== undefined
}
