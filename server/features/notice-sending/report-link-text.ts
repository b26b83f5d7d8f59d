import { v7 as uuidv7 } from 'uuid'
import { isolatedValues } from '#domain/message/isolated-values.ts'
import { fillPlaceholders, namesIn } from '#domain/message/placeholders.ts'
import { isWindowOpen } from '#domain/message/report-code.ts'
import { linkEnd } from '#domain/sharing/expiry.ts'
import { sharedLinkPath } from '#domain/sharing/shared-path.ts'
import { randomSecret, secretHash } from '#server/kernel/auth/secret.ts'
import type { Write } from '#server/kernel/sync/feed/write.ts'
import { selectShareTexts } from '../messages/public/share-texts.ts'
import type { StoredNotice } from '../notices/notice-store.ts'
import { insertLink } from '../share-links/insert-link.ts'
import type { NoticeFacts } from './facts.ts'
import type { NoticeText } from './notice-text.ts'

/**
 * Returns the text with the report link that the patient requested, in the client's share text, or the built-in one in
 * the patient's language. More than a day after
 * the patient wrote, WhatsApp accepts only the client's template, whose one variable is the link.
 */
export async function reportLinkText(
  work: Write,
  notice: StoredNotice,
  { facts, publicUrl }: { facts: NoticeFacts; publicUrl: string | undefined },
): Promise<NoticeText> {
  const { tx, now } = work
  if (publicUrl === undefined) return { reason: 'open_placeholder', detail: 'REPORT_URL' }
  const { language } = facts
  const texts = await selectShareTexts(tx, notice.client_id, language)
  const template = await findTemplate(work, notice.client_id)
  const isOpen = facts.askedOn !== undefined && isWindowOpen(facts.askedOn, now)
  if (!isOpen && template.report_wa_template === '') return { reason: 'window_closed', detail: '' }
  const { NAME: PATIENT_NAME = '', SERVICE: STUDY_DESCRIPTION = '' } = facts.valuesIn(language)
  const values = isolatedValues({ PATIENT_NAME, STUDY_DESCRIPTION }, language)
  const wording = texts.pat_viewer_share_content_with_report
  const open = namesIn(wording).filter(
    (name) => !Object.hasOwn({ ...values, REPORT_URL: '', VIEWER_URL: '' }, name),
  )
  if (open.length > 0) return { reason: 'open_placeholder', detail: open.join(', ') }
  const link = `${publicUrl}${sharedLinkPath(await makeLink(work, notice, facts.activeUntil))}`
  const text = fillPlaceholders(wording, { ...values, REPORT_URL: link, VIEWER_URL: link })
  if (isOpen) return { subject: '', text, along: {} }
  const { report_wa_template: name, report_wa_language } = template
  return { subject: '', text, along: { whatsapp: { name, language: report_wa_language, variables: [link] } } }
}

async function findTemplate({ tx }: Write, clientId: string) {
  const row = await tx
    .selectFrom('client_setting')
    .select(['report_wa_template', 'report_wa_language'])
    .where('client_id', '=', clientId)
    .executeTakeFirst()
  return row ?? { report_wa_template: '', report_wa_language: '' }
}

/**
 * Creates the shared link, without an author, which ends with the study's activation. Returns its secret, of which
 * only the hash is stored.
 */
async function makeLink(
  { tx, now, audited }: Write,
  notice: StoredNotice,
  activeUntil: Date | undefined,
): Promise<string> {
  const end = linkEnd({ is_expiry: 0, expiry_type: 'Days', expiry: 0 }, now)
  const secret = randomSecret()
  const id = uuidv7()
  await insertLink(tx, {
    client_id: notice.client_id,
    id,
    study_id: notice.record_id,
    secret_hash: secretHash(secret),
    with_report: true,
    channel: 'W',
    created_by: null,
    created: now,
    expires: activeUntil !== undefined && activeUntil < end ? activeUntil : end,
  })
  audited({
    clientId: notice.client_id,
    userId: undefined,
    action: 'share',
    type: 'study',
    recordId: notice.record_id,
    detail: { link_id: id, channel: 'W', with_report: true, asked_by: 'patient' },
    at: now,
  })
  return secret
}
