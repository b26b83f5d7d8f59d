import type { WayOut } from '#server/kernel/way-out/way-out.ts'
import { askGateway, gatewayUrl, textIn } from '../messages/ask-gateway.ts'
import type { MessageAlong, MessageWay } from '../messages/message-channel.ts'

/** The address of WhatsApp's own service, used if the client gives no other. */
export const CLOUD_API_URL = 'https://graph.facebook.com/v23.0'

/** A client's number at WhatsApp's own service. */
export interface CloudApiSettings {
  /** The address with its version; empty means the service itself. */
  url: string
  token: string
  phoneId: string
  /** The client's outgoing connection rules. */
  out: WayOut
}

/**
 * Sends WhatsApp messages by its own service (Cloud API). A message with a template is sent as that template with its
 * ordered variables, which is allowed at any time; a plain text is accepted only within a day after the patient
 * wrote.
 */
export function createCloudApi({ url, token, phoneId, out }: CloudApiSettings): MessageWay {
  return {
    send: async ({ id, to, text, along }) => {
      const answer = await askGateway({
        out,
        url: gatewayUrl(url === '' ? CLOUD_API_URL : url, phoneId, 'messages'),
        method: 'POST',
        headers: { authorization: `Bearer ${token}` },
        body: {
          messaging_product: 'whatsapp',
          recipient_type: 'individual',
          to,
          biz_opaque_callback_data: id,
          ...contentOf(text, along?.whatsapp),
        },
      })
      const [first] = Array.isArray(answer.messages) ? (answer.messages as unknown[]) : []
      return typeof first === 'object' && first !== null ? textIn({ ...first }, 'id') : ''
    },
  }
}

function contentOf(text: string, template: MessageAlong['whatsapp']) {
  if (!template) return { type: 'text', text: { preview_url: true, body: text } }
  const parameters = template.variables.map((value) => ({ type: 'text', text: value }))
  return {
    type: 'template',
    template: {
      name: template.name,
      language: { code: template.language },
      ...(parameters.length > 0 && { components: [{ type: 'body', parameters }] }),
    },
  }
}
