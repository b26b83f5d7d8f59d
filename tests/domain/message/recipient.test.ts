import { expect, test } from 'vitest'
import { shareChannelsOf } from '#domain/message/channels.ts'
import { failureWords } from '#domain/message/failure-words.ts'
import {
  dialledNumber,
  digitsOf,
  emailProblem,
  fullNumber,
  mobileProblem,
  phoneCodeOf,
  recipientProblems,
} from '#domain/message/recipient.ts'
import { DEFAULT_SHARE_TEXTS, shareTemplateOf, shareTextsOf } from '#domain/message/share-text.ts'
import { REPORT_STATUSES } from '#domain/status/report-status.ts'

test.each([
  ['', 'Enter email-id'],
  ['   ', 'Enter email-id'],
  ['asha', 'This is not an e-mail address'],
  ['asha@', 'This is not an e-mail address'],
  ['asha@mail', 'This is not an e-mail address'],
  ['asha k@mail.in', 'This is not an e-mail address'],
  ['<asha@mail.in>', 'This is not an e-mail address'],
  ['asha@mail.in, b@mail.in', 'This is not an e-mail address'],
  ['asha@mail.in', undefined],
  // The longest address of RFC 5321 has 254 letters.
  [`${'a'.repeat(246)}@mail.in`, undefined],
  [`${'a'.repeat(247)}@mail.in`, 'This is not an e-mail address'],
  [' asha.k+ct@mail.co.in ', undefined],
])('the e-mail %j: %j', (email, problem) => {
  expect(emailProblem(email)).toBe(problem)
})

test.each([
  ['91', '98200 11223', '919820011223'],
  ['91', ' (0) 98200-11.223', '919820011223'],
  ['91', '+91 98200 11223', '919820011223'],
  ['91', '+965 555 12345', '96555512345'],
  ['91', '+0 98200 11223', undefined],
  ['91', '+', undefined],
  ['91', '', undefined],
  ['91', '12345', undefined],
  ['91', '98200 ext 4', undefined],
  ['', '98200 11223', undefined],
])('the number of +%s written %j is dialled as %j', (code, written, dialled) => {
  expect(dialledNumber(code, written)).toBe(dialled)
})

test.each([
  ['91', '', 'Enter mobile number'],
  ['91', '98-200', 'A mobile number has digits only'],
  ['91', 'abc', 'A mobile number has digits only'],
  ['91', '12345', 'This is not a mobile number of the chosen country'],
  ['91', '98200123456789', 'This is not a mobile number of the chosen country'],
  ['91', '9820012345', undefined],
  ['965', '55512345', undefined],
  // E.164: at most 15 digits with the country code; we ask for 8 at least.
  ['91', '1234567890123', undefined],
  ['91', '12345678901234', 'This is not a mobile number of the chosen country'],
  ['91', '123456', undefined],
  ['91', '0123456', undefined],
  ['91', '012345', 'This is not a mobile number of the chosen country'],
])('the number +%s %j: %j', (code, mobile, problem) => {
  expect(mobileProblem(code, mobile)).toBe(problem)
})

test('a number loses all characters except digits, and the leading zero of domestic calls', () => {
  expect(digitsOf('+91 (98) 200-12345')).toBe('919820012345')
  expect(fullNumber('91', '09820012345')).toBe('919820012345')
})

test('each way to share requires its own receiver, and Telegram requires none', () => {
  const nobody = { share_to: '', phonecode: '' }
  expect(recipientProblems('E', nobody)).toEqual({ share_to: 'Enter email-id' })
  expect(recipientProblems('W', nobody)).toEqual({
    share_to: 'Enter mobile number',
    phonecode: 'Enter the phone code of the country',
  })
  expect(recipientProblems('T', nobody)).toEqual({})
})

test('the ways to share follow the main modules, WhatsApp first', () => {
  expect(shareChannelsOf(['telegram_share', 'email_share', 'whatsapp_share'])).toEqual(['W', 'E', 'T'])
  expect(shareChannelsOf(['whatsapp_send'])).toEqual([])
})

test('a failure shows Error!, and for WhatsApp the provider’s words with the request to scan again', () => {
  expect(failureWords('W', '')).toBe('Error!')
  expect(failureWords('W', 'Session closed')).toBe('Session closed. Please scan QR code again!')
  expect(failureWords('W', 'Session closed!')).toBe('Session closed! Please scan QR code again!')
  expect(failureWords('E', '550 no such user')).toBe('Error! 550 no such user')
  expect(failureWords('E', 'x'.repeat(5_000))).toBe(`Error! ${'x'.repeat(300)}`)
})

test('a signed study uses the text with the report, an unsigned one the plain text', () => {
  const texts = shareTextsOf({
    pat_viewer_share_content: 'plain',
    pat_viewer_share_content_with_report: 'with',
  })
  expect(REPORT_STATUSES.map((status) => shareTemplateOf(texts, { status }))).toEqual([
    'plain',
    'plain',
    'plain',
    'with',
    'with',
  ])
})

test('a text that the client left empty is the built-in one', () => {
  expect(shareTextsOf(undefined)).toEqual(DEFAULT_SHARE_TEXTS)
  expect(shareTextsOf({ pat_login_share_content: '  ' }).pat_login_share_content).toContain('%LOGIN_URL%')
})

test.each([
  ['965', '91', '965'],
  ['+965', '91', '965'],
  ['', '91', '91'],
])('a patient with the code %j at a centre of +%s is called by +%s', (own, ofCentre, code) => {
  expect(phoneCodeOf(own, ofCentre)).toBe(code)
})
