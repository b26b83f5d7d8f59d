import fc from 'fast-check'
import { expect, test } from 'vitest'
import { checkBeforeSigning } from '#domain/report/checks/check-before-signing.ts'
import { openFields, refuseOpenFields } from '#domain/report/checks/open-fields.ts'
import { unfilledFields } from '#domain/report/checks/unfilled-fields.ts'
import { reportOf } from './labelled.ts'

const textOf = (findings: string, conclusion = '') => reportOf(findings, conclusion).text

test('open fields are listed by part in the order of the parts, and each is named once', () => {
  const fields = openFields(
    textOf('Nodule of [[Size of the nodule: number mm 3..11]], [[Side: left | right]].', 'Stable [[Side]].'),
  )
  expect(fields).toEqual([
    { part: 'report_data', label: 'Size of the nodule' },
    { part: 'report_data', label: 'Side' },
    { part: 'conclusion', label: 'Side' },
  ])
  expect(refuseOpenFields(fields)).toBe('Fill these fields before signing: Size of the nodule, Side.')
})

test('a report without fields may be signed, with any other brackets', () => {
  expect(
    refuseOpenFields(openFields(textOf('PI-RADS [4], [left/right], [[Side: left]], [[]]'))),
  ).toBeUndefined()
})

test('brackets that form no field raise a warning before signing; a field does not, because it blocks the signature', () => {
  expect(unfilledFields(reportOf('Of [[Side: left]] and [[ ]].')).flatMap(({ found }) => found)).toEqual([
    '[[Side: left]]',
    '[[ ]]',
  ])
  expect(checkBeforeSigning(reportOf('A [[Side: left/right | both]] nodule.'))).toEqual([])
})

test('a text is refused exactly while one of its fields is open', () => {
  const label = fc.stringMatching(/^[A-Z][a-z]{0,8}$/)
  fc.assert(
    fc.property(fc.array(fc.tuple(label, fc.boolean()), { maxLength: 6 }), (fields) => {
      const text = textOf(
        fields.map(([name, isFilled]) => (isFilled ? 'filled' : `[[${name}]]`)).join(' and '),
      )
      const open = fields.filter(([, isFilled]) => !isFilled).map(([name]) => name)
      expect(openFields(text).map((one) => one.label)).toEqual(open)
      expect(refuseOpenFields(openFields(text)) === undefined).toBe(open.length === 0)
    }),
  )
})
