import fc from 'fast-check'
import { expect, test } from 'vitest'
import { measuredBefore } from '#domain/report/fields/measured-before.ts'
import type { NumberField } from '#domain/report/fields/template-field.ts'

const SIZE: NumberField = { kind: 'number', label: 'Size of the nodule', unit: 'mm' }
const before = (html: string, field = SIZE) => measuredBefore(field, [html, ''])

test.each([
  ['<p>Size of the nodule: 8 mm.</p>', '8 mm'],
  ['<p>The size of the&nbsp;nodule is about 8,5mm today.</p>', '8,5 mm'],
  ['<p><strong>Size of the nodule</strong> <em>&lt;3</em> mm</p>', '<3 mm'],
  ['<p>Size of the nodule: 8 mm. Size of the nodule 8 mm.</p>', '8 mm'],
  // Two values, another unit, an area, two dimensions, words between, another name: no value is found.
  ['<p>Size of the nodule: 8 mm. Size of the nodule: 9 mm.</p>', undefined],
  ['<p>Size of the nodule: 8 cm</p>', undefined],
  ['<p>Size of the nodule: 8 mm²</p>', undefined],
  ['<p>Size of the nodule: 8 mm x 9 mm</p>', undefined],
  ['<p>Size of the nodule in the lobe 8 mm</p>', undefined],
  ['<p>Oversize of the nodule: 8 mm</p>', undefined],
  ['<p>Size of the nodule:</p><p>8 mm</p>', undefined],
  ['<p>Size of the nodule: [[Size of the nodule: number mm]]</p>', undefined],
  ['', undefined],
] as const)('%s gives %s', (html, value) => {
  expect(before(html)).toBe(value)
})

test('a field without a unit accepts the number alone', () => {
  const count: NumberField = { kind: 'number', label: 'Count (left)', unit: '' }
  expect(before('<p>Count (left): 3, right 4.</p>', count)).toBe('3')
  expect(before('<p>Count (left): 3 mm</p>', count)).toBeUndefined()
})

test('a value after the name is found for any name and text', () => {
  const label = fc
    .stringMatching(/^[A-Za-z(][A-Za-z0-9 ().*+?-]{0,20}[A-Za-z)]$/)
    .map((one) => one.replace(/\s+/g, ' '))
  fc.assert(
    fc.property(label, fc.integer({ min: 0, max: 9_999 }), (name, whole) => {
      const field: NumberField = { kind: 'number', label: name, unit: 'mm' }
      expect(before(`<p>${name}: ${whole / 10} mm</p>`, field)).toBe(`${whole / 10} mm`)
    }),
  )
})
