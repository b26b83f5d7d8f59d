import { messageCalls } from '#contract/calls/messages.ts'
import { sharingCalls } from '#contract/calls/sharing.ts'
import type { ShareChannel } from '#domain/message/channels.ts'
import { fullNumber } from '#domain/message/recipient.ts'
import { callApi } from '#src/sync/api/call-api.ts'
import { openPopUp, whatsappPage } from '../messages/open-pop-up.ts'
import { PORTAL_WORDS as WORDS } from './words.ts'

export interface AccessToSend {
  channel: ShareChannel
  share_to: string
  phonecode: string
  text: string
  studyId: string
  /** WhatsApp opens in the person's own window, if the centre has no gateway. */
  isPopUp: boolean
}

/** The result of sending; without a message the person sends it in the opened window. */
export interface SentAccess {
  message?: string
  messageId?: string
}

/** Sends the granted access. Call it in the click handler itself, as a window may open. */
export async function sendAccess({
  channel,
  share_to,
  phonecode,
  text,
  studyId,
  isPopUp,
}: AccessToSend): Promise<SentAccess> {
  const to = fullNumber(phonecode, share_to)
  if (isPopUp) {
    const popUp = openPopUp()
    if (!popUp) throw new Error(WORDS.blocked)
    popUp.go(whatsappPage(to, text))
    return {}
  }
  const about = { study_id: studyId, purpose: 'Portal_Access' } as const
  const { message, result } =
    channel === 'E'
      ? await callApi(sharingCalls.shareLoginByEmail, {
          email: share_to.trim(),
          content: text,
          study_id: studyId,
        })
      : await callApi(channel === 'S' ? messageCalls.sendSms : messageCalls.sendWhatsapp, {
          to,
          msg: text,
          ...about,
        })
  return { message, messageId: result.id }
}
