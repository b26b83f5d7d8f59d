import { type ShareTexts, shareTextsOf } from '#domain/message/share-text.ts'
import type { Tx } from '#server/kernel/context.ts'

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
