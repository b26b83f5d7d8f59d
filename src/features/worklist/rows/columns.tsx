import { Link } from 'react-router-dom'
import type { StudyListRow } from '#src/sync/studies/use-study-list.ts'
import type { GridColumn } from '#src/ui/grid/grid-column.ts'
import { SelectAllBox } from '#src/ui/grid/SelectBoxes.tsx'
import type { Selection } from '#src/ui/grid/selection.ts'
import { reportPath } from '../acts/row-actions.ts'
import { StudyBox } from '../select/StudyBox.tsx'
import { WORKLIST_WORDS as WORDS } from '../words.ts'
import classes from '../worklist.module.css'
import {
  AssignedCell,
  CompactStudyCell,
  PatientCell,
  PortalCell,
  ReceivedCell,
  StatusCell,
  StudyCell,
  TagCell,
} from './cells.tsx'
import { TatCell } from './TatCell.tsx'

const { columns: NAMES } = WORDS

/** Below this width of the grid, the time of arrival is shown in the study's cell. */
const COMPACT_BELOW = 840

export interface ColumnChoice {
  /** Whether the name links to the editor. */
  isLinked: boolean
  /** Absent if nothing can be selected. */
  selection: Selection | undefined
  isPortal: boolean
}

/** Returns the columns of the study lists (docs/screens.md#looks). */
export function studyColumns({
  isLinked,
  selection,
  isPortal,
}: ColumnChoice): readonly GridColumn<StudyListRow>[] {
  return [
    ...(selection ? [selectColumn(selection)] : []),
    {
      id: 'status',
      header: NAMES.status,
      width: 'minmax(104px, 122px)',
      cell: (row) => <StatusCell row={row} />,
    },
    ...(isPortal ? [PORTAL_COLUMN] : []),
    {
      id: 'priority',
      header: NAMES.tag,
      width: 'minmax(74px, 96px)',
      isSortable: true,
      cell: (row) => <TagCell row={row} />,
    },
    {
      id: 'time_left',
      header: NAMES.tat,
      width: 'minmax(88px, 122px)',
      isSortable: true,
      cell: (row) => <TatCell row={row} />,
    },
    {
      id: 'patient',
      header: NAMES.patient,
      width: 'minmax(118px, 1.2fr)',
      cell: (row) => <PatientCell row={row} name={isLinked ? <PatientLink row={row} /> : undefined} />,
    },
    {
      id: 'study-compact',
      header: NAMES.study,
      width: 'minmax(160px, 1.4fr)',
      belowWidth: COMPACT_BELOW,
      cell: (row) => <CompactStudyCell row={row} />,
    },
    {
      id: 'study',
      header: NAMES.study,
      width: 'minmax(160px, 1.4fr)',
      fromWidth: COMPACT_BELOW,
      cell: (row) => <StudyCell row={row} />,
    },
    {
      id: 'referrer',
      header: NAMES.referrer,
      width: 'minmax(110px, 0.8fr)',
      fromWidth: 1060,
      cell: (row) => row.ref_physician,
    },
    {
      id: 'assigned',
      header: NAMES.assigned,
      width: 'minmax(76px, 0.8fr)',
      cell: (row) => <AssignedCell row={row} />,
    },
    {
      id: 'branch',
      header: NAMES.branch,
      width: 'minmax(90px, 0.6fr)',
      fromWidth: 1320,
      cell: (row) => row.branch,
    },
    {
      id: 'received',
      header: NAMES.received,
      width: '92px',
      fromWidth: COMPACT_BELOW,
      isSortable: true,
      cell: (row) => <ReceivedCell row={row} />,
    },
  ]
}

const PORTAL_COLUMN: GridColumn<StudyListRow> = {
  id: 'portal',
  header: NAMES.portal,
  width: '104px',
  cell: (row) => <PortalCell row={row} />,
}

const selectColumn = (selection: Selection): GridColumn<StudyListRow> => ({
  id: 'select',
  header: NAMES.select,
  heading: <SelectAllBox label={WORDS.select.all} selection={selection} />,
  width: '22px',
  cell: (row) => <StudyBox row={row} selection={selection} />,
})

function PatientLink({ row }: { row: StudyListRow }) {
  return (
    // Rows are navigated with j and k, so the links are not additional Tab stops.
    <Link to={reportPath(row.study_id)} tabIndex={-1} className={classes.link}>
      {row.pat_name || WORDS.nameless}
    </Link>
  )
}
