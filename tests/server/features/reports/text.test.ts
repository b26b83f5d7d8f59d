import { expect, test } from 'vitest'
import { AI_TEXT_MARKS } from '#domain/report/ai-text-marks.ts'
import {
  addendumHash,
  demandAllowedMarkup,
  demandDecidedAi,
  demandFilledFields,
  demandNoAi,
  EMPTY_TEXT,
  hasContent,
  signedHash,
  textOf,
} from '#server/features/reports/public/text.ts'

const TEXT = { report_data: '<p>Clear.</p>', conclusion: '<p>Normal.</p>', recommendation: '' }

test('the text of a report is its three parts and nothing else', () => {
  const report = { ...TEXT, id: 'x', rev: 3 }
  expect(textOf(report)).toEqual(TEXT)
  expect(EMPTY_TEXT).toEqual({ report_data: '', conclusion: '', recommendation: '' })
})

test('each part with markup that is not allowed is named, with the reason', () => {
  expect(() => demandAllowedMarkup(TEXT)).not.toThrow()
  expect(() => demandAllowedMarkup({ ...TEXT, conclusion: '<script>x</script>' })).toThrow(
    expect.objectContaining({
      code: 'markup_refused',
      extra: { fields: { conclusion: expect.any(String) } },
    }),
  )
})

test('a text has content if one of its parts has', () => {
  expect(hasContent(EMPTY_TEXT)).toBe(false)
  expect(hasContent({ ...EMPTY_TEXT, report_data: '<p></p>' })).toBe(false)
  for (const part of ['report_data', 'conclusion', 'recommendation'])
    expect(hasContent({ ...EMPTY_TEXT, [part]: '<p>x</p>' })).toBe(true)
})

test('a hash is of the whole text, in hexadecimal', () => {
  expect(signedHash(TEXT)).toMatch(/^[0-9a-f]{64}$/)
  expect(signedHash({ ...TEXT })).toBe(signedHash(TEXT))
  expect(signedHash({ ...TEXT, recommendation: ' ' })).not.toBe(signedHash(TEXT))
})

test('an addendum’s hash is of its text and of the text that it was written for', () => {
  const addendum = { seen_hash: 'a', content: '<p>Later.</p>' }
  expect(addendumHash(addendum)).toMatch(/^[0-9a-f]{64}$/)
  expect(addendumHash({ ...addendum, seen_hash: 'b' })).not.toBe(addendumHash(addendum))
  expect(addendumHash({ ...addendum, content: '<p>Now.</p>' })).not.toBe(addendumHash(addendum))
})

test('a text with an open field of a template is not signed', () => {
  expect(() => demandFilledFields(TEXT)).not.toThrow()
  expect(() => demandFilledFields({ ...TEXT, conclusion: '<p>[[Side: left | right]]</p>' })).toThrow(
    expect.objectContaining({ code: 'refused', message: 'Fill these fields before signing: Side.' }),
  )
})

test('a text with sentences of an AI result that nobody decided about is not signed, and no addendum', () => {
  const marked = `<p>${AI_TEXT_MARKS.begin}</p><p>Nodule.</p><p>${AI_TEXT_MARKS.end}</p>`
  const refused = expect.objectContaining({ code: 'refused', message: expect.stringContaining('AI result') })
  expect(() => demandDecidedAi(TEXT)).not.toThrow()
  expect(() => demandDecidedAi({ ...TEXT, report_data: marked })).toThrow(refused)
  expect(() => demandNoAi('<p>Later.</p>')).not.toThrow()
  expect(() => demandNoAi(marked)).toThrow(refused)
})
