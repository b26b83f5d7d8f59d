import type { NotificationTemplate } from '#contract/calls/notification-settings.ts'
import type { settingsCalls } from '#contract/calls/settings.ts'
import type { ParsedInputOf } from '#contract/kernel/define-call.ts'
import { Refusal } from '#contract/kernel/error-codes.ts'
import type { Language } from '#domain/language/languages.ts'
import { isFollowUpEvent } from '#domain/message/notice-events.ts'
import {
  DEFAULT_NOTIFICATIONS,
  type NotificationEvent,
  type NotificationTexts,
  unknownNotificationNames,
} from '#domain/message/notification.ts'
import { textsIn } from '#domain/message/texts/texts-in.ts'
import { noticeFollowUpsAhead } from '#server/features/notices/follow-up-notices.ts'
import type { Caller, Context, Tx } from '#server/kernel/context.ts'
import { invalid } from '#server/kernel/http/read-input.ts'

/**
 * Returns the template of an event in a language; until the client has saved one, the built-in texts with all channels
 * off.
 */
export async function notificationTemplate(
  { event, language = 'en' }: TemplateKey,
  { tx, caller }: Pick<Context, 'tx' | 'caller'>,
): Promise<NotificationTemplate> {
  demandAppointments(caller)
  return (
    (await findTemplate(tx, caller.clientId, { event, language })) ?? {
      event,
      language,
      rev: 0,
      ...builtIn({ event, language }),
      ...OFF,
      ...NO_ALONG,
    }
  )
}

/** Saves the template of an event in a language; a blank text restores the built-in one. */
export async function saveNotificationTemplate(
  input: ParsedInputOf<typeof settingsCalls.saveNotification>,
  ctx: Context,
): Promise<NotificationTemplate> {
  const { tx, caller, baseRev } = ctx
  demandAppointments(caller)
  demandKnownNames(input)
  const { event, language = 'en', rev: givenRev, is_email_active, is_sms_active, is_whatsapp_active } = input
  const base = baseRev ?? givenRev
  // Locks the client's row, so that two concurrent first saves of a template are serialized.
  await tx.selectFrom('client').select('id').where('id', '=', caller.clientId).forUpdate().execute()
  const current = await notificationTemplate({ event, language }, ctx)
  if (base !== undefined && base !== current.rev) throw new Refusal('conflict', undefined, { current })
  const own = builtIn({ event, language })
  const columns = {
    rev: current.rev + 1,
    subject: input.subject.trim() || own.subject,
    body: input.body.trim() || own.body,
    sms: input.sms.trim() || own.sms,
    is_email_active: is_email_active === 1,
    is_sms_active: is_sms_active === 1,
    is_whatsapp_active: is_whatsapp_active === 1,
    ...Object.fromEntries(ALONG.map((name) => [name, input[name] ?? current[name]])),
  }
  await tx
    .insertInto('notification_template')
    .values({ client_id: caller.clientId, event, language, ...columns })
    .onConflict((conflict) => conflict.columns(['client_id', 'event', 'language']).doUpdateSet(columns))
    .execute()
  if (language === 'en' && isFollowUpEvent(event)) await noticeFollowUpsAhead(ctx, event)
  await ctx.audit('save_notification', 'client_setting', undefined, { event, language })
  return notificationTemplate({ event, language }, ctx)
}

/** The key of a template. */
interface TemplateKey {
  event: NotificationEvent
  language?: Language | undefined
}

function builtIn({ event, language }: { event: NotificationEvent; language: Language }): NotificationTexts {
  if (event !== 'Follow_Up_Referrer') return textsIn(language).notifications[event]
  if (language !== 'en') throw invalid({ language: 'is English for a referrer' })
  return DEFAULT_NOTIFICATIONS[event]
}

/** The built-in texts have no registered templates. */
const NO_ALONG = {
  dlt_entity_id: '',
  dlt_header: '',
  dlt_template_id: '',
  dlt_text: '',
  wa_template: '',
  wa_language: '',
  wa_variables: [] as NotificationTemplate['wa_variables'],
}
const ALONG = Object.keys(NO_ALONG) as (keyof typeof NO_ALONG)[]

const OFF = { is_email_active: 0, is_sms_active: 0, is_whatsapp_active: 0 } as const

function demandAppointments({ mainModules }: Caller): void {
  if (!mainModules.has('appointment_system')) throw new Refusal('module_off')
}

function demandKnownNames(input: Readonly<Record<'subject' | 'body' | 'sms', string>>): void {
  const broken: Record<string, string> = {}
  for (const name of ['subject', 'body', 'sms'] as const) {
    const [unknown] = unknownNotificationNames(input[name])
    if (unknown) broken[name] = `names %${unknown}%, which nothing is known for`
  }
  if (Object.keys(broken).length > 0) throw invalid(broken)
}

/** Returns the client's saved template in a language; undefined without one. */
export async function findTemplate(
  tx: Tx,
  clientId: string,
  { event, language = 'en' }: TemplateKey,
): Promise<NotificationTemplate | undefined> {
  const row = await tx
    .selectFrom('notification_template')
    .selectAll()
    .where('client_id', '=', clientId)
    .where('event', '=', event)
    .where('language', '=', language)
    .executeTakeFirst()
  if (!row) return undefined
  const flag = (value: boolean) => (value ? 1 : 0)
  return {
    event,
    language,
    rev: row.rev,
    subject: row.subject,
    body: row.body,
    sms: row.sms,
    is_email_active: flag(row.is_email_active),
    is_sms_active: flag(row.is_sms_active),
    is_whatsapp_active: flag(row.is_whatsapp_active),
    dlt_entity_id: row.dlt_entity_id,
    dlt_header: row.dlt_header,
    dlt_template_id: row.dlt_template_id,
    dlt_text: row.dlt_text,
    wa_template: row.wa_template,
    wa_language: row.wa_language,
    // Only the contract's names were ever saved.
    wa_variables: row.wa_variables as NotificationTemplate['wa_variables'],
  }
}
