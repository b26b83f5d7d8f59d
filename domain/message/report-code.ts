import { digitsOf } from './recipient.ts'

/** What a patient writes before the code. */
export const REPORT_WORD = 'REPORT'

/** Letters and digits of a code: none that is read as another one. */
export const CODE_ALPHABET = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
/** 20 of 32 signs are 100 bits: nobody guesses one. */
export const CODE_LENGTH = 20

const HOUR_MS = 3_600_000
/** WhatsApp takes free texts for so long after the patient wrote; later it takes templates only. */
export const WHATSAPP_WINDOW_HOURS = 24

const REPORT_MESSAGE = new RegExp(`^\\s*${REPORT_WORD}[\\s:#]+([${CODE_ALPHABET}\\s-]+?)\\s*$`, 'i')

/** The code of a message "REPORT <code>", in capitals and without spaces; undefined where the message is none. */
export function codeInMessage(text: string): string | undefined {
  // A message that is longer than any with a code is not looked through.
  if (text.length > 200) return undefined
  const [, given = ''] = REPORT_MESSAGE.exec(text) ?? []
  const code = given.replaceAll(/[\s-]/g, '').toUpperCase()
  return code.length === CODE_LENGTH ? code : undefined
}

/** The address behind the QR code: it opens WhatsApp with the message written, and the patient presses Send. */
export function reportCodeUrl(number: string, code: string): string {
  return `https://wa.me/${digitsOf(number)}?text=${REPORT_WORD}%20${code}`
}

/** True while WhatsApp takes a free text to somebody who wrote at `asked`. */
export const isWindowOpen = (asked: Date, now: Date): boolean =>
  now.getTime() - asked.getTime() < WHATSAPP_WINDOW_HOURS * HOUR_MS

/**
 * A number is answered so many questions in a window, which begins with its first question; what it asks beyond stays
 * unanswered. Three windows touch any hour at most, so an hour has 18 answers at most.
 */
export const REPORT_QUESTIONS = { most: 6, windowMinutes: 30 } as const

/** What a patient is answered at once. The first is sent while the report is not released, the second for no known code. */
export const REPORT_ANSWERS = {
  later: 'Thank you. Your report is not released yet. The link to it comes here as soon as it is.',
  unknown: 'This code is not known or not valid any more. Please ask at the desk for your report.',
} as const
