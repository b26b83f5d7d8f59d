import { expect, test } from 'vitest'
import { openDraft } from '#src/parts/consent-form/consent-draft.ts'

const form = {
  id: '01994000-0000-7000-8000-000000000001',
  name: 'Consent for contrast',
  name_slang: 'आयोडीन युक्त कंट्रास्ट के लिए सहमति',
  questions: [],
  sha256: 'a'.repeat(64),
  has_slang: true,
}

test.each([
  ['hi', 'slang'],
  ['ar', 'en'],
  ['en', 'en'],
  [undefined, 'en'],
] as const)('a form that is also in Hindi opens for a patient of %s in %s', (language, shown) => {
  expect(openDraft('1', { form, saved: null, language }).answers.language).toBe(shown)
})

test('a form in English alone opens in English, and a saved one in the language it was saved in', () => {
  const alone = { ...form, has_slang: false, name_slang: '' }
  expect(openDraft('1', { form: alone, saved: null, language: 'hi' }).answers.language).toBe('en')
  const { answers } = openDraft('1', { form, saved: null })
  const saved = { ...answers, signer_name: '', id: 'c', signed_on: '2026-11-20T08:00:00.000Z' }
  expect(openDraft('1', { form, saved, language: 'hi' }).answers.language).toBe('en')
})
