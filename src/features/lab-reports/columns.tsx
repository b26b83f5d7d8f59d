import { Tooltip } from '@mantine/core'
import type { LabReportRow } from '#contract/calls/lab-reports.ts'
import { formatDateTime } from '#domain/time/formats.ts'
import { branchZone } from '#src/sync/session/branch-zone.ts'
import type { GridColumn } from '#src/ui/grid/grid-column.ts'
import list from '#src/ui/list/list.module.css'
import { TwoLines } from '#src/ui/list/TwoLines.tsx'
import classes from './lab-reports.module.css'
import { LAB_WORDS as WORDS } from './words.ts'

const { columns: NAMES } = WORDS

export const dayAndTime = (instant: string) => formatDateTime(new Date(instant), branchZone())

/** Returns the columns of the list (docs/studies.md#study-lists). */
export function labColumns(isOnline: boolean): readonly GridColumn<LabReportRow>[] {
  return [
    {
      id: 'patient',
      header: NAMES.patient,
      width: 'minmax(150px, 1.3fr)',
      cell: ({ pat_name, pat_id }) => <TwoLines first={pat_name || WORDS.nameless} second={pat_id} />,
    },
    { id: 'age', header: NAMES.age, width: '52px', align: 'end', cell: ageText },
    { id: 'gender', header: NAMES.gender, width: '74px', fromWidth: 720, cell: (row) => row.pat_gender },
    { id: 'visit', header: NAMES.visit, width: 'minmax(96px, 0.6fr)', cell: (row) => row.visit_no },
    { id: 'start', header: NAMES.start, width: '156px', cell: (row) => dayAndTime(row.start_dt) },
    {
      id: 'branch',
      header: NAMES.branch,
      width: 'minmax(110px, 0.8fr)',
      fromWidth: 860,
      cell: (row) => row.branch,
    },
    {
      id: 'reports',
      header: NAMES.reports,
      width: 'minmax(180px, 2fr)',
      cell: (row) => <Reports row={row} isOnline={isOnline} />,
    },
  ]
}

const ageText = ({ pat_age_y: years }: LabReportRow) => (years === null ? WORDS.noAge : WORDS.years(years))

/** A link for each result, named by its subject. */
export function Reports({ row, isOnline }: { row: LabReportRow; isOnline: boolean }) {
  const names = row.report_urls.map((_, i) => row.studies[i] || WORDS.report)
  if (!isOnline)
    return (
      <Tooltip label={WORDS.offlineReport}>
        <span className={list.second}>{names.join(', ')}</span>
      </Tooltip>
    )
  return (
    <span className={classes.links}>
      {row.report_urls.map((url, i) => (
        <a
          key={url}
          href={url}
          target="_blank"
          rel="noopener noreferrer"
          aria-label={WORDS.open(names[i] ?? '')}
        >
          {names[i]}
        </a>
      ))}
    </span>
  )
}
