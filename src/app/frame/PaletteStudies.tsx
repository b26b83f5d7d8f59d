import { useDebouncedValue } from '@mantine/hooks'
import { Spotlight } from '@mantine/spotlight'
import { IconPhotoScan } from '@tabler/icons-react'
import { useEffect } from 'react'
import { useNavigate } from 'react-router-dom'
import type { StudyListInput } from '#contract/calls/studies.ts'
import { canOpen } from '#domain/access/screens.ts'
import type { SessionFields } from '#domain/access/session.ts'
import { REPORT_STATUS_TABLE } from '#domain/status/report-status.ts'
import { type StudyListRow, useStudyList } from '#src/sync/studies/use-study-list.ts'
import { PALETTE_WORDS as PALETTE } from './palette-words.ts'

const SHOWN = 10
const TYPING_PAUSE_MS = 150

export interface PaletteStudiesProps {
  /** The id of the surrounding list. */
  listId: string
  session: SessionFields
  keyword: string
}

/** Studies whose patient, id, accession number or description contains the keyword. */
export function PaletteStudies({ listId, session, keyword }: PaletteStudiesProps) {
  const [settled] = useDebouncedValue(keyword, TYPING_PAUSE_MS)
  const filter: StudyListInput = { flag: 'archives', assigned_type: 'Any', k: settled, p: 1, ps: SHOWN }
  const { rows, from, isLoading } = useStudyList(filter)
  const navigate = useNavigate()
  useEffect(() => {
    if (rows.length > 0) selectFirst(listId)
  }, [listId, rows])
  if (rows.length === 0) return isLoading ? null : <Spotlight.Empty>{PALETTE.nothing}</Spotlight.Empty>
  return (
    <Spotlight.ActionsGroup label={from === 'device' ? PALETTE.onDevice : PALETTE.studies}>
      {rows.map((study) => (
        <Spotlight.Action
          key={study.study_id}
          label={`${study.pat_name} (${study.pat_id})`}
          description={`${study.modality} · ${study.study_desc} · ${study.accession_no} · ${REPORT_STATUS_TABLE[study.status].label}`}
          leftSection={<IconPhotoScan size={18} aria-hidden />}
          onClick={() => void navigate(placeOfStudy(session, study))}
        />
      ))}
    </Spotlight.ActionsGroup>
  )
}

/**
 * The palette selects its first action when the text changes; these rows arrive later, and Enter needs a selected one.
 */
function selectFirst(listId: string): void {
  const list = document.getElementById(listId)
  if (list?.querySelector('[data-selected]') === null)
    list.querySelector('[data-action]')?.setAttribute('data-selected', 'true')
}

/** Report writers go to the report; others to the study itself, whatever period their lists show. */
function placeOfStudy(session: SessionFields, { study_id }: Pick<StudyListRow, 'study_id'>): string {
  const report = `/report/${study_id}`
  return canOpen(session, report) ? report : `/study/${study_id}`
}
