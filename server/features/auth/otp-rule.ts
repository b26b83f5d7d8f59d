/** When a client requires a one-time code at sign-in (docs/people.md#tenants). */
export const OTP_RULES = ['Off', 'New_Device', 'Always'] as const
export type OtpRule = (typeof OTP_RULES)[number]

interface OtpQuestion {
  rule: OtpRule
  /**
   * The platform's ADMIN or a client's administrator; needs a code on a new device even if the client's rule is Off.
   */
  isAdministrator: boolean
  isKnownDevice: boolean
  /** Whether codes can be sent at all. */
  hasChannel: boolean
}

/**
 * Returns true if a one-time code is required after a correct password. The default for administrators applies only
 * if a channel exists. A rule that the client switched on itself applies even without a channel, so that it is never
 * dropped silently.
 */
export function needsOtp({ rule, isAdministrator, isKnownDevice, hasChannel }: OtpQuestion): boolean {
  if (rule === 'Always') return true
  if (rule === 'New_Device') return !isKnownDevice
  return isAdministrator && hasChannel && !isKnownDevice
}
