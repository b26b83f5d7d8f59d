import { array, assert, constantFrom, integer, property } from 'fast-check'
import { expect, test } from 'vitest'
import { countFiled, filedAlone, hasPreview, hasSigned, hasVerified } from '#domain/report/filed.ts'
import { statusesOfStudy } from '#domain/report/number-of-reports.ts'
import { REPORT_STATUSES, type ReportStatus, studyStatusOf } from '#domain/status/report-status.ts'

const study = (statuses: readonly ReportStatus[], noOfReports: number) => {
  const reports = statuses.map((status, index) => ({ report_no: index + 1, status }))
  return { status: studyStatusOf(statusesOfStudy(reports, noOfReports)), ...countFiled(reports) }
}

test('a study with a verified and an empty report is Pending, and its verified report stays', () => {
  const two = study(['Verified'], 2)
  expect(two).toEqual({ status: 'Pending', signed_reports: 1, verified_reports: 1 })
  expect([hasSigned(two), hasVerified(two), hasPreview(two)]).toEqual([true, true, true])
})

test('a copy from before the counts were sent is judged by its status', () => {
  expect(REPORT_STATUSES.map((status) => hasSigned({ status }))).toEqual([false, false, false, true, true])
  expect(REPORT_STATUSES.map((status) => hasVerified({ status }))).toEqual([false, false, false, false, true])
  expect(REPORT_STATUSES.map((status) => hasPreview({ status }))).toEqual([false, true, true, true, true])
})

test('no number of reports removes a signature', () => {
  const reports = array(constantFrom(...REPORT_STATUSES), { minLength: 1, maxLength: 5 })
  assert(
    property(reports, integer({ min: 0, max: 4 }), (statuses, more) => {
      const before = study(statuses, statuses.length)
      const after = study(statuses, Math.min(5, statuses.length + more))
      expect([hasSigned(after), hasVerified(after)]).toEqual([hasSigned(before), hasVerified(before)])
    }),
  )
})

test('drafts leave the centre only while nothing is signed', () => {
  const [draft, signed] = [{ status: 'Draft' }, { status: 'Signed' }] as const
  expect(filedAlone<{ status: ReportStatus }>([draft, signed])).toEqual([signed])
  expect(filedAlone([draft])).toEqual([draft])
})
