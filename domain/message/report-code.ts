import { digitsOf } from './recipient.ts'

/** The word that a patient writes before the code. */
export const REPORT_WORD = 'REPORT'

/** Letters and digits of a code, without any that are easily confused. */
export const CODE_ALPHABET = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
/** 20 of 32 characters are 100 bits, which nobody can guess. */
export const CODE_LENGTH = 20

const HOUR_MS = 3_600_000
/** WhatsApp accepts free texts for this long after the patient wrote; later only templates. */
export const WHATSAPP_WINDOW_HOURS = 24

const REPORT_MESSAGE = new RegExp(`^\\s*${REPORT_WORD}[\\s:#]+([${CODE_ALPHABET}\\s-]+?)\\s*$`, 'i')

/** The code of a message "REPORT <code>", in capitals and without spaces; undefined if it is another message. */
export function codeInMessage(text: string): string | undefined {
  // Messages longer than any with a code are not searched.
  if (text.length > 200) return undefined
  const [, given = ''] = REPORT_MESSAGE.exec(text) ?? []
  const code = given.replaceAll(/[\s-]/g, '').toUpperCase()
  return code.length === CODE_LENGTH ? code : undefined
}

/** The address in the QR code: it opens WhatsApp with the message prefilled, and the patient presses Send. */
export function reportCodeUrl(number: string, code: string): string {
  return `https://wa.me/${digitsOf(number)}?text=${REPORT_WORD}%20${code}`
}

/** True while WhatsApp accepts a free text to somebody who wrote at `asked`. */
export const isWindowOpen = (asked: Date, now: Date): boolean =>
  now.getTime() - asked.getTime() < WHATSAPP_WINDOW_HOURS * HOUR_MS

/**
 * A number gets at most this many answers per window, which begins with its first question; further questions are
 * ignored. Any hour overlaps at most three windows, so it has at most 18 answers.
 */
export const REPORT_QUESTIONS = { most: 6, windowMinutes: 30 } as const

/** Immediate replies to a patient: the first while the report is not released, the second for an unknown code. */
export const REPORT_ANSWERS = {
  later: 'Thank you. Your report is not released yet. You will receive the link here as soon as it is.',
  unknown: 'This code is unknown or no longer valid. Please ask at the desk for your report.',
} as const
