import type { WhatsappLink, whatsappLinkCalls } from '#contract/calls/messages.ts'
import { Refusal } from '#contract/kernel/error-codes.ts'
import { failureWords } from '#domain/message/failure-words.ts'
import { NotSentError } from '#server/integrations/messages/message-channel.ts'
import type { GatewaySession, WhatsappGateway } from '#server/integrations/whatsapp/gateway.ts'
import type { Context } from '#server/kernel/context.ts'
import type { LiveContext, LiveHandlersFor } from '#server/kernel/http/serve-live-calls.ts'
import type { OutsideDeps } from '#server/kernel/way-out/outside-deps.ts'
import { demandSender } from './public/rights.ts'
import { findWaySettings, openWays, whatsappGatewayOf } from './public/settings.ts'
import { CLIENT_NUMBER, findLink, numberOf, putLink, sessionName } from './public/store.ts'

/** The WhatsApp dialog of the top bar (docs/screens.md#the-shell): queries the gateway while the dialog is open. */
export const createWhatsappHandlers = (deps: OutsideDeps): LiveHandlersFor<typeof whatsappLinkCalls> => ({
  getQrCode: async (_, live) => {
    const { link, session } = await ask(deps, live, 'whatsapp_link_begun', (gateway, name) =>
      gateway.link(name, live.signal),
    )
    return { result: { ...link, base64: link.state === 'Linked' ? '' : (session?.base64 ?? '') } }
  },
  linkState: async (_, live) => {
    const { link } = await ask(deps, live, undefined, (gateway, name) => gateway.look(name, live.signal))
    return { result: link }
  },
  unlink: async (_, live) => {
    const { link } = await ask(deps, live, 'whatsapp_unlinked', (gateway, name) =>
      gateway.unlink(name, live.signal),
    )
    return { result: link }
  },
})

type Question = (gateway: WhatsappGateway, session: string) => Promise<GatewaySession>

async function ask(
  { secrets, wayOut }: OutsideDeps,
  live: LiveContext,
  act: string | undefined,
  question: Question,
): Promise<{ link: WhatsappLink; session?: GatewaySession }> {
  const { settings, owner } = await live.tenant(prepare)
  const gateway = whatsappGatewayOf(
    await openWays(secrets, settings).catch(refused),
    wayOut(live.caller.clientId),
  )
  const is_own = owner === CLIENT_NUMBER ? 0 : 1
  if (!gateway) return { link: { state: 'Not_Configured', number: '', is_own } }
  const session = await question(gateway, sessionName(live.caller.clientId, owner)).catch(refused)
  await live.tenant((ctx) => note(ctx, owner, session, act))
  return { link: { state: session.state, number: session.number, is_own }, session }
}

async function prepare(ctx: Context) {
  demandSender(ctx)
  const { clientId, userId } = ctx.caller
  const settings = await findWaySettings(ctx.tx, clientId)
  return { settings, owner: await numberOf(ctx.tx, clientId, userId) }
}

async function note(
  ctx: Context,
  owner: string,
  { state, number }: GatewaySession,
  act: string | undefined,
): Promise<void> {
  const { clientId } = ctx.caller
  const known = await findLink(ctx.tx, clientId, owner)
  if (known?.state !== state || known.number !== number) {
    await putLink(ctx.tx, { client_id: clientId, user_id: owner }, { state, number }, ctx.now)
    if (state === 'Linked') await ctx.audit('whatsapp_linked', 'whatsapp_link', undefined)
  }
  if (act) await ctx.audit(act, 'whatsapp_link', undefined)
}

function refused(error: unknown): never {
  if (!(error instanceof NotSentError)) throw error
  throw new Refusal('unavailable', failureWords('W', error.said))
}
