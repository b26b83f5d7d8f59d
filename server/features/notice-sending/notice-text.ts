import type { NotificationTemplate } from '#contract/calls/notification-settings.ts'
import type { MessageChannel } from '#domain/message/channels.ts'
import type { NoticeReason } from '#domain/message/decide-notice.ts'
import { isolatedValues } from '#domain/message/isolated-values.ts'
import { fillNotification } from '#domain/message/notification.ts'
import { namesIn } from '#domain/message/placeholders.ts'
import { fitsRegistered } from '#domain/message/registered-text.ts'
import type { MessageAlong } from '#server/integrations/messages/message-channel.ts'
import type { NoticeValues } from './facts.ts'

/** The text of a notice, or the reason why it cannot be sent. */
export type NoticeText =
  | { subject: string; text: string; along: MessageAlong }
  | { reason: NoticeReason; detail: string }

/**
 * Fills the template of a notice for its channel. Fails for a placeholder without a value, and for an SMS that
 * differs from the registered text, because the carriers would drop it silently. Values are isolated where neither
 * carriers nor WhatsApp compare the text (docs/decisions/352).
 */
export function textOf(
  template: NotificationTemplate,
  channel: MessageChannel,
  values: NoticeValues,
): NoticeText {
  const subject = channel === 'E' ? template.subject : ''
  const body = channel === 'E' ? template.body : template.sms
  const isTemplated = channel === 'W' && template.wa_template !== ''
  const named = isTemplated ? template.wa_variables : namesIn(`${subject}\n${body}`)
  const open = named.filter((name) => !Object.hasOwn(values, name))
  if (open.length > 0) return { reason: 'open_placeholder', detail: open.join(', ') }
  const shown = channel === 'S' ? values : isolatedValues(values, template.language)
  const text = fillNotification(body, shown)
  if (channel === 'S' && !fitsRegistered(text, template.dlt_text))
    return { reason: 'not_registered_text', detail: '' }
  return { subject: fillNotification(subject, shown), text, along: alongOf(template, channel, values) }
}

function alongOf(
  template: NotificationTemplate,
  channel: MessageChannel,
  values: NoticeValues,
): MessageAlong {
  const { dlt_entity_id: entityId, dlt_header: header, dlt_template_id: templateId } = template
  if (channel === 'S' && templateId !== '') return { dlt: { entityId, header, templateId } }
  if (channel !== 'W' || template.wa_template === '') return {}
  const variables = template.wa_variables.map((name) => values[name] ?? '')
  return { whatsapp: { name: template.wa_template, language: template.wa_language, variables } }
}
