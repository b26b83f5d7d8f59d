import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  fillPlaceholders,
  openPlaceholders,
  SHARE_PLACEHOLDERS,
  unknownPlaceholders,
} from '#domain/message/placeholders.ts'

test('known placeholders are filled at every place', () => {
  const text = 'Dear %PATIENT_NAME%, %STUDY_DESCRIPTION%: %VIEWER_URL% %VIEWER_URL%'
  expect(
    fillPlaceholders(text, {
      PATIENT_NAME: 'Asha',
      STUDY_DESCRIPTION: 'CT Chest',
      VIEWER_URL: 'https://x/1',
    }),
  ).toBe('Dear Asha, CT Chest: https://x/1 https://x/1')
})

test('a placeholder without a value stays visible, known or not', () => {
  expect(fillPlaceholders('%PASSWORD% %PASWORD%', {})).toBe('%PASSWORD% %PASWORD%')
})

test('each unknown placeholder is reported once, and percent signs are not placeholders', () => {
  expect(unknownPlaceholders('%FOO% 100 % and 5% of 10% %FOO% %PATIENT_NAME% %BAR_2%')).toEqual([
    'FOO',
    'BAR_2',
  ])
})

test('the placeholders that still need a value are listed', () => {
  expect(openPlaceholders('%REPORT_URL% %FOO% %REPORT_URL%')).toEqual(['REPORT_URL'])
})

test('the text of a value is never read as a placeholder', () => {
  fc.assert(
    fc.property(fc.constantFrom(...SHARE_PLACEHOLDERS), fc.string(), (name, value) => {
      expect(
        fillPlaceholders(`%${name}%`, { [name]: value, PASSWORD: 'secret', [name as string]: value }),
      ).toBe(value)
    }),
  )
  expect(fillPlaceholders('%PATIENT_NAME%', { PATIENT_NAME: '%PASSWORD%', PASSWORD: 'secret' })).toBe(
    '%PASSWORD%',
  )
})
