import { expect, test } from 'vitest'
import { leastNumberOfReports, statusesOfStudy } from '#domain/report/number-of-reports.ts'
import type { ReportStatus } from '#domain/status/report-status.ts'

const report = (report_no: number, status: ReportStatus, report_data = '') => ({
  report_no,
  status,
  report_data,
  conclusion: '',
  recommendation: '',
})

test.each([
  ['no report', [], 1],
  ['an empty one', [report(3, 'Pending')], 1],
  ['one with paragraphs and no word', [report(3, 'Draft', '<p> </p>')], 1],
  ['a draft with words', [report(1, 'Draft', '<p>A</p>'), report(2, 'Draft', '<p>B</p>')], 2],
  ['a signed one above an empty one', [report(4, 'Signed', '<p>A</p>'), report(5, 'Pending')], 4],
])('a study with %s keeps at least its written reports', (_, reports, least) => {
  expect(leastNumberOfReports(reports)).toBe(least)
})

test('reports that nobody began count as Pending, and those above the number do not count', () => {
  const reports = [report(1, 'Signed'), report(3, 'Draft')]
  expect(statusesOfStudy(reports, 2)).toEqual(['Signed', 'Pending'])
  expect(statusesOfStudy(reports, 1)).toEqual(['Signed'])
})
