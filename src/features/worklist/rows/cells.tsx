import { Tooltip } from '@mantine/core'
import {
  IconAlertTriangle,
  IconDeviceLaptop,
  IconFlag3,
  IconFlag3Filled,
  IconPencil,
  IconPhotoOff,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { Writer } from '#contract/calls/writers.ts'
import { isAiCriticalOpen } from '#domain/study/critical-rules.ts'
import { formatDate, formatShortDateTime, formatTime } from '#domain/time/formats.ts'
import { useActivation } from '#src/parts/activate-study/use-activation.ts'
import { reservationTime, reservationWords } from '#src/parts/reservation/words.ts'
import { branchZone } from '#src/sync/session/branch-zone.ts'
import type { StudyListRow } from '#src/sync/studies/use-study-list.ts'
import { useWritersOf } from '#src/sync/studies/writers.ts'
import { StatusBadge } from '#src/ui/badges/StatusBadge.tsx'
import { WORKLIST_WORDS as WORDS } from '../words.ts'
import classes from '../worklist.module.css'

export interface CellProps {
  row: StudyListRow
}

/**
 * A first line to read and a second one to identify. The parent truncates both: a truncating box for each
 * line slows down scrolling.
 */
function TwoLines({ first, second }: { first: ReactNode; second: ReactNode }) {
  return (
    <>
      <span>{first}</span>
      <br />
      <span className={classes.second}>{second}</span>
    </>
  )
}

const joined = (...parts: (string | undefined)[]) => parts.filter(Boolean).join(' · ')

export function StatusCell({ row }: CellProps) {
  const badge = <StatusBadge status={row.status} />
  if (!row.onDevice) return badge
  const words = row.isUnfiled ? WORDS.notFiled : WORDS.onDevice
  return (
    <span className={classes.status}>
      {badge}
      {row.isUnfiled && <span className={classes.second}>{WORDS.notFiledShort}</span>}
      <Tooltip label={words}>
        <IconDeviceLaptop size={16} role="img" aria-label={words} className={classes.onDevice} />
      </Tooltip>
    </span>
  )
}

/** The client chooses a tag's colour; it is shown next to the word and never behind it. */
export function TagCell({ row }: CellProps) {
  const { tag, tag_color, tag_critical, tag_color_critical } = row
  const ai = isAiCriticalOpen(row) && (
    <span className={classes.tag}>
      <IconFlag3 size={13} aria-hidden />
      <span title={WORDS.aiCriticalHint}>{WORDS.aiCritical}</span>
    </span>
  )
  const critical = tag_critical !== '' && (
    <span className={classes.tag}>
      <IconFlag3Filled size={13} aria-hidden style={{ color: tag_color_critical }} />
      <span title={tag_critical}>{tag_critical}</span>
    </span>
  )
  const plain = tag !== '' && (
    <span className={classes.tag}>
      <span className={classes.tagDot} aria-hidden style={{ background: tag_color }} />
      <span title={tag}>{tag}</span>
    </span>
  )
  const gone = row.missing_at_source_since && (
    <span className={classes.tag}>
      <IconPhotoOff size={13} aria-hidden />
      <span title={WORDS.goneHint}>{WORDS.gone}</span>
    </span>
  )
  const changed = (row.source_changed?.length ?? 0) > 0 && (
    <span className={classes.tag}>
      <IconAlertTriangle size={13} aria-hidden />
      <span title={WORDS.changedHint}>{WORDS.changed}</span>
    </span>
  )
  return (
    <>
      {gone}
      {changed}
      {ai}
      {critical}
      {plain}
    </>
  )
}

/**
 * The name, with age, the letter of the sex, and id below; a narrow list truncates the id and never the age.
 * `name` may be a link.
 */
export function PatientCell({ row, name }: CellProps & { name?: ReactNode }) {
  return (
    <TwoLines
      first={name ?? (row.pat_name || WORDS.nameless)}
      second={joined(`${row.pat_age} ${row.pat_sex.charAt(0)}`.trim(), row.pat_id || WORDS.noId)}
    />
  )
}

export function StudyCell({ row }: CellProps) {
  return (
    <TwoLines
      first={joined(row.modality, row.study_desc || WORDS.noDescription)}
      second={joined(
        row.accession_no || WORDS.noAccession,
        row.no_of_img > 0 ? WORDS.images(row.no_of_img) : undefined,
      )}
    />
  )
}

/** For lists without a column for the time of arrival. */
export function CompactStudyCell({ row }: CellProps) {
  return (
    <TwoLines
      first={joined(row.modality, row.study_desc || WORDS.noDescription)}
      second={joined(
        row.accession_no || WORDS.noAccession,
        formatShortDateTime(new Date(row.received_datetime), branchZone(row.branch_id)),
      )}
    />
  )
}

/** The assigned doctor, and who is writing the report right now. */
export function AssignedCell({ row }: CellProps) {
  const { assigned_doctor: writes, signed_by_doctor: signs } = row
  const readers = useWritersOf(row.study_id)
  if (readers.length > 0)
    return (
      <TwoLines
        first={writes || signs || WORDS.unassigned}
        second={<ReadingNow readers={readers} zone={branchZone(row.branch_id)} />}
      />
    )
  if (writes === '' && signs === '') return <span className={classes.dim}>{WORDS.unassigned}</span>
  if (writes === '' || signs === '' || writes === signs) return <span>{writes || signs}</span>
  return <TwoLines first={writes} second={WORDS.signs(signs)} />
}

function ReadingNow({ readers, zone }: { readers: readonly Writer[]; zone: string }) {
  const title = readers.map((reader) => reservationWords(reader, zone)).join('; ')
  const names = readers.map(({ name, since }) => WORDS.readSince(name, reservationTime(since, zone)))
  return (
    <span className={classes.writing} title={title}>
      <IconPencil size={12} role="img" aria-label={WORDS.readingNow} /> {names.join('; ')}
    </span>
  )
}

/** Whether the patient sees the study in the portal. */
export function PortalCell({ row }: CellProps) {
  const active = useActivation(row)
  return (
    <span className={classes.tag}>
      <span className={classes.tagDot} aria-hidden data-active={active === 1 || undefined} />
      {WORDS.portal[active]}
    </span>
  )
}

export function ReceivedCell({ row }: CellProps) {
  const received = new Date(row.received_datetime)
  const zone = branchZone(row.branch_id)
  return <TwoLines first={formatDate(received, zone)} second={formatTime(received, zone)} />
}
