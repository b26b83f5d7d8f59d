import { fillNames, namesIn } from './placeholders.ts'
import { fitsRegistered } from './registered-text.ts'

/** Placeholders in the SMS of a sign-in code, between percent signs. */
export const CODE_PLACEHOLDERS = ['CODE', 'MINUTES'] as const
export type CodePlaceholder = (typeof CODE_PLACEHOLDERS)[number]

/** The SMS of a sign-in code while a client has not written its own. */
export const DEFAULT_CODE_SMS =
  '%CODE% is your sign-in code for Readroom. It is valid for %MINUTES% minutes. If you did not just sign in, change your password and tell your administrator.'

/** Longest text of the SMS of a sign-in code. */
export const CODE_SMS_MAX = 500

/** The client's own text, or the built-in one if it has none. */
export const codeSmsOf = (own: string): string => own.trim() || DEFAULT_CODE_SMS

/** The text of the SMS with its code and the minutes for which the code is valid. */
export const fillCodeSms = (own: string, values: Readonly<Record<CodePlaceholder, string>>): string =>
  fillNames(codeSmsOf(own), values)

/** A code of the usual length: a text that matches the registered one with it matches with any code. */
export const SAMPLE_CODE: Readonly<Record<CodePlaceholder, string>> = { CODE: '123456', MINUTES: '5' }

/**
 * What is wrong with the SMS of a sign-in code, by field: a text without %CODE% would not contain the code, and
 * carriers in India drop a text that differs from the registered one.
 */
export function codeSmsProblems(
  own: string,
  registered: string,
): { otp_sms?: string; otp_dlt_text?: string } {
  const text = codeSmsOf(own)
  const names = namesIn(text)
  const unknown = names.find((name) => !(CODE_PLACEHOLDERS as readonly string[]).includes(name))
  if (unknown !== undefined) return { otp_sms: `names %${unknown}%, which nothing is known for` }
  if (!names.includes('CODE')) return { otp_sms: 'must name %CODE%' }
  if (!fitsRegistered(fillNames(text, SAMPLE_CODE), registered))
    return { otp_dlt_text: 'differs from the text of the SMS' }
  return {}
}
