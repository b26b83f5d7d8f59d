import fc from 'fast-check'
import { expect, test } from 'vitest'
import { brokenFieldRule } from '#domain/report/fields/field-rule.ts'
import {
  brokenInMarkup,
  fieldsInLine,
  fieldsInMarkup,
  linesOfMarkup,
} from '#domain/report/fields/find-fields.ts'
import { readField, type TemplateField, writeField } from '#domain/report/fields/template-field.ts'

test.each([
  ['Side', { kind: 'text', label: 'Side' }],
  ['  Size  of\u00a0the nodule ', { kind: 'text', label: 'Size of the nodule' }],
  ['Side: left | right', { kind: 'choice', label: 'Side', choices: ['left', 'right'] }],
  [
    'Wall:not thickened|thickened, 4 mm',
    { kind: 'choice', label: 'Wall', choices: ['not thickened', 'thickened, 4 mm'] },
  ],
  ['Count: number', { kind: 'number', label: 'Count', unit: '' }],
  ['Size: number mm', { kind: 'number', label: 'Size', unit: 'mm' }],
  ['Size: number mm 3..11', { kind: 'number', label: 'Size', unit: 'mm', range: { low: 3, high: 11 } }],
  ['T: Number 0,5..1.5', { kind: 'number', label: 'T', unit: '', range: { low: 0.5, high: 1.5 } }],
  ['Z: number SD -2..', { kind: 'number', label: 'Z', unit: 'SD', range: { low: -2 } }],
  [
    'eGFR: number mL/min/1.73 m² 60..',
    { kind: 'number', label: 'eGFR', unit: 'mL/min/1.73 m²', range: { low: 60 } },
  ],
  ['PLT: number 10^9/L ..400', { kind: 'number', label: 'PLT', unit: '10^9/L', range: { high: 400 } }],
  ['x'.repeat(80), { kind: 'text', label: 'x'.repeat(80) }],
  [`Size: number ${'m'.repeat(20)}`, { kind: 'number', label: 'Size', unit: 'm'.repeat(20) }],
  ['T: number 5..5', { kind: 'number', label: 'T', unit: '', range: { low: 5, high: 5 } }],
  ['बायाँ', { kind: 'text', label: 'बायाँ' }],
] as const)('[[%s]] is a field', (inside, field) => {
  expect(readField(inside)).toEqual({ ok: true, field })
})

test.each([
  ['', 'no_label'],
  [' … ', 'no_label'],
  [': left | right', 'no_label'],
  ['left | right', 'no_label'],
  ['x'.repeat(81), 'long_label'],
  ['Side:', 'no_kind'],
  ['Side: left', 'one_choice'],
  ['Side: left |', 'empty_choice'],
  ['Side: left | Left', 'same_choice'],
  [`Size: number ${'m'.repeat(21)}`, 'long_unit'],
  ['Size: number millimetres of mercury', 'long_unit'],
  ['Size: number mm 3-11', 'bad_range'],
  ['Size: number mm 3 11', 'bad_range'],
  ['Size: number 3..11 mm', 'bad_range'],
  ['Size: number mm ..', 'bad_range'],
  ['Size: number mm 3..x', 'bad_range'],
  ['Size: number mm 11..3', 'turned_range'],
] as const)('[[%s]] is no field: %s', (inside, problem) => {
  expect(readField(inside)).toEqual({ ok: false, problem })
})

const word = fc
  .stringMatching(/^[A-Za-zäé][A-Za-z0-9 äé,]{0,20}$/)
  .map((text) => text.trim().replace(/\s+/g, ' '))
const bound = fc.integer({ min: -9_999, max: 9_999 }).map((whole) => whole / 10)
const field: fc.Arbitrary<TemplateField> = fc.oneof(
  word.map((label) => ({ kind: 'text' as const, label })),
  fc.record({
    kind: fc.constant('choice' as const),
    label: word,
    choices: fc.uniqueArray(word, { minLength: 2, maxLength: 6, selector: (one) => one.toLowerCase() }),
  }),
  fc
    .tuple(word, fc.constantFrom('', 'mm', 'mm Hg', '%', '10^9/L', 'm²'), fc.option(bound), fc.option(bound))
    .map(([label, unit, one, other]): TemplateField => {
      const [low, high] = one !== null && other !== null && one > other ? [other, one] : [one, other]
      const range = { ...(low !== null && { low }), ...(high !== null && { high }) }
      const base = { kind: 'number' as const, label, unit }
      return low === null && high === null ? base : { ...base, range }
    }),
)

