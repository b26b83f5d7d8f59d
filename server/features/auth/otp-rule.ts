/** When a client asks for a one-time code at sign-in (docs/people.md#tenants). */
export const OTP_RULES = ['Off', 'New_Device', 'Always'] as const
export type OtpRule = (typeof OTP_RULES)[number]

interface OtpQuestion {
  rule: OtpRule
  /** The platform's ADMIN or a client's administrator: asked on a new device even where the client says Off. */
  isAdministrator: boolean
  isKnownDevice: boolean
  /** Whether codes can be sent at all. */
  hasChannel: boolean
}

/**
 * Whether a right password is followed by a one-time code. The administrators' default needs a channel to exist; a
 * rule that the client switched on itself is asked for even if the channel is gone, because silence would drop it.
 */
export function needsOtp({ rule, isAdministrator, isKnownDevice, hasChannel }: OtpQuestion): boolean {
  if (rule === 'Always') return true
  if (rule === 'New_Device') return !isKnownDevice
  return isAdministrator && hasChannel && !isKnownDevice
}
