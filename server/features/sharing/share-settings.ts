import type { ShareSettings } from '#contract/calls/sharing.ts'
import type { Context } from '#server/kernel/context.ts'
import { channelsSetUp, findWaySettings } from '../messages/public/settings.ts'
import { selectShareTexts } from '../messages/public/share-texts.ts'
import { clientWaitsForPayment } from '../share-links/waits-for-payment.ts'

/** Returns the client's settings that the sharing dialogs need. */
export async function shareSettings(ctx: Context, smtpUrl: string | undefined): Promise<ShareSettings> {
  const { clientId } = ctx.caller
  const channels = channelsSetUp(await findWaySettings(ctx.tx, clientId), smtpUrl)
  return {
    ...(await selectShareTexts(ctx.tx, clientId, 'en')),
    results_wait_for_payment: (await clientWaitsForPayment(ctx.tx, clientId)) ? 1 : 0,
    has_email: channels.has('E') ? 1 : 0,
    has_sms: channels.has('S') ? 1 : 0,
    has_whatsapp: channels.has('W') ? 1 : 0,
  }
}