test('a written field reads as the same field', () => {
  fc.assert(
    fc.property(field, (one) => {
      expect(readField(writeField(one).slice(2, -2))).toEqual({ ok: true, field: one })
    }),
  )
})

test('fields are found among any words, each at its place, and nothing else is found', () => {
  const words = fc.string({ maxLength: 12 }).map((text) => text.replace(/[[\]\n\t\ufffc]/g, ''))
  fc.assert(
    fc.property(fc.array(fc.tuple(words, field), { maxLength: 5 }), words, (pairs, end) => {
      const line = pairs.map(([before, one]) => before + writeField(one)).join('') + end
      const found = fieldsInLine(line)
      expect(found.map((one) => one.field)).toEqual(pairs.map(([, one]) => one))
      for (const { field: one, from, to } of found) expect(line.slice(from, to)).toBe(writeField(one))
    }),
  )
})

test('any line is read without an error, and brackets are a field or broken, never both', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom('[', ']', '[[', ']]', 'a', ':', '|', ' ', '.', '3') }),
      (line) => {
        const inMarkup = `<p>${line}</p>`
        const sources = brokenInMarkup(inMarkup).map(({ source }) => source)
        for (const { from, to } of fieldsInLine(line)) expect(sources).not.toContain(line.slice(from, to))
      },
    ),
  )
})

test.each([
  ['<p>Side: [[Side: left | right]], <strong>[[Size]]</strong></p>', ['Side', 'Size']],
  // Formatting that begins inside the brackets, and a line break in the source.
  ['<p>[[Size <em>of</em>\n it]]</p>', ['Size of it']],
  [
    '<ul><li><p>[[A]]</p></li><li>[[B]]</li></ul><table><tbody><tr><td>[[C]]</td></tr></tbody></table>',
    ['A', 'B', 'C'],
  ],
  // A field never crosses the end of a line, a paragraph or a cell.
  ['<p>[[A<br>B]]</p><p>[[C</p><p>D]]</p>', []],
  ['<table><tbody><tr><td>[[A</td><td>B]]</td></tr></tbody></table>', []],
  ['<p>[[a]b]] [x] [ ] [[: x]]</p>', []],
  ['', []],
] as const)('%s holds %j', (html, labels) => {
  expect(fieldsInMarkup(html).map(({ label }) => label)).toEqual(labels)
})

test.each([
  ['<p>[[Side]] and [see 4]</p>', undefined],
  [
    '<p>Of [[Side: left]]</p>',
    'has a field that cannot be read, [[Side: left]]: a list needs two choices or more, parted by |, as in [[Side: left | right]]',
  ],
  [
    '<p>[[Size: number mm 11..3]]</p>',
    'has a field that cannot be read, [[Size: number mm 11..3]]: the normal range begins with its lower end',
  ],
  [
    '<p>[[Side, then more words than anybody would want to read again</p>',
    'has a field that cannot be read, [[Side, then more words than anybody wou…: a field is closed by ]] in the same line and holds no other brackets',
  ],
] as const)('a template with %s: %s', (html, rule) => {
  expect(brokenFieldRule(html)).toBe(rule)
})

test('lines end with their block and at a break, and a picture counts as itself', () => {
  const picture = '<img src="/api/file/0197b2c3-1111-7abc-8def-0123456789ab">'
  expect(linesOfMarkup(`a <b>b</b><p>c<br>d\n e</p>f${picture}<ul><li>g<p>h</p></li></ul>`)).toEqual([
    'a b',
    'c',
    'd e',
    'f\ufffc',
    'g',
    'h',
  ])
  expect(linesOfMarkup('5 < 6')).toEqual(['5 < 6'])
})

test('broken brackets are quoted, and long ones are cut', () => {
  const long = `[[${'x'.repeat(60)}`
  expect(brokenInMarkup(`<p>${long}</p>`)).toEqual([
    { source: `${long.slice(0, 40)}…`, problem: 'not_closed' },
  ])
  expect(brokenInMarkup(`<p>${long.slice(0, 40)}</p>`)).toEqual([
    { source: long.slice(0, 40), problem: 'not_closed' },
  ])
})
