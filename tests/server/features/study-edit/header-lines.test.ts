import { expect, test } from 'vitest'
import { headerLines } from '#server/features/study-edit/header-lines.ts'

const lineOf = (tag: string, value: string) =>
  headerLines({ [tag]: { vr: 'XX', Value: [value] } }, '2026-11-25')[0]?.value

test.each([
  ['00100030', '1984', '1984 (a year, without month and day)'],
  ['00100030', '19840000', '19840000 (a year, without month and day)'],
  ['00100030', '198403', '198403 (a month, without the day)'],
  ['00100030', '19840300', '19840300 (a month, without the day)'],
  ['00100030', '19840310', '19840310'],
  ['00100030', '19841399', '19841399 (is not a day of the calendar)'],
  ['00101010', '045Y', '045Y (45 years at the examination)'],
  ['00101010', '001M', '001M (1 month at the examination)'],
  ['00101010', 'old', 'old'],
  ['00081030', 'SchÃ¤del', 'SchÃ¤del (is UTF-8 that was declared as something else: Schädel)'],
  ['00081030', 'Schädel', 'Schädel'],
])('%s %s', (tag, value, shown) => {
  expect(lineOf(tag, value)).toBe(shown)
})
