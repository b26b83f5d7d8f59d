import type { MessageChannel } from '#domain/message/channels.ts'
import { createClientMail, createServerMail } from '#server/integrations/mail/mail-settings.ts'
import { createSmsGateway } from '#server/integrations/messages/http-gateway.ts'
import { type MessageWay, NotSentError } from '#server/integrations/messages/message-channel.ts'
import { createCloudApi } from '#server/integrations/whatsapp/cloud-api.ts'
import { createWhatsappGateway, type WhatsappGateway } from '#server/integrations/whatsapp/gateway.ts'
import type { Tx } from '#server/kernel/context.ts'
import { SecretLostError, type Secrets, secretContext } from '#server/kernel/keys/secrets.ts'
import type { WayOut } from '#server/kernel/way-out/way-out.ts'

/** A client's stored channel settings; undefined if it has none. */
export type StoredWays = NonNullable<Awaited<ReturnType<typeof findWaySettings>>>

/** The same with its passwords and tokens opened; only for the moment of sending. */
export type WaySettings = Omit<StoredWays, 'client_id'> & { isOpen: true }

type SecretColumn = 'smtp_password' | 'sms_password' | 'whatsapp_token'

/** Returns the mail server and gateways of a client. */
export function findWaySettings(tx: Tx, clientId: string) {
  return tx
    .selectFrom('client_setting')
    .select([
      'client_id',
      'smtp_host',
      'smtp_port',
      'smtp_user_name',
      'smtp_password',
      'smtp_is_ssl',
      'smtp_sender_name',
    ])
    .select(['smtp_sender_email', 'smtp_reply_to', 'sms_url', 'sms_user', 'sms_password', 'sms_sender'])
    .select(['whatsapp_url', 'whatsapp_token', 'whatsapp_kind', 'whatsapp_phone_id'])
    .select(['otp_sms', 'otp_dlt_entity_id', 'otp_dlt_header', 'otp_dlt_template_id', 'otp_dlt_text'])
    .where('client_id', '=', clientId)
    .executeTakeFirst()
}

/**
 * Opens the sealed settings; throws NotSentError if they are lost. Call it outside a transaction, and never store the
 * result.
 */
export async function openWays(
  secrets: Secrets,
  stored: StoredWays | undefined,
): Promise<WaySettings | undefined> {
  if (!stored) return undefined
  const { client_id: clientId, ...settings } = stored
  const open = (column: SecretColumn) =>
    secrets.open(secretContext(clientId, 'client_setting', clientId, column), stored[column])
  try {
    return {
      ...settings,
      smtp_password: await open('smtp_password'),
      sms_password: await open('sms_password'),
      whatsapp_token: await open('whatsapp_token'),
      isOpen: true,
    }
  } catch (error) {
    if (error instanceof SecretLostError) throw new NotSentError(error.message, true, { cause: error })
    throw error
  }
}

/** Returns the channels that a client can use, including the mail server of the installation. */
export function channelsSetUp(
  settings: StoredWays | undefined,
  smtpUrl: string | undefined,
): ReadonlySet<MessageChannel> {
  return new Set<MessageChannel>([
    ...(hasOwnMail(settings) || smtpUrl ? (['E'] as const) : []),
    ...(settings && hasSmsGateway(settings) ? (['S'] as const) : []),
    ...(settings && (isCloud(settings) || isGateway(settings)) ? (['W'] as const) : []),
  ])
}

/** Returns the configured channels of a client; others are absent. */
export function waysOf(
  settings: WaySettings | undefined,
  { smtpUrl, whatsappSession, out }: { smtpUrl: string | undefined; whatsappSession: string; out: WayOut },
): Partial<Record<MessageChannel, MessageWay>> {
  const whatsapp = whatsappOf(settings, whatsappSession, out)
  const mail = mailOf(settings, smtpUrl, out)
  return {
    ...(mail && { E: mail }),
    ...(settings && hasSmsGateway(settings) && { S: smsOf(settings, out) }),
    ...(whatsapp && { W: whatsapp }),
  }
}

function whatsappOf(settings: WaySettings | undefined, session: string, out: WayOut): MessageWay | undefined {
  if (!settings || !isCloud(settings)) return whatsappGatewayOf(settings, out)?.wayOf(session)
  const { whatsapp_url: url, whatsapp_token: token, whatsapp_phone_id: phoneId } = settings
  return createCloudApi({ url, token, phoneId, out })
}

/** Returns the gateway that holds a client's linked WhatsApp numbers, if one is configured. */
export function whatsappGatewayOf(
  settings: WaySettings | undefined,
  out: WayOut,
): WhatsappGateway | undefined {
  if (!settings || !isGateway(settings)) return undefined
  return createWhatsappGateway({ url: settings.whatsapp_url, token: settings.whatsapp_token, out })
}

function mailOf(
  settings: WaySettings | undefined,
  smtpUrl: string | undefined,
  out: WayOut,
): MessageWay | undefined {
  if (settings && hasOwnMail(settings))
    return createClientMail({
      host: settings.smtp_host,
      port: settings.smtp_port,
      user: settings.smtp_user_name,
      password: settings.smtp_password,
      isSsl: settings.smtp_is_ssl,
      senderName: settings.smtp_sender_name,
      senderEmail: settings.smtp_sender_email,
      replyTo: settings.smtp_reply_to,
      out,
    })
  return smtpUrl ? createServerMail(smtpUrl) : undefined
}

function smsOf(settings: WaySettings, out: WayOut): MessageWay {
  const { sms_url: url, sms_user: user, sms_password: password, sms_sender: sender } = settings
  return createSmsGateway({ url, user, password, sender, out })
}

/** Returns true if the client has its own mail server. */
export const hasOwnMail = (settings: Pick<StoredWays, 'smtp_host' | 'smtp_sender_email'> | undefined) =>
  settings !== undefined && settings.smtp_host !== '' && settings.smtp_sender_email !== ''

/** Returns true if the client has an SMS gateway. */
export const hasSmsGateway = ({ sms_url }: Pick<StoredWays, 'sms_url'>): boolean => isWebAddress(sms_url)

const isCloud = (settings: Pick<StoredWays, 'whatsapp_kind' | 'whatsapp_phone_id'>) =>
  settings.whatsapp_kind === 'Cloud_API' && settings.whatsapp_phone_id !== ''

const isGateway = (settings: Pick<StoredWays, 'whatsapp_kind' | 'whatsapp_url'>) =>
  settings.whatsapp_kind === 'Gateway' && isWebAddress(settings.whatsapp_url)

const isWebAddress = (text: string) => /^https?:\/\//i.test(text) && URL.canParse(text)
