import type { ShareSettings } from '#contract/calls/sharing.ts'
import { type ShareTexts, shareTextsOf } from '#domain/message/share-text.ts'
import type { Context, Tx } from '#server/kernel/context.ts'
import { channelsSetUp, findWaySettings } from '../messages/settings.ts'

/** Selects the client's texts for sharing, or the built-in ones. */
export async function selectShareTexts(tx: Tx, clientId: string): Promise<ShareTexts> {
  const row = await tx
    .selectFrom('client_setting')
    .select(['pat_viewer_share_content', 'pat_viewer_share_content_with_report'])
    .select(['pat_login_share_content', 'pat_print_login_share_content'])
    .where('client_id', '=', clientId)
    .executeTakeFirst()
  return shareTextsOf(row)
}

/** Returns true if the client withholds results until they are paid (docs/studies.md). */
export async function clientWaitsForPayment(tx: Tx, clientId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('client_setting')
    .select('results_wait_for_payment')
    .where('client_id', '=', clientId)
    .executeTakeFirst()
  return row?.results_wait_for_payment ?? false
}

/** Returns the client's settings that the sharing dialogs need. */
export async function shareSettings(ctx: Context, smtpUrl: string | undefined): Promise<ShareSettings> {
  const { clientId } = ctx.caller
  const channels = channelsSetUp(await findWaySettings(ctx.tx, clientId), smtpUrl)
  return {
    ...(await selectShareTexts(ctx.tx, clientId)),
    results_wait_for_payment: (await clientWaitsForPayment(ctx.tx, clientId)) ? 1 : 0,
    has_email: channels.has('E') ? 1 : 0,
    has_sms: channels.has('S') ? 1 : 0,
    has_whatsapp: channels.has('W') ? 1 : 0,
  }
}
