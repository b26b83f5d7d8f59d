import { Tabs } from '@mantine/core'
import type { ReactNode } from 'react'
import type { ReportDetail } from '#contract/calls/reports.ts'
import { StatusBadge } from '#src/ui/badges/StatusBadge.tsx'
import { isSignatureWaiting } from '#src/workers/pdf-client.ts'
import classes from './report.module.css'
import { REPORT_WORDS as WORDS } from './words.ts'

export interface ReportTabsProps {
  detail: ReportDetail
  reportNo: number
  onChange: (reportNo: number) => void
  /** The open report. */
  children: ReactNode
}

/**
 * One tab for each report of the study, with its name and status (docs/reports.md#editor); no tabs for a
 * single report.
 */
export function ReportTabs({ detail: { study, reports }, reportNo, onChange, children }: ReportTabsProps) {
  if (study.no_of_reports === 1) return children
  const numbers = Array.from({ length: study.no_of_reports }, (_, index) => index + 1)
  return (
    <Tabs
      className={classes.reportTabs}
      value={String(reportNo)}
      onChange={(value) => onChange(Number(value))}
    >
      <Tabs.List aria-label={WORDS.reportsLabel}>
        {numbers.map((no) => {
          const report = reports.find((one) => one.report_no === no)
          return (
            <Tabs.Tab
              key={no}
              value={String(no)}
              rightSection={
                <StatusBadge
                  status={report?.status ?? 'Pending'}
                  isUnfiled={report && isSignatureWaiting(report)}
                  size="sm"
                />
              }
            >
              {WORDS.reportTab(no, report?.report_name ?? '')}
            </Tabs.Tab>
          )
        })}
      </Tabs.List>
      <Tabs.Panel value={String(reportNo)} className={classes.reportPanel}>
        {children}
      </Tabs.Panel>
    </Tabs>
  )
}
