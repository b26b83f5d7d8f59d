import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  canAutosave,
  canVerify,
  isSigned,
  isUnwritten,
  REPORT_STATUS_TABLE,
  REPORT_STATUSES,
  SAVE_STATUSES,
  statusAfterSave,
  studyStatusOf,
} from '#domain/status/report-status.ts'

const status = fc.constantFrom(...REPORT_STATUSES)

test('names and colours are those of the spec', () => {
  const shown = REPORT_STATUSES.map((one) => [
    REPORT_STATUS_TABLE[one].label,
    REPORT_STATUS_TABLE[one].colour,
  ])
  expect(shown).toEqual([
    ['Pending', 'orange'],
    ['Draft', 'orange'],
    ['Ready for Sign', 'violet'],
    ['Signed', 'blue'],
    ['Verified', 'green'],
  ])
})

test('no save changes a signed or verified text', () => {
  for (const current of REPORT_STATUSES.filter(isSigned))
    for (const asked of SAVE_STATUSES) expect(statusAfterSave(current, asked, true)).toBeUndefined()
})

test.each([
  ['Pending', false, 'Pending'],
  ['Pending', true, 'Draft'],
  ['Draft', false, 'Draft'],
  ['Draft', true, 'Draft'],
  ['ReadyForSign', true, 'ReadyForSign'],
] as const)('an autosave of a %s report with text: %s leaves it %s', (current, hasText, after) => {
  expect(statusAfterSave(current, 'Auto', hasText)).toBe(after)
})

test('every accepted save follows the table of transitions or changes nothing', () => {
  fc.assert(
    fc.property(status, fc.constantFrom(...SAVE_STATUSES), fc.boolean(), (current, asked, hasText) => {
      const after = statusAfterSave(current, asked, hasText)
      if (after === undefined || after === current) return
      expect(REPORT_STATUS_TABLE[current].next).toContain(after)
    }),
  )
})

test('the status of a study is that of its least advanced report, in any order', () => {
  fc.assert(
    fc.property(fc.array(status, { minLength: 1, maxLength: 5 }), (reports) => {
      const least = REPORT_STATUSES.find((one) => reports.includes(one))
      expect(studyStatusOf(reports)).toBe(least)
      expect(studyStatusOf(reports.toReversed())).toBe(least)
    }),
  )
  expect(studyStatusOf([])).toBe('Pending')
})

test('the allowed actions at each status', () => {
  expect(REPORT_STATUSES.filter(canAutosave)).toEqual(['Pending', 'Draft'])
  expect(REPORT_STATUSES.filter(canVerify)).toEqual(['Signed'])
  expect(REPORT_STATUSES.filter(isUnwritten)).toEqual(['Pending'])
  expect(REPORT_STATUSES.filter(isSigned)).toEqual(['Signed', 'Verified'])
})
