import type { ReactNode } from 'react'
import { isAiCriticalOpen } from '#domain/study/critical-rules.ts'
import { type CsvOptions, csvHead, csvRow } from '#domain/study/study-csv.ts'
import type { StudyListRow } from '#src/sync/studies/use-study-list.ts'
import { StatusBadge } from '#src/ui/badges/StatusBadge.tsx'
import type { GridColumn } from '#src/ui/grid/grid-column.ts'
import { TagMark } from '../tags/TagMark.tsx'
import { STUDY_TABLE_WORDS as WORDS } from './words.ts'

/** Widths of the wide and narrow columns, and the grid width from which the others are shown. */
const TRACKS: Record<string, { width: string; fromWidth?: number }> = {
  'Patient ID': { width: 'minmax(90px, 0.8fr)' },
  'Patient Name': { width: 'minmax(112px, 1.4fr)' },
  Tag: { width: 'minmax(64px, 0.6fr)', fromWidth: 1080 },
  'Accession No': { width: 'minmax(90px, 0.8fr)', fromWidth: 760 },
  Modality: { width: '64px' },
  'Study Name': { width: 'minmax(118px, 1.4fr)' },
  'Study Date': { width: '84px' },
  TAT: { width: 'minmax(70px, 0.5fr)', fromWidth: 900 },
  'Report Date': { width: '138px', fromWidth: 1080 },
  'Verified Date': { width: '138px', fromWidth: 1420 },
  'Report By': { width: 'minmax(92px, 0.9fr)', fromWidth: 980 },
  Branch: { width: 'minmax(84px, 0.8fr)', fromWidth: 1240 },
  Status: { width: '104px' },
}

/** Cells with more than text. */
const CELLS: Record<string, (row: StudyListRow) => ReactNode> = {
  Status: ({ status }) => <StatusBadge status={status} />,
  Tag: (row) => <Tags {...row} />,
}

/** The tags of a study in their colours, the critical one first; before it a critical AI finding. */
function Tags(row: StudyListRow) {
  const { tag, tag_color, tag_critical, tag_color_critical } = row
  return (
    <>
      {isAiCriticalOpen(row) && <TagMark name={WORDS.aiCritical} color="#c92a2a" isCritical />}
      {tag_critical !== '' && <TagMark name={tag_critical} color={tag_color_critical} isCritical />}
      {tag !== '' && <TagMark name={tag} color={tag_color} />}
    </>
  )
}

/** Returns the columns of the studies table: those of its CSV file, in the same order. */
export function studyTableColumns(options: CsvOptions): readonly GridColumn<StudyListRow>[] {
  // A row's texts are computed once for all its cells.
  const texts = new WeakMap<StudyListRow, readonly string[]>()
  const textsOf = (row: StudyListRow) => {
    const made = texts.get(row) ?? csvRow(row, options)
    texts.set(row, made)
    return made
  }
  return csvHead(false).map((name, i) => ({
    // The grid joins its column ids with spaces, so an id must not contain one.
    id: name.replaceAll(' ', '-'),
    header: name,
    width: 'minmax(90px, 1fr)',
    ...TRACKS[name],
    cell: (row) => CELLS[name]?.(row) ?? textsOf(row)[i],
  }))
}
