import type { ShareRecipient, ShareSettings } from '#contract/calls/sharing.ts'
import type { StudyRow } from '#contract/calls/studies.ts'
import type { SessionFields } from '#domain/access/session.ts'
import { type ShareChannel, shareChannelsOf } from '#domain/message/channels.ts'
import { isolatedValues } from '#domain/message/isolated-values.ts'
import { fillPlaceholders, openPlaceholders, unknownPlaceholders } from '#domain/message/placeholders.ts'
import { digitsOf, phoneCodeOf, recipientProblems } from '#domain/message/recipient.ts'
import { shareTemplateOf } from '#domain/message/share-text.ts'
import { type ExpiryChoice, expiryProblem } from '#domain/sharing/expiry.ts'
import { SHARE_WORDS as WORDS } from './words.ts'

/** The person's input in the dialog. */
export interface ShareDraft extends ExpiryChoice {
  share_via: ShareChannel
  share_to: string
  phonecode: string
  text: string
}

export type ShareProblems = Partial<Record<'share_to' | 'phonecode' | 'expiry' | 'text', string>>

/** Placeholders that the link fills in once it is created. */
const LINKS = ['VIEWER_URL', 'REPORT_URL'] as const

/** Returns the recipient for a channel, from the patient's record. */
export function recipientOf(
  channel: ShareChannel,
  patient: ShareRecipient,
  centreCode: string,
): Pick<ShareDraft, 'share_to' | 'phonecode'> {
  const mobile = digitsOf(patient.mobile)
  return {
    share_to: { E: patient.email.trim(), S: mobile, W: mobile, T: '' }[channel],
    phonecode: phoneCodeOf(patient.phone_code, centreCode),
  }
}

/**
 * Returns the initial dialog: the first channel, the patient's own address, the client's own text or that of the
 * patient's language.
 */
export function draftOf(
  study: Pick<StudyRow, 'pat_name' | 'study_desc' | 'status' | 'signed_reports'>,
  settings: ShareSettings,
  patient: ShareRecipient,
  session: Pick<SessionFields, 'main_modules' | 'phone_code'>,
): ShareDraft {
  const [share_via = 'W'] = shareChannelsOf(session.main_modules)
  const names = { PATIENT_NAME: study.pat_name, STUDY_DESCRIPTION: study.study_desc }
  const text = fillPlaceholders(
    shareTemplateOf(patient.texts ?? settings, study),
    isolatedValues(names, patient.texts?.language ?? 'en'),
  )
  return {
    share_via,
    ...recipientOf(share_via, patient, session.phone_code),
    is_expiry: 0,
    expiry_type: 'Minutes',
    expiry: 30,
    text,
  }
}

/** Returns the obstacles to sharing, by field. */
export function problemsOf(draft: ShareDraft): ShareProblems {
  const expiry = expiryProblem(draft)
  const text = textProblem(draft.text)
  return {
    ...recipientProblems(draft.share_via, draft),
    ...(expiry !== undefined && { expiry }),
    ...(text !== undefined && { text }),
  }
}

function textProblem(text: string): string | undefined {
  const [unknown] = unknownPlaceholders(text)
  if (unknown !== undefined) return WORDS.unknown(unknown)
  const empty = openPlaceholders(text).find((name) => !isLink(name))
  return empty && WORDS.noValue(empty)
}

/** Returns the message with its link; a text without a link placeholder gets it at the end. */
export function messageOf(text: string, link: string): string {
  const hasLink = openPlaceholders(text).some(isLink)
  const filled = fillPlaceholders(text, { VIEWER_URL: link, REPORT_URL: reportLink(link) })
  return hasLink ? filled : `${filled.trimEnd()}\n${link}`.trim()
}

/** Returns the link and text for Telegram, separately: it adds the link itself, so the text must not repeat it. */
export function telegramShareOf(text: string, link: string): { link: string; text: string } {
  const hasReport = openPlaceholders(text).includes('REPORT_URL')
  return { link: hasReport ? reportLink(link) : link, text: text.replace(LINK_WITH_LEAD, '').trim() }
}

// The colon or dash before a link is removed with it.
const LINK_WITH_LEAD = new RegExp(String.raw`\s*[:–—-]?\s*%(?:${LINKS.join('|')})%`, 'gu')

const reportLink = (link: string) => `${link}&report`

/** Returns the placeholder of the link in the text, if there is one. */
export function linkIn(text: string): string | undefined {
  return openPlaceholders(text).find(isLink)
}

const isLink = (name: string) => (LINKS as readonly string[]).includes(name)
