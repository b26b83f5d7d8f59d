import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fitsRegistered, VARIABLE_MARK, variablesIn } from '#domain/message/registered-text.ts'

const REGISTERED = 'Dear {#var#}, your appointment is on {#var#}. Sanjeevani'

test.each([
  ['Dear Asha, your appointment is on 23 Nov 2026. Sanjeevani', true],
  ['Dear , your appointment is on . Sanjeevani', true],
  ['dear Asha, your appointment is on 23 Nov 2026. Sanjeevani', false],
  ['Dear Asha, your appointment is on 23 Nov 2026. Sanjeevani ', false],
  ['Dear Asha,  your appointment is on 23 Nov 2026.Sanjeevani', false],
  [`Dear ${'a'.repeat(30)}, your appointment is on x. Sanjeevani`, true],
  [`Dear ${'a'.repeat(31)}, your appointment is on x. Sanjeevani`, false],
  // The fixed part may also occur in a value.
  ['Dear A, your appointment is on , your appointment is on x. Sanjeevani', true],
])('%j fits: %s', (text, fits) => {
  expect(fitsRegistered(text, REGISTERED)).toBe(fits)
})

test('without a registered text everything fits; a registered text without a variable fits only itself', () => {
  expect(fitsRegistered('anything', ' ')).toBe(true)
  expect(fitsRegistered('Open', 'Open')).toBe(true)
  expect(fitsRegistered('Open today', 'Open')).toBe(false)
  expect(variablesIn(REGISTERED)).toBe(2)
})

test('short values fit, and one more letter in a fixed part does not', () => {
  const parts = fc.array(fc.stringMatching(/^[a-z .]{1,20}$/), { minLength: 2, maxLength: 5 })
  fc.assert(
    fc.property(parts, fc.stringMatching(/^[A-Z0-9]{0,30}$/), (fixed, value) => {
      const registered = fixed.join(VARIABLE_MARK)
      expect(fitsRegistered(fixed.join(value), registered)).toBe(true)
      expect(fitsRegistered(`#${fixed.join(value)}`, registered)).toBe(false)
      expect(fitsRegistered(`${fixed.join(value)}#`, registered)).toBe(false)
    }),
  )
})

test('many adjacent variables are matched at once', () => {
  const started = performance.now()
  expect(fitsRegistered('a'.repeat(900), `${VARIABLE_MARK.repeat(40)}b`)).toBe(false)
  expect(performance.now() - started).toBeLessThan(1_000)
})
