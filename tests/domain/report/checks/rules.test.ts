import { expect, test } from 'vitest'
import { checkBeforeSigning } from '#domain/report/checks/check-before-signing.ts'
import { criticalWithoutTag } from '#domain/report/checks/critical-words.ts'
import { emptyConclusion } from '#domain/report/checks/empty-conclusion.ts'
import { organAgainstSex } from '#domain/report/checks/organ-against-sex.ts'
import { unfilledFields } from '#domain/report/checks/unfilled-fields.ts'
import { reportOf } from './labelled.ts'

const foundBy = (warnings: readonly { found: readonly string[] }[]) => warnings.flatMap(({ found }) => found)

test.each([
  ['Male', 'Uterus and both ovaries are normal.', ['Uterus', 'ovaries']],
  ['M', 'No adnexal mass.', ['adnexal']],
  ['male', 'Endometrial thickness is 6 mm.', ['Endometrial']],
  ['Female', 'The prostate is enlarged.', ['prostate']],
  ['F', 'Both testes are normal. Scrotal skin is normal.', ['testes', 'Scrotal']],
  ['Male', 'The prostate is enlarged. Tunica vaginalis is normal.', []],
  ['Female', 'Cervical spine: normal. The cervix is normal.', []],
  ['Male', 'The cervical spine is normal.', []],
  ['Other', 'Uterus is normal. Prostate is normal.', []],
  ['', 'Uterus is normal.', []],
  ['Female', 'Contested attestation of latest tests.', []],
] as const)('of a patient "%s", "%s" names %j', (sex, words, found) => {
  expect(foundBy(organAgainstSex(reportOf(words, 'Normal.', { sex })))).toEqual(found)
})

test.each([
  ['The kidney measures ___ cm.', ['___']],
  ['Liver: [ ] normal [  ] enlarged', ['[ ]', '[  ]']],
  ['Side: [left/right] knee', ['[left/right]']],
  ['Size {size} mm and {}', ['{size}', '{}']],
  ['Seen by %DOCTOR_NAME% today.', ['%DOCTOR_NAME%']],
  ['Grade [___] of 4', ['[___]']],
  ['गुर्दा ___ सेमी है।', ['___']],
  ['50% to 70% stenosis [see figure 3], PI-RADS [4], T1/T2', []],
  ['snake_case and a-b_c', []],
  ['100%RA 20%', []],
] as const)('"%s" leaves %j open', (words, found) => {
  expect(foundBy(unfilledFields(reportOf(words)))).toEqual(found)
})

test.each([
  ['The liver is normal.', '', true],
  ['The liver is normal.', ' ', true],
  ['The liver is normal.', 'Normal.', false],
  ['The liver is normal.\nImpression: normal study.', '', false],
  ['The liver is normal.\nIMPRESSION\nNormal study.', '', false],
  ['The liver is normal.\nImpression:', '', true],
  ['The first impression of the reader was normal.', '', true],
] as const)('findings "%s" with conclusion "%s": empty is %s', (findings, conclusion, isEmpty) => {
  expect(emptyConclusion(reportOf(findings, conclusion))).toHaveLength(isEmpty ? 1 : 0)
})

test.each([
  // Stated.
  ['There is a large right pneumothorax.', ['pneumothorax']],
  ['Type A aortic dissection.', ['aortic dissection']],
  ['Acute subarachnoid haemorrhage.', ['subarachnoid haemorrhage']],
  ['Subdural hematoma on the left.', ['Subdural hematoma']],
  ['Filling defects of pulmonary embolism on both sides.', ['pulmonary embolism']],
  ['Free intraperitoneal air under the diaphragm.', ['Free intraperitoneal air']],
  ['No fracture, but a small pneumothorax.', ['pneumothorax']],
  ['No significant change in the pneumothorax.', ['pneumothorax']],
  ['A small pneumothorax cannot be excluded.', ['pneumothorax']],
  ['Compared with the prior CT there is a new haemorrhage.', ['haemorrhage']],
  ['Compared with prior CT haemorrhage is larger.', ['haemorrhage']],
  ['Midline shift of 6 mm.', ['Midline shift']],
  ['Acute infarct in the left MCA territory.', ['Acute infarct']],
  // Denied, past, or named for something else.
  ['No pneumothorax.', []],
  ['No evidence of pneumothorax, effusion or haemorrhage.', []],
  ['There is no pleural effusion or pneumothorax on either side.', []],
  ['Negative for pulmonary embolism.', []],
  ['Pneumothorax is not seen.', []],
  ['The pneumothorax has resolved.', []],
  ['Without midline shift.', []],
  ['Aortic dissection is ruled out.', []],
  ['Resolved pneumothorax.', []],
  ['Old haemorrhage in the left thalamus.', []],
  ['Haemorrhagic cyst.', []],
  ['Status after axillary lymph node dissection.', []],
  ['Neck dissection on the left.', []],
  ['Disc herniation at L4/L5.', []],
  ['न्यूमोथोरैक्स है।', []],
] as const)('"%s" states %j', (words, found) => {
  const stated = foundBy(criticalWithoutTag(reportOf(words)))
  expect(stated.join(' ')).toBe(found.join(' '))
})

test('a study with a critical tag gets no note about critical words', () => {
  expect(criticalWithoutTag(reportOf('Large pneumothorax.', 'x', { hasCriticalTag: true }))).toEqual([])
})

test.each(['', '<p></p>', '<p> </p><p><br></p>'])(
  'a report whose description is "%s" raises a question',
  (empty) => {
    const report = reportOf('x', 'Normal study.')
    const rules = checkBeforeSigning({ ...report, text: { ...report.text, report_data: empty } })
    expect(rules.map(({ rule }) => rule)).toEqual(['empty_description'])
  },
)

test('all rules report together, and a clean report raises nothing', () => {
  const poor = reportOf('Pneumothorax on the right. The uterus measures ___ cm.', '', { sex: 'M' })
  expect(checkBeforeSigning(poor).map(({ rule }) => rule)).toEqual([
    'organ_against_sex',
    'unfilled_field',
    'empty_conclusion',
    'critical_without_tag',
  ])
  expect(checkBeforeSigning(reportOf('The liver is normal.', 'Normal study.', { sex: 'M' }))).toEqual([])
})

test('each sentence is quoted alone, also from a table, a list and after an abbreviation', () => {
  const report = {
    text: {
      report_data:
        '<ul><li>Liver is normal.</li><li>Size approx. ___ cm. Clear.</li></ul><table><tbody><tr><td>Kidney</td><td>[ ]</td></tr></tbody></table>',
      conclusion: '<p>Normal</p>',
      recommendation: '<p>See {clinic}</p>',
    },
    sex: '',
    hasCriticalTag: false,
  }
  expect(unfilledFields(report).flatMap(({ sentences }) => sentences)).toEqual([
    { part: 'report_data', text: 'Size approx. ___ cm.' },
    { part: 'report_data', text: 'Kidney\t[ ]' },
    { part: 'recommendation', text: 'See {clinic}' },
  ])
})
