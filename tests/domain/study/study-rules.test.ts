import { expect, test } from 'vitest'
import { isSigned, REPORT_STATUSES } from '#domain/status/report-status.ts'
import { isAeTitle } from '#domain/study/dicom/ae-title.ts'
import { isDateBasis, momentOf } from '#domain/study/lists/date-basis.ts'
import { DUE_FILTERS, isDue } from '#domain/study/lists/due.ts'
import { isSkipReason } from '#domain/study/lists/skip-reasons.ts'
import { canSplitOrDelete } from '#domain/study/study-rules.ts'

test('a study may be deleted or split until one of its reports is signed', () => {
  const unsigned = REPORT_STATUSES.filter((status) => !isSigned(status))
  expect(canSplitOrDelete([])).toBe(true)
  expect(canSplitOrDelete(unsigned)).toBe(true)
  for (const signed of REPORT_STATUSES.filter(isSigned))
    expect(canSplitOrDelete([...unsigned, signed])).toBe(false)
})

test('an overdue study is found by the filters of its lateness, and by none once it is signed', () => {
  const study = { received_datetime: '2026-11-21T08:00:00Z', tat: 60 }
  const dueAt = (now: string, status: (typeof REPORT_STATUSES)[number]) =>
    DUE_FILTERS.filter((due) => isDue({ ...study, status }, due, new Date(now)))
  for (const status of REPORT_STATUSES) {
    const late = isSigned(status) ? [] : ['Overdue', 'UpToTwice']
    expect(dueAt('2026-11-21T10:00:00Z', status)).toEqual(late)
    expect(dueAt('2026-11-21T10:01:00Z', status)).toEqual(isSigned(status) ? [] : ['Overdue', 'OverTwice'])
    expect(dueAt('2026-11-21T09:00:00Z', status)).toEqual(isSigned(status) ? [] : ['InTarget'])
  }
})

test.each([
  ['CT_ROOM 1', true],
  ['A', true],
  ['SIXTEEN LETTERS!', true],
  ['SEVENTEEN LETTERS', false],
  ['    ', false],
  ['', false],
  ['A\\B', false],
  ['CT\n', false],
  ['सीटी', false],
])('the AE title %j: %s', (title, isValid) => {
  expect(isAeTitle(title)).toBe(isValid)
})

test('an unsigned study has no moment of signing, whatever its row contains', () => {
  const study = {
    study_datetime: null,
    received_datetime: '2026-11-21T08:00:00Z',
    signed_on: '2026-11-21T09:00:00Z',
  }
  for (const status of REPORT_STATUSES) {
    const signed = isSigned(status) ? study.signed_on : null
    expect(momentOf({ ...study, status }, 'signed_on')).toBe(signed)
    expect(momentOf({ ...study, status }, 'received_datetime')).toBe(study.received_datetime)
    expect(momentOf({ ...study, status }, 'study_datetime')).toBeNull()
  }
})

test('texts of an address or a row are distinguished from the values of the lists', () => {
  expect(['signed_on', 'study_datetime', 'verified_on', ''].map(isDateBasis)).toEqual([
    true,
    true,
    false,
    false,
  ])
  expect(['poor_images', 'second_opinion', 'tired', '', 1, undefined].map(isSkipReason)).toEqual([
    true,
    true,
    false,
    false,
    false,
    false,
  ])
})
