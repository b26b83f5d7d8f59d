import { Alert } from '@mantine/core'
import { formatMoment } from '#domain/time/formats.ts'
import { useLink } from '#src/sync/link/use-link.ts'
import type { DetailSource } from '#src/sync/reports/use-report.ts'
import type { ReportDelivery } from '#src/sync/reports/use-report-delivery.ts'
import { READER_ZONE } from '#src/sync/session/branch-zone.ts'
import { useSkipReason } from '#src/sync/studies/use-skip-reason.ts'
import { DeliveryNotes } from './delivery/DeliveryNotes.tsx'
import { RefusedPictures } from './delivery/RefusedPictures.tsx'
import classes from './report.module.css'
import { REPORT_WORDS as WORDS } from './words.ts'
import { type OpenReport, useWriterState } from './writer/use-open-report.ts'

export interface ReportNotesProps {
  open: OpenReport
  delivery: ReportDelivery
  from: DetailSource
  /** Why the text is read-only. */
  readOnlyReason: string | undefined
  /** The two texts shown below have their own messages, so those are not repeated. */
  isComparing: boolean
  isRevising: boolean
  /** Whether an AI result can be shown. */
  hasAiResult: boolean
}

/** Notes to read before typing: the origin of the text, what needs a decision, and what is locked. */
export function ReportNotes({
  open,
  delivery,
  from,
  readOnlyReason,
  isComparing,
  isRevising,
  hasAiResult,
}: ReportNotesProps) {
  const { online } = useLink()
  const isAutosaveOff = useWriterState(open.writer, (state) => state.isAutosaveOff)
  const isAutosavePaused = useWriterState(open.writer, (state) => state.isAutosavePaused)
  const taken = useWriterState(open.writer, (state) => state.taken)
  const skipped = useSkipReason(open.writer.draft().study_id)
  return (
    <div className={classes.notes}>
      <DeliveryNotes writer={open.writer} refused={isComparing ? undefined : refusedItem(delivery)} />
      <RefusedPictures studyId={open.writer.draft().study_id} />
      {readOnlyReason !== undefined && !isComparing && <Note colour="gray">{readOnlyReason}</Note>}
      {open.restoredAt !== undefined && readOnlyReason === undefined && !isComparing && (
        <Note colour="blue">{WORDS.restored(at(new Date(open.restoredAt)))}</Note>
      )}
      {skipped && readOnlyReason === undefined && (
        <Note colour="gray">{WORDS.skippedBefore(WORDS.skipReasons[skipped])}</Note>
      )}
      {taken && <Note colour="orange">{WORDS.changedElsewhere(taken.name, at(taken.at))}</Note>}
      {isRevising && <Note colour="blue">{WORDS.revising}</Note>}
      {hasAiResult && <Note colour="blue">{WORDS.aiReady}</Note>}
      {isAutosavePaused && <Note colour="gray">{WORDS.aiShown}</Note>}
      {isAutosaveOff && <Note colour="gray">{WORDS.noAutosave}</Note>}
      {from === 'device' && <Note colour="gray">{online ? WORDS.fromDevice : WORDS.fromDeviceOffline}</Note>}
    </div>
  )
}

const refusedItem = ({ item }: ReportDelivery) =>
  item?.state === 'needs_you' && !item.isConflict ? item : undefined

const at = (time: Date) => formatMoment(time, new Date(), READER_ZONE)

function Note({ colour, children }: { colour: string; children: string }) {
  return (
    <Alert color={colour} variant="light" py={6} px="sm" role="status">
      {children}
    </Alert>
  )
}
