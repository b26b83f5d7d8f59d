import type { MessageChannel } from '#domain/message/channels.ts'
import { createClientMail, createHouseMail } from '#server/integrations/mail/letter-way.ts'
import type { MessageWay } from '#server/integrations/messages/message-channel.ts'
import { createSmsGateway } from '#server/integrations/sms/http-gateway.ts'
import { createWhatsappGateway, type WhatsappGateway } from '#server/integrations/whatsapp/gateway.ts'
import type { Tx } from '#server/kernel/context.ts'

/** A client's settings of its ways out; undefined where it never wrote any. */
export type WaySettings = NonNullable<Awaited<ReturnType<typeof findWaySettings>>>

/** The mail server and gateways of a client. */
export function findWaySettings(tx: Tx, clientId: string) {
  return tx
    .selectFrom('client_setting')
    .select(['smtp_host', 'smtp_port', 'smtp_user_name', 'smtp_password', 'smtp_is_ssl', 'smtp_sender_name'])
    .select(['smtp_sender_email', 'smtp_reply_to', 'sms_url', 'sms_user', 'sms_password', 'sms_sender'])
    .select(['whatsapp_url', 'whatsapp_token'])
    .where('client_id', '=', clientId)
    .executeTakeFirst()
}

/** The ways out of a client by channel; one that is not set up is absent. */
export function waysOf(
  settings: WaySettings | undefined,
  { smtpUrl, whatsappSession }: { smtpUrl: string | undefined; whatsappSession: string },
): Partial<Record<MessageChannel, MessageWay>> {
  const gateway = whatsappGatewayOf(settings)
  const mail = mailOf(settings, smtpUrl)
  return {
    ...(mail && { E: mail }),
    ...(settings && isWebAddress(settings.sms_url) && { S: smsOf(settings) }),
    ...(gateway && { W: gateway.wayOf(whatsappSession) }),
  }
}

/** The WhatsApp gateway of a client, where one is set up. */
export function whatsappGatewayOf(settings: WaySettings | undefined): WhatsappGateway | undefined {
  if (!settings || !isWebAddress(settings.whatsapp_url)) return undefined
  return createWhatsappGateway({ url: settings.whatsapp_url, token: settings.whatsapp_token })
}

function mailOf(settings: WaySettings | undefined, smtpUrl: string | undefined): MessageWay | undefined {
  if (settings && settings.smtp_host !== '' && settings.smtp_sender_email !== '')
    return createClientMail({
      host: settings.smtp_host,
      port: settings.smtp_port,
      user: settings.smtp_user_name,
      password: settings.smtp_password,
      isSsl: settings.smtp_is_ssl,
      senderName: settings.smtp_sender_name,
      senderEmail: settings.smtp_sender_email,
      replyTo: settings.smtp_reply_to,
    })
  return smtpUrl ? createHouseMail(smtpUrl) : undefined
}

function smsOf(settings: WaySettings): MessageWay {
  const { sms_url: url, sms_user: user, sms_password: password, sms_sender: sender } = settings
  return createSmsGateway({ url, user, password, sender })
}

const isWebAddress = (text: string) => /^https?:\/\//i.test(text) && URL.canParse(text)
