import type { WayOut } from '#server/kernel/way-out/way-out.ts'
import { basicAuth } from '../ask-partner.ts'
import { askGateway, textIn } from './ask-gateway.ts'
import type { MessageWay } from './message-channel.ts'

/** The gateway for SMS (docs/masters.md#who-sees-which-tile: "SMS also needs SMS credentials in settings"). */
export interface SmsSettings {
  url: string
  user: string
  password: string
  /** The sender that the receiver sees. */
  sender: string
  /** The client's outgoing connection rules. */
  out: WayOut
}

/**
 * Sends SMS by an HTTP gateway: POST `{ to, text, sender, reference }` with basic authentication; any 2xx means
 * accepted unless its body reports an error. `reference` is the message's id, so that the gateway can detect a
 * duplicate. A text that is registered with Indian carriers adds `dlt_entity_id` and `dlt_template_id`, and its
 * header is the sender.
 */
export function createSmsGateway({ url, user, password, sender, out }: SmsSettings): MessageWay {
  return {
    send: async ({ id, to, text, along }) => {
      const { dlt } = along ?? {}
      const answer = await askGateway({
        out,
        url,
        method: 'POST',
        headers: basicAuth(user, password),
        body: {
          to,
          text,
          sender: dlt?.header || sender,
          reference: id,
          ...(dlt && { dlt_entity_id: dlt.entityId, dlt_template_id: dlt.templateId }),
        },
      })
      return textIn(answer, 'id', 'message_id', 'messageId')
    },
  }
}
