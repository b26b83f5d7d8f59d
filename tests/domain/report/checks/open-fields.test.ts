import fc from 'fast-check'
import { expect, test } from 'vitest'
import { checkBeforeSigning } from '#domain/report/checks/check-before-signing.ts'
import { openFields, refuseOpenFields } from '#domain/report/checks/open-fields.ts'
import { unfilledFields } from '#domain/report/checks/unfilled-fields.ts'
import { reportOf } from './labelled.ts'

const textOf = (findings: string, conclusion = '') => reportOf(findings, conclusion).text

test('open fields are told by part and in the order of the parts, and named once each', () => {
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

test('a report without fields may be signed, whatever other brackets stand in it', () => {
  expect(
    refuseOpenFields(openFields(textOf('PI-RADS [4], [left/right], [[Side: left]], [[]]'))),
  ).toBeUndefined()
})

test('brackets that read as no field are pointed out before signing; a field is not, for it stops the signature', () => {
  expect(unfilledFields(reportOf('Of [[Side: left]] and [[ ]].')).flatMap(({ found }) => found)).toEqual([
    '[[Side: left]]',
    '[[ ]]',
  ])
  expect(checkBeforeSigning(reportOf('A [[Side: left/right | both]] nodule.'))).toEqual([])
})

test('a text is refused exactly as long as one of its fields stands open', () => {
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
