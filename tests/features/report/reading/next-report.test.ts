import { expect, test } from 'vitest'
import { nextReportNo } from '#src/features/report/reading/next-report.ts'
import { detail, report, study } from '../fixtures.ts'

const of = (count: number, signed: readonly number[]) =>
  detail({
    study: study({ no_of_reports: count }),
    reports: signed.map((report_no) => report({ report_no, status: 'Signed' })),
  })

test('the next report is the one after this that is not signed, then one before it', () => {
  expect(nextReportNo(of(1, []), 1)).toBeUndefined()
  expect(nextReportNo(of(3, []), 1)).toBe(2)
  expect(nextReportNo(of(3, [2]), 1)).toBe(3)
  expect(nextReportNo(of(3, [3]), 2)).toBe(1)
  expect(nextReportNo(of(3, [1, 3]), 2)).toBeUndefined()
})
