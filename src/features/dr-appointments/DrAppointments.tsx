import { Alert } from '@mantine/core'
import { useState } from 'react'
import { isClinicDoctor } from '#domain/access/rules.ts'
import { BranchField, DayField } from '#src/parts/branches/BranchDayFields.tsx'
import { NoBranch } from '#src/parts/branches/NoBranch.tsx'
import { useBranchDay } from '#src/parts/branches/use-branch-day.ts'
import { usePapersAhead } from '#src/parts/papers/use-paper-context.ts'
import { usePrescriber } from '#src/parts/visit-panel/clinical/use-prescriber.ts'
import { usePeople } from '#src/sync/desk/use-people.ts'
import { useLink } from '#src/sync/link/use-link.ts'
import { refreshCopies } from '#src/sync/masters/use-masters.ts'
import { useSession } from '#src/sync/session/session.ts'
import { lazyPart } from '#src/ui/lazy-part.tsx'
import { RefreshButton } from '#src/ui/list/RefreshButton.tsx'
import { ErrorNote } from '#src/ui/notes/ErrorNote.tsx'
import { SkeletonRows } from '#src/ui/notes/SkeletonRows.tsx'
import { PageHeader } from '#src/ui/PageHeader.tsx'
import { BoardColumns } from './BoardColumns.tsx'
import { DoctorSelect } from './DoctorSelect.tsx'
import { type Board, useBoard } from './use-board.ts'
import { BOARD_WORDS as WORDS } from './words.ts'

const VisitPanel = lazyPart(async () => ({
  default: (await import('#src/parts/visit-panel/VisitPanel.tsx')).VisitPanel,
}))

/** The clinic doctors' board: next, completed and all patients of the day (docs/visits.md#doctors-board). */
export default function DrAppointments() {
  const { online } = useLink()
  const [opened, setOpened] = useState<string>()
  const branchDay = useBoardDay()
  const board = useBoard({ ...branchDay, isOnline: online })
  usePapersAhead(branchDay.branchId)
  usePrescriber()
  if (branchDay.branchId === '') return <NoBranch />
  return (
    <>
      <PageHeader title={WORDS.title} subtitle={online ? undefined : WORDS.fromDevice}>
        <BranchField branchDay={branchDay} />
        <DoctorSelect {...branchDay} onDoctor={(id) => branchDay.set('doctor', id)} />
        <DayField branchDay={branchDay} label={WORDS.date} />
        <RefreshButton onRefresh={refreshCopies} />
      </PageHeader>
      <BoardNotes board={board} />
      {board.items && <BoardColumns items={board.items} zone={branchDay.zone} onOpen={setOpened} />}
      {opened !== undefined && (
        <>
          <VisitPanel visitId={opened} onClose={() => setOpened(undefined)} />
        </>
      )}
    </>
  )
}

function BoardNotes({ board: { items, error, isOutOfReach } }: { board: Board }) {
  if (error) return <ErrorNote title={WORDS.unread} message={error.message} />
  if (isOutOfReach)
    return (
      <Alert color="orange" title={WORDS.offlineDay}>
        {WORDS.offlineDayHint}
      </Alert>
    )
  return items ? null : <SkeletonRows rows={8} height={44} />
}

/** Returns the branch, doctor and day of the board from the address, limited to what the person may see. */
function useBoardDay() {
  const session = useSession()
  const branchDay = useBranchDay<'doctor'>('date')
  const { branch, params } = branchDay
  const { people } = usePeople()
  const isLocked = session !== undefined && isClinicDoctor(session)
  const doctors = people.filter(
    (one) => one.is_clinic_doctor === 1 && one.status === 1 && worksAt(one, branch?.id),
  )
  const own = session && { id: session.user_id, name: session.name }
  const known = doctors.find(({ id }) => id === params.get('doctor'))
  return {
    ...branchDay,
    branchId: branch?.id ?? '',
    // The list always contains the clinic doctor, even if this device's directory does not.
    doctors: isLocked && own ? [own] : doctors,
    doctorId: isLocked && own ? own.id : (known?.id ?? ''),
    isLocked,
  }
}

const worksAt = (
  { branch_ids = [] }: { branch_ids?: readonly string[] | undefined },
  branchId: string | undefined,
) => branchId !== undefined && branch_ids.includes(branchId)
