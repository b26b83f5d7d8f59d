import fc from 'fast-check'
import { expect, test } from 'vitest'
import { checkBeforeSigning } from '#domain/report/checks/check-before-signing.ts'
import { openFields } from '#domain/report/checks/open-fields.ts'
import { partChecks } from '#domain/report/checks/part-checks.ts'
import { CHECKED_PARTS, type CheckedReport } from '#domain/report/checks/sign-warning.ts'

const checked = (text: Partial<CheckedReport['text']>, more: Partial<CheckedReport> = {}): CheckedReport => ({
  text: { report_data: '', conclusion: '', recommendation: '', ...text },
  sex: 'M',
  hasCriticalTag: false,
  ...more,
})
const rulesOf = (report: CheckedReport) => {
  const parts = partChecks(report)
  return CHECKED_PARTS.map((part) => parts[part].warnings.map(({ rule }) => rule))
}

test('a report without a word has no checks, whatever else is known about its study', () => {
  const report = checked({ report_data: '<p> </p>' }, { isAiCritical: true })
  expect(rulesOf(report)).toEqual([[], [], []])
})

test('a missing text is reported beside the empty part', () => {
  expect(rulesOf(checked({ report_data: '<p>Clear.</p>' }))).toEqual([[], ['empty_conclusion'], []])
  expect(rulesOf(checked({ recommendation: '<p>CT.</p>' }))).toEqual([
    ['empty_description'],
    ['empty_conclusion'],
    [],
  ])
})

test('a warning about two parts appears once, beside the later one', () => {
  const report = checked({
    report_data: '<p>Calculus in the right kidney.</p>',
    conclusion: '<p>Left renal calculus.</p>',
  })
  expect(rulesOf(report)).toEqual([[], ['side_disagrees'], []])
})

test('open template fields and words against the sex are reported beside their own part', () => {
  const report = checked({
    report_data: '<p>Clear.</p>',
    conclusion: '<p>Size ___ mm.</p>',
    recommendation: '<p>Sonography of the uterus.</p>',
  })
  expect(rulesOf(report)).toEqual([[], ['unfilled_field'], ['organ_against_sex']])
})

test('undecided AI text is reported beside the part that holds its mark', () => {
  const report = checked({ report_data: '<p>Clear.</p>', conclusion: '<p>End of the AI result.</p>' })
  expect(rulesOf(report)).toEqual([[], ['ai_text_undecided'], []])
})

test('open fields are named in the order of their part, also if nothing else is written', () => {
  const parts = partChecks(
    checked({ conclusion: '<p>[[Side: left | right]] [[Remark]] [[Side: a | b]]</p>' }),
  )
  expect(parts.conclusion.openFields).toEqual(['Side', 'Remark', 'Side'])
  expect(parts.report_data.openFields).toEqual([])
})

const PIECES = [
  'Calculus in the right kidney.',
  'Left renal calculus.',
  'The uterus is normal.',
  'Size ___ mm.',
  '[[Remark]]',
  'Tension pneumothorax.',
  'Male foetus.',
  'End of the AI result.',
]
const somePart = fc.subarray(PIECES).map((pieces) => pieces.map((piece) => `<p>${piece}</p>`).join(''))
const someText = fc.record({ report_data: somePart, conclusion: somePart, recommendation: somePart })

test('once anything is written, exactly the questions and blocks of signing are shown', () => {
  fc.assert(
    fc.property(someText, fc.boolean(), fc.boolean(), (text, isAiCritical, isFoetalSexBarred) => {
      fc.pre(CHECKED_PARTS.some((part) => text[part] !== ''))
      const report = checked(text, { isAiCritical, isFoetalSexBarred })
      const parts = partChecks(report)
      const shown = CHECKED_PARTS.flatMap((part) => parts[part].warnings)
      const asked = checkBeforeSigning(report)
      expect(shown).toHaveLength(asked.length)
      expect(new Set(shown)).toEqual(new Set(asked))
      const fields = CHECKED_PARTS.flatMap((part) => parts[part].openFields.map((label) => ({ part, label })))
      expect(fields).toEqual(openFields(text))
    }),
  )
})
