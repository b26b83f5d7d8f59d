import fc from 'fast-check'
import { expect, test } from 'vitest'
import { canonicalJson } from '#domain/consent/canonical.ts'
import { formText, hasSecondLanguage } from '#domain/consent/form-content.ts'
import { questionWords, shownOptions } from '#domain/consent/shown-question.ts'
import { standingConsents, withdrawalOf } from '#domain/consent/standing-consent.ts'

const QUESTION = {
  id: '1',
  ques: 'A pacemaker? *',
  ques_slang: 'هل لديك؟ *',
  ans_type: 'Single' as const,
  ans_options: 'Yes|No',
  ans_options_slang: 'نعم|لا',
}
const FORM = { name: 'MRI', name_slang: '', questions: [QUESTION] }

test('the same form has the same text, whatever else its record contains and whatever the order of its keys', () => {
  const shuffled = Object.fromEntries(Object.entries(QUESTION).reverse()) as typeof QUESTION
  const record = { questions: [{ ...shuffled, place: 3 }], name_slang: '', rev: 9, name: 'MRI' }
  expect(formText(record)).toBe(formText(FORM))
  expect(formText({ ...FORM, questions: [{ ...QUESTION, ques: 'A pacemaker?' }] })).not.toBe(formText(FORM))
  expect(formText({ ...FORM, questions: [] })).not.toBe(formText(FORM))
})

test('canonical JSON does not depend on the order of keys, and reads back as the same value', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (value) => {
      const reversed = Object.fromEntries(Object.entries(value).reverse())
      expect(canonicalJson(reversed)).toBe(canonicalJson(value))
      expect(JSON.parse(canonicalJson(value))).toEqual(JSON.parse(JSON.stringify(value)))
    }),
  )
})

test('a question is shown in the chosen language, and in English if it is not translated', () => {
  expect(questionWords(QUESTION, 'slang')).toBe('هل لديك؟')
  expect(questionWords({ ...QUESTION, ques_slang: ' ' }, 'slang')).toBe('A pacemaker?')
  expect(shownOptions(QUESTION, 'slang')).toEqual([
    { value: 'Yes', label: 'نعم' },
    { value: 'No', label: 'لا' },
  ])
  expect(shownOptions({ ...QUESTION, ans_options_slang: 'نعم' }, 'slang')[1]).toEqual({
    value: 'No',
    label: 'No',
  })
  expect([hasSecondLanguage(FORM), hasSecondLanguage({ ...FORM, questions: [] })]).toEqual([true, false])
})

test('the newest consent that was not withdrawn comes first', () => {
  const row = (id: string, created: string, withdraws_id: string | null = null) => ({
    id,
    created,
    withdraws_id,
    consent_form_id: 'mri',
    kind: withdraws_id === null ? ('Signed' as const) : ('Withdrawn' as const),
  })
  const rows = [row('a', '1'), row('b', '2'), row('c', '3'), row('w', '4', 'c')]
  expect(standingConsents(rows, 'mri').map(({ id }) => id)).toEqual(['b', 'a'])
  expect(standingConsents(rows, 'ct')).toEqual([])
  expect(withdrawalOf(rows, 'c')?.id).toBe('w')
})
