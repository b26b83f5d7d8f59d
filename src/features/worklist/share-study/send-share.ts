import { messageCalls } from '#contract/calls/messages.ts'
import { sharingCalls } from '#contract/calls/sharing.ts'
import type { StudyRow } from '#contract/calls/studies.ts'
import type { MainModule } from '#domain/access/main-modules.ts'
import { fullNumber } from '#domain/message/recipient.ts'
import { absoluteLink } from '#src/parts/messages/absolute-link.ts'
import { openPopUp, type PopUp, telegramPage, whatsappPage } from '#src/parts/messages/open-pop-up.ts'
import { callApi } from '#src/sync/api/call-api.ts'
import { messageOf, type ShareDraft, telegramShareOf } from './share-draft.ts'
import { SHARE_WORDS as WORDS } from './words.ts'

/** The result of sharing: a message being sent, or another app that was opened with it. */
export interface Shared {
  link: string
  /** The server's message; absent if the person sends it in another app. */
  message?: string
  messageId?: string
  /** True if the message was stored but cannot be sent. */
  isKeptBack?: boolean
}

/** Returns true if the message is sent in a window of another app: Telegram, and WhatsApp without the gateway. */
export function leavesInPopUp(draft: Pick<ShareDraft, 'share_via'>, modules: readonly MainModule[]): boolean {
  return draft.share_via === 'T' || (draft.share_via === 'W' && !modules.includes('whatsapp_send'))
}

/**
 * Creates the link and sends the message. Call it in the click handler itself, as a window opens. If the message could
 * not be handed over, the link is revoked: nobody would know about it.
 */
export async function sendShare(
  study: StudyRow,
  draft: ShareDraft,
  modules: readonly MainModule[],
): Promise<Shared> {
  const popUp = leavesInPopUp(draft, modules) ? openPopUp() : undefined
  if (leavesInPopUp(draft, modules) && !popUp) throw new Error(WORDS.blocked)
  const made = await makeLink(study, draft).catch((error: unknown) => {
    popUp?.close()
    throw error
  })
  try {
    return await handOver(study, draft, made.link, popUp)
  } catch (error) {
    popUp?.close()
    await callApi(sharingCalls.revoke, { id: made.id }).catch(() => undefined)
    throw error
  }
}

async function makeLink(study: StudyRow, draft: ShareDraft): Promise<{ id: string; link: string }> {
  const { share_via, share_to, phonecode, is_expiry, expiry_type, expiry } = draft
  const { result } = await callApi(sharingCalls.generateViewerShareUrl, {
    share_via,
    share_to: share_to.trim(),
    phonecode,
    is_expiry,
    expiry_type,
    expiry,
    dtl: { study_id: study.study_id },
    viewer_url: study.viewer_url,
  })
  return { id: result.id, link: absoluteLink(result.link) }
}

async function handOver(
  study: StudyRow,
  draft: ShareDraft,
  link: string,
  popUp: PopUp | undefined,
): Promise<Shared> {
  const text = messageOf(draft.text, link)
  const to = fullNumber(draft.phonecode, draft.share_to)
  if (popUp) {
    popUp.go(
      draft.share_via === 'T' ? telegramPage(telegramShareOf(draft.text, link)) : whatsappPage(to, text),
    )
    return { link }
  }
  const about = { study_id: study.study_id, purpose: 'Share_Study' } as const
  const { message, result } =
    draft.share_via === 'E'
      ? await callApi(sharingCalls.shareStudyByEmail, {
          email: draft.share_to.trim(),
          content: text,
          study_id: study.study_id,
        })
      : await callApi(draft.share_via === 'S' ? messageCalls.sendSms : messageCalls.sendWhatsapp, {
          to,
          msg: text,
          ...about,
        })
  return { link, message, messageId: result.id, isKeptBack: result.state === 'Not_Configured' }
}
