import type { FastifyInstance } from 'fastify'
import type { adminLinkCalls } from '#contract/calls/password-links.ts'
import { Refusal } from '#contract/kernel/error-codes.ts'
import { client } from '#contract/masters/client.ts'
import type { Context } from '#server/kernel/context.ts'
import { asPlatform } from '#server/kernel/database/as-platform.ts'
import type { LiveHandlersFor } from '#server/kernel/http/serve-live-calls.ts'
import { type LinkDeps, type MadeLink, putLink, tellLink } from '../people/public/password-links.ts'
import { insideClient } from './client-handlers.ts'
import { selectDetails } from './client-record.ts'
import { demandPlatform } from './demand-platform.ts'

/**
 * Returns the handlers that create the link by which a client's administrator sets the own password. The platform
 * sees it only while that person has set no password and cannot be reached by mail, because the holder of the link
 * can sign in as that person.
 */
export const createAdminLinkHandlers = (
  { kernel }: FastifyInstance,
  { findWays, publicUrlOf }: LinkDeps,
): LiveHandlersFor<typeof adminLinkCalls> => ({
  make: async ({ id }, live) => {
    demandPlatform(live.caller, 'manage_clients')
    const publicUrl = publicUrlOf(id)
    const mail = publicUrl === undefined ? undefined : (await findWays(id)).mail
    const made = await insideClient(kernel, live, id, (ctx) => makeLink(ctx, id, mail !== undefined))
    await live.tenant((ctx) => ctx.audit('make_password_link', client.key, id))
    return tellLink(made, publicUrl, mail)
  },
})

async function makeLink(ctx: Context, clientId: string, isMailed: boolean): Promise<MadeLink> {
  const details = await asPlatform(ctx.tx, (tx) => selectDetails(tx, [clientId]))
  const adminId = details.get(clientId)?.admin_id
  const admin = await ctx.tx
    .selectFrom('app_user')
    .select(['id', 'email', 'username', 'password_hash', 'active'])
    .where('client_id', '=', clientId)
    .where('id', '=', adminId ?? clientId)
    .where('hidden', 'is', null)
    .executeTakeFirst()
  if (!admin) throw new Refusal('not_found')
  if (!admin.active) throw new Refusal('refused', 'This account is deactivated.')
  if (admin.password_hash !== '' && !(isMailed && admin.email !== ''))
    throw new Refusal(
      'refused',
      'This administrator has a password. A new link goes to their e-mail address only, and no mail server is set up.',
    )
  return putLink(ctx, admin)
}
