import type { Kernel } from '#server/kernel/http/kernel.ts'
import { findWaySettings, openWays, waysOf } from '../messages/settings.ts'
import type { CodeSms } from './code-ways.ts'

/** Finds the SMS gateway of a client and its text for codes, for a person who is not signed in yet. */
export const findCodeSmsOf =
  ({ config, database, secrets, wayOut }: Pick<Kernel, 'config' | 'database' | 'secrets' | 'wayOut'>) =>
  async (clientId: string): Promise<CodeSms | undefined> => {
    const stored = await database.tenant(clientId, (tx) => findWaySettings(tx, clientId))
    const opened = await openWays(secrets, stored)
    const way = waysOf(opened, {
      smtpUrl: config.smtpUrl,
      whatsappSession: '',
      out: wayOut(clientId),
    }).S
    if (!way || !opened) return undefined
    return {
      way,
      text: opened.otp_sms,
      registered: opened.otp_dlt_text,
      dlt: {
        entityId: opened.otp_dlt_entity_id,
        header: opened.otp_dlt_header,
        templateId: opened.otp_dlt_template_id,
      },
    }
  }
