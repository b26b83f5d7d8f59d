import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  CODE_SMS_MAX,
  codeSmsProblems,
  DEFAULT_CODE_SMS,
  fillCodeSms,
  SAMPLE_CODE,
} from '#domain/message/code-text.ts'
import { fitsRegistered } from '#domain/message/registered-text.ts'

test('a blank text means the built-in one, with the code and its minutes', () => {
  expect(fillCodeSms('  ', { CODE: '004711', MINUTES: '5' })).toBe(
    '004711 is your sign-in code for Readroom. It is valid for 5 minutes. If you did not just sign in, change your password and tell your administrator.',
  )
  expect(codeSmsProblems('', '')).toEqual({})
  expect(DEFAULT_CODE_SMS.length).toBeLessThan(CODE_SMS_MAX)
})

test.each([
  ['Your code is near.', '', { otp_sms: 'must name %CODE%' }],
  ['%CODE% for %NAME%', '', { otp_sms: 'names %NAME%, which nothing is known for' }],
  ['%CODE% is it.', '{#var#} is your code.', { otp_dlt_text: 'differs from the text of the SMS' }],
  ['%CODE% is it.', '{#var#} is it.', {}],
  ['%CODE%: %MINUTES% min', '{#var#}: {#var#} min', {}],
])('%s with the registered text "%s"', (text, registered, problems) => {
  expect(codeSmsProblems(text, registered)).toEqual(problems)
})

test('an accepted text fits its registered text with every code', () => {
  const part = fc.string({ maxLength: 20 }).filter((text) => !text.includes('%') && !text.includes('{'))
  fc.assert(
    fc.property(part, part, fc.integer({ min: 0, max: 999_999 }), (before, after, number) => {
      const text = `${before}%CODE%${after}`
      const registered = `${before}{#var#}${after}`.trim()
      fc.pre(Object.keys(codeSmsProblems(text, registered)).length === 0)
      const values = { ...SAMPLE_CODE, CODE: String(number).padStart(6, '0') }
      expect(fitsRegistered(fillCodeSms(text, values), registered)).toBe(true)
    }),
  )
})
