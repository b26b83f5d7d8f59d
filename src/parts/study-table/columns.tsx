import type { ReactNode } from 'react'
import { isAiCriticalOpen } from '#domain/study/critical-rules.ts'
import { type CsvPlace, csvHead, csvRow } from '#domain/study/study-csv.ts'
import type { StudyListRow } from '#src/sync/studies/use-study-list.ts'
import type { GridColumn } from '#src/ui/grid/grid-column.ts'
import { StatusBadge } from '#src/ui/StatusBadge.tsx'
import { TagMark } from '../tags/TagMark.tsx'
import { STUDY_TABLE_WORDS as WORDS } from './words.ts'

/** Tracks of the columns that are wide or narrow, and from which width of the grid the others have room. */
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

/** What is more than a text in its row. */
const CELLS: Record<string, (row: StudyListRow) => ReactNode> = {
  Status: ({ status }) => <StatusBadge status={status} />,
  Tag: (row) => <Tags {...row} />,
}

/** The tags of a study in their colours, the critical one first; before it what an AI company calls critical. */
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

/** The columns of the studies table: those of its CSV file, in its order. */
export function studyTableColumns(place: CsvPlace): readonly GridColumn<StudyListRow>[] {
  // A row's texts are made once for all of its cells.
  const texts = new WeakMap<StudyListRow, readonly string[]>()
  const textsOf = (row: StudyListRow) => {
    const made = texts.get(row) ?? csvRow(row, place)
    texts.set(row, made)
    return made
  }
  return csvHead(false).map((name, i) => ({
    // The grid names its columns in one line of words: an id is one word.
    id: name.replaceAll(' ', '-'),
    header: name,
    width: 'minmax(90px, 1fr)',
    ...TRACKS[name],
    cell: (row) => CELLS[name]?.(row) ?? textsOf(row)[i],
  }))
}
