import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  CODE_ALPHABET,
  CODE_LENGTH,
  codeInMessage,
  isWindowOpen,
  reportCodeUrl,
} from '#domain/message/report-code.ts'

const CODE = '7KQ2MX4PABCDEFGHJKLM'

test.each([
  [`REPORT ${CODE}`, CODE],
  [`report ${CODE.toLowerCase()}`, CODE],
  [`  Report: ${CODE} \n`, CODE],
  ['REPORT 7KQ2-MX4P-ABCD-EFGH-JKLM', CODE],
  ['REPORT 7KQ2 MX4P ABCD EFGH JKLM', CODE],
  [`REPORT ${CODE}2`, undefined],
  [`REPORT ${CODE.slice(1)}`, undefined],
  [`REPORT ${CODE.slice(1)}0`, undefined],
  [`REPORT${CODE}`, undefined],
  [`My REPORT ${CODE}`, undefined],
  ['REPORT', undefined],
  ['', undefined],
  [`REPORT ${' '.repeat(173)}${CODE}`, CODE],
  [`REPORT ${' '.repeat(174)}${CODE}`, undefined],
  [`REPORT ${' '.repeat(300)}${CODE}`, undefined],
])('"%s" contains the code %s', (text, code) => {
  expect(codeInMessage(text)).toBe(code)
})

test('the message that the QR code prepares is read as its code', () => {
  const sign = fc.constantFrom(...CODE_ALPHABET.split(''))
  fc.assert(
    fc.property(fc.array(sign, { minLength: CODE_LENGTH, maxLength: CODE_LENGTH }), (signs) => {
      const url = new URL(reportCodeUrl('+91 98200 12345', signs.join('')))
      expect(`${url.origin}${url.pathname}`).toBe('https://wa.me/919820012345')
      expect(codeInMessage(url.searchParams.get('text') ?? '')).toBe(signs.join(''))
    }),
  )
})

test('no message makes the reading slow or fail', () => {
  fc.assert(fc.property(fc.string({ maxLength: 400 }), (text) => void codeInMessage(`REPORT ${text}`)))
})

test('the window is open for a day after the patient’s message', () => {
  const asked = new Date('2026-11-21T09:00:00Z')
  expect(isWindowOpen(asked, new Date('2026-11-22T08:59:59Z'))).toBe(true)
  expect(isWindowOpen(asked, new Date('2026-11-22T09:00:00Z'))).toBe(false)
})
