import { sql } from 'kysely'
import { PASSWORD_LINK_HOURS, type passwordLinkCalls } from '#contract/calls/password-links.ts'
import type { OutputOf } from '#contract/kernel/define-call.ts'
import { Refusal } from '#contract/kernel/error-codes.ts'
import { user } from '#contract/masters/user.ts'
import { passwordLink } from '#domain/access/password-link.ts'
import { type FindWays, maskEmail } from '#server/features/auth/public/code-ways.ts'
import { findToldPerson, letterMoment } from '#server/features/auth/public/told-person.ts'
import { randomSecret, secretHash } from '#server/kernel/auth/secret.ts'
import type { Caller, Context } from '#server/kernel/context.ts'
import type { LiveHandlersFor } from '#server/kernel/http/serve-live-calls.ts'
import type { StoredRow } from '#server/masters/hooks.ts'
import { demandWrite } from '#server/masters/rights.ts'
import { lockRow } from '#server/masters/store.ts'
import { demandKinds, demandNotAbove, findRole, granterOf } from '../grant-checks.ts'
import { kindOf, mountedUsers } from '../user-hooks.ts'

const LIFETIME_MS = PASSWORD_LINK_HOURS * 3_600_000

/** The dependencies of creating a link. */
export interface LinkDeps {
  findWays: FindWays
  /** Returns the address of this server for a client's people; undefined if unknown. */
  publicUrlOf: (clientId: string) => string | undefined
}

/** A new link, for the letter or screen that shows it. */
export interface MadeLink {
  secret: string
  expires: Date
  email: string
  username: string
  client: string
  /** The person's time zone, used in the letter. */
  zone: string
}

/**
 * Returns the handlers that create a link by which a person sets the own password. It is mailed to the person by the
 * client's mail server; without an address or mail server, it is shown once, for paper. Only an administrator may see
 * the link of a person who has an address, or who reads, signs or refers, because the holder of the link can sign in
 * as that person.
 */
export const createPasswordLinkHandlers = ({
  findWays,
  publicUrlOf,
}: LinkDeps): LiveHandlersFor<typeof passwordLinkCalls> => ({
  make: async ({ id, is_shown }, live) => {
    const { clientId } = live.caller
    const publicUrl = publicUrlOf(clientId)
    const ways = await findWays(clientId)
    // A letter needs the full address; a page that shows the link knows its own.
    const mail = publicUrl === undefined ? undefined : ways.mail
    const isAdmin = granterOf(live.caller).isAdmin
    if (is_shown === 1 && !isAdmin) throw new Refusal('not_permitted')
    const made = await live.tenant((ctx) =>
      makeLink(id, ctx, (person) => mail !== undefined && person.email !== '' && is_shown !== 1),
    )
    return tellLink(made, publicUrl, is_shown === 1 ? undefined : mail)
  },
})

/** Throws if the caller may not manage people. */
export const demandLinkMaker = (caller: Caller): void => demandWrite(mountedUsers.master, caller)

/** Sends the link by `mail`, or returns it for the screen if it cannot be mailed. */
export async function tellLink(
  made: MadeLink,
  publicUrl: string | undefined,
  mail: Awaited<ReturnType<FindWays>>['mail'],
): Promise<OutputOf<typeof passwordLinkCalls.make>> {
  const url = passwordLink(publicUrl ?? '', made.secret)
  const expires = made.expires.toISOString()
  if (!mail || made.email === '') return { message: 'Link made', result: { sent_to: '', url, expires } }
  await mail({ to: made.email, subject: 'Set your password for Readroom', text: letter(made, url) })
  const sent_to = maskEmail(made.email)
  return { message: `Link sent to ${sent_to}`, result: { sent_to, url: '', expires } }
}

async function makeLink(
  id: string,
  ctx: Context,
  isMailed: (person: { email: string }) => boolean,
): Promise<MadeLink> {
  const { caller } = ctx
  demandLinkMaker(caller)
  const row = await lockRow(ctx.tx, mountedUsers, caller, id)
  if (!row) throw new Refusal('not_found')
  demandKinds(caller, kindOf(row))
  demandNotAbove(caller, await findRole(ctx, row.role_id as number), row.branch_ids as string[])
  demandMayMake(row, ctx, isMailed({ email: row.email as string }))
  return putLink(ctx, { id, email: row.email as string, username: row.username as string })
}

/** Creates the link of a person of the transaction's client; earlier links become invalid. */
export async function putLink(
  ctx: Context,
  { id, email, username }: { id: string; email: string; username: string },
): Promise<MadeLink> {
  const { caller, now } = ctx
  const secret = randomSecret()
  const expires = new Date(now.getTime() + LIFETIME_MS)
  await sql`select entry.put_password_link(${secretHash(secret)}, ${caller.clientId}, ${id}, ${expires}, ${now})`.execute(
    ctx.tx,
  )
  const told = await findToldPerson(ctx.tx, { clientId: caller.clientId, userId: id })
  if (!told) throw new Refusal('not_found')
  await ctx.audit('make_password_link', user.key, id, { expires: expires.toISOString() })
  return { secret, expires, client: told.client, zone: told.zone, email, username }
}

function demandMayMake(row: StoredRow, { caller }: Context, isMailed: boolean): void {
  if (row.id === caller.userId)
    throw new Refusal('refused', 'Change your own password under Change Password.')
  if (row.active !== true) throw new Refusal('refused', 'This account is deactivated.')
  if (row.username === '') throw new Refusal('refused', 'This person has no user name to sign in by.')
  const isOthersHand = row.is_doctor === true || row.can_sign === true || row.is_ref_doctor === true
  const wasUsed = row.password_hash !== ''
  if (!granterOf(caller).isAdmin && !isMailed && isOthersHand && wasUsed)
    throw new Refusal(
      'not_permitted',
      'Only an administrator may see the link of a doctor. Enter an e-mail address for it, or ask one.',
    )
}

function letter({ client, username, expires, zone }: MadeLink, url: string): string {
  return [
    `${client} has given you access to Readroom. Your user name is ${username}.`,
    '',
    'Set your password here:',
    url,
    '',
    `The link works once, until ${letterMoment(expires, zone)}.`,
    'If you did not expect this letter, tell your administrator.',
  ].join('\n')
}
