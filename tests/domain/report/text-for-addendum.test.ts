import { expect, test } from 'vitest'
import { parseMarkup } from '#domain/report/markup.ts'
import { textForAddendum } from '#domain/report/text-for-addendum.ts'

const signed = { report_data: '<p>Liver normal.</p>', conclusion: '<p>Normal.</p>', recommendation: '' }

test('an addendum lists the differing parts, each under its name', () => {
  const mine = {
    report_data: '<p>Liver cyst.</p>',
    conclusion: '<p>Normal.</p>',
    recommendation: '<p>MR.</p>',
  }
  const html = textForAddendum(mine, signed)
  expect(html).toBe(
    '<p><strong>Description</strong></p><p>Liver cyst.</p><p><strong>Recommendation</strong></p><p>MR.</p>',
  )
  expect(parseMarkup(html)).toMatchObject({ ok: true })
})

test('equal texts, or none, need no addendum', () => {
  expect(textForAddendum(signed, signed)).toBe('')
  expect(textForAddendum({ ...signed, conclusion: '<p></p>' }, signed)).toBe('')
})
