import { expect, test } from 'vitest'
import { needsOtp } from '#server/features/auth/otp-rule.ts'

test.each([
  ['Always', false, true, true, true],
  ['Always', false, true, false, true],
  ['New_Device', false, false, true, true],
  ['New_Device', false, true, true, false],
  ['New_Device', true, true, true, false],
  ['Off', false, false, true, false],
  ['Off', true, false, true, true],
  ['Off', true, true, true, false],
  ['Off', true, false, false, false],
] as const)(
  'rule %s, administrator %s, known device %s, channel %s: code %s',
  (rule, isAdministrator, isKnownDevice, hasChannel, wanted) => {
    expect(needsOtp({ rule, isAdministrator, isKnownDevice, hasChannel })).toBe(wanted)
  },
)
