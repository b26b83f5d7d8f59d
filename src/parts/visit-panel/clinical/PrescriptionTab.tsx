import { Group, Text } from '@mantine/core'
import { useState } from 'react'
import { clinicalRecordIdOf } from '#domain/clinical/record-id.ts'
import { formatDateTime } from '#domain/time/formats.ts'
import { usePapersAhead } from '#src/parts/papers/use-paper-context.ts'
import { linesOf, linesText } from '#src/sync/clinical/clinical-text.ts'
import type { Shown } from '#src/sync/desk/merged-record.ts'
import { useVisitParts } from '#src/sync/desk/use-visit.ts'
import { useLink } from '#src/sync/link/use-link.ts'
import { branchZone } from '#src/sync/session/branch-zone.ts'
import { useSession } from '#src/sync/session/session.ts'
import { lazyPart } from '#src/ui/lazy-part.tsx'
import { EmptyState } from '#src/ui/notes/EmptyState.tsx'
import { ErrorNote } from '#src/ui/notes/ErrorNote.tsx'
import { SkeletonRows } from '#src/ui/notes/SkeletonRows.tsx'
import { UnreadTextNote } from '#src/ui/notes/UnreadTextNote.tsx'
import { ConflictNote } from './ConflictNote.tsx'
import classes from './clinical.module.css'
import type { ClinicalTabProps } from './NoteTab.tsx'
import { PrescriptionEditor } from './PrescriptionEditor.tsx'
import { PrescriptionRead } from './PrescriptionRead.tsx'
import { PrintButton } from './PrintButton.tsx'
import { RecordHead, RecordProblems } from './RecordHead.tsx'
import { useClinicalWriter } from './use-clinical-writer.ts'
import { usePaused } from './use-paused.ts'
import { usePrescriber } from './use-prescriber.ts'
import { CLINICAL_WORDS as WORDS } from './words.ts'

const PrescriptionPrint = lazyPart(async () => ({
  default: (await import('#src/parts/papers/PrescriptionPrint.tsx')).PrescriptionPrint,
}))

type Prescription = Shown<'prescription'>

/** Prescriptions of a visit: the doctor's own to edit, those of other clinic doctors to read and print. */
export function PrescriptionTab({ visit }: ClinicalTabProps) {
  const session = useSession()
  // Loads the letterhead before the first print, which may be offline.
  usePapersAhead(visit.branch_id)
  const { rows, error } = useVisitParts('prescription', visit.id)
  const [printedId, setPrintedId] = useState<string>()
  const prescriber = usePrescriber()
  const id =
    session?.is_clinic_doctor === 1
      ? clinicalRecordIdOf(visit.id, session.user_id, 'PRESCRIPTION')
      : undefined
  const own = rows?.find((row) => row.id === id)
  const printed = rows?.find((row) => row.id === printedId)
  const { online } = useLink()
  const lacksLicence =
    !online && printed?.id === id && printed?.dr_licence_code === '' && prescriber === undefined
  const others = (rows ?? []).filter((row) => row.id !== id && row.prescriptions.length > 0)
  return (
    <section className={classes.tab} aria-label={WORDS.titles.PRESCRIPTION}>
      <RecordHead kind="PRESCRIPTION" id={id} hasText={own !== undefined} />
      {error && <ErrorNote message={error.message} />}
      {id !== undefined && (
        <OwnPrescription
          key={id}
          id={id}
          visit={visit}
          own={own}
          isRead={rows !== undefined}
          onPrint={setPrintedId}
        />
      )}
      {others.map((row) => (
        <OtherPrescription key={row.id} row={row} onPrint={setPrintedId} />
      ))}
      {id === undefined && rows && others.length === 0 && (
        <EmptyState title={WORDS.noneTitle} hint={WORDS.noneHint} />
      )}
      {printed && (
        <PrescriptionPrint
          visit={visit}
          // One that no server has yet lacks its doctor's licence: this device knows it.
          prescription={printed.id === id ? withPrescriber(printed, prescriber) : printed}
          note={lacksLicence ? WORDS.noLicence : undefined}
          onClose={() => setPrintedId(undefined)}
        />
      )}
    </section>
  )
}

function OtherPrescription({ row, onPrint }: { row: Prescription; onPrint: (id: string) => void }) {
  return (
    <article className={classes.other} aria-label={row.doctor}>
      <Group justify="space-between">
        <Text size="sm" c="dimmed">
          {WORDS.ofOther(row.doctor, formatDateTime(new Date(row.updated), branchZone()))}
        </Text>
        <PrintButton isEmpty={false} onClick={() => onPrint(row.id)} />
      </Group>
      <PrescriptionRead lines={row.prescriptions} />
    </article>
  )
}

interface OwnPrescriptionProps {
  id: string
  visit: Shown<'visit'>
  own: Prescription | undefined
  isRead: boolean
  onPrint: (id: string) => void
}

function OwnPrescription({ id, visit, own, isRead, onPrint }: OwnPrescriptionProps) {
  const stored = own && { rev: own.rev, content: linesText(own.prescriptions), isWaiting: own.isWaiting }
  const place = { id, appt_id: visit.id, kind: 'PRESCRIPTION', stored, isRead } as const
  const paused = usePaused(`clinical:${id}`)
  const writer = useClinicalWriter(place, paused.flush)
  if (writer.unread) return <UnreadTextNote problem={writer.unread.problem} onRetry={writer.unread.retry} />
  if (!writer.text) return <SkeletonRows rows={4} />
  const print = async () => {
    // Save before printing, so that the paper and the record agree.
    await writer.save()
    onPrint(id)
  }
  return (
    <>
      <RecordProblems id={id} kind="PRESCRIPTION" problem={writer.problem} />
      <ConflictNote id={id} kind="PRESCRIPTION" Reader={PrescriptionText} onSettled={writer.adopt} />
      <PrescriptionEditor
        key={writer.text.version}
        begun={linesOf(writer.text.content)}
        onChange={(lines) => paused.later(linesText(lines), writer.write)}
        onPrint={() => void print()}
      />
      <Text size="sm" c="dimmed">
        {WORDS.keeps}
      </Text>
    </>
  )
}

/** A licence that the server filed stays; one that no server has yet is the device's. */
const withPrescriber = (row: Prescription, known: ReturnType<typeof usePrescriber>): Prescription => ({
  ...row,
  ...known,
  dr_licence_code: row.dr_licence_code || (known?.dr_licence_code ?? ''),
})

function PrescriptionText({ content }: { content: string }) {
  return <PrescriptionRead lines={linesOf(content)} />
}
