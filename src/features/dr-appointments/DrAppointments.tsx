import { Alert } from '@mantine/core'
import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { isClinicDoctor } from '#domain/access/rules.ts'
import { findDay } from '#domain/time/zones.ts'
import { NoBranch } from '#src/parts/branches/NoBranch.tsx'
import { usePapersAhead } from '#src/parts/papers/use-paper-context.ts'
import { usePeople } from '#src/sync/desk/use-people.ts'
import { useBranches } from '#src/sync/directory/use-directory.ts'
import { useLink } from '#src/sync/link/use-link.ts'
import { placeZone } from '#src/sync/session/place-zone.ts'
import { useSession } from '#src/sync/session/session.ts'
import { changeParams } from '#src/ui/change-params.ts'
import { ErrorNote } from '#src/ui/ErrorNote.tsx'
import { lazyPart } from '#src/ui/lazy-part.tsx'
import { PageHeader } from '#src/ui/PageHeader.tsx'
import { SkeletonRows } from '#src/ui/SkeletonRows.tsx'
import { useToday } from '#src/ui/use-today.ts'
import { BoardColumns } from './BoardColumns.tsx'
import { BoardFilters } from './BoardFilters.tsx'
import { type Board, useBoard } from './use-board.ts'
import { BOARD_WORDS as WORDS } from './words.ts'

const VisitPanel = lazyPart(async () => ({
  default: (await import('#src/parts/visit-panel/VisitPanel.tsx')).VisitPanel,
}))

/** The clinic doctors' board: next, completed and all patients of the day (docs/visits.md#doctors-board). */
export default function DrAppointments() {
  const { online } = useLink()
  const [opened, setOpened] = useState<string>()
  const place = usePlace()
  const board = useBoard({ ...place, isOnline: online })
  usePapersAhead(place.branchId)
  if (place.branchId === '') return <NoBranch />
  return (
    <>
      <PageHeader title={WORDS.title} subtitle={online ? undefined : WORDS.fromDevice}>
        <BoardFilters
          {...place}
          onBranch={(id) => place.set('branch', id)}
          onDoctor={(id) => place.set('doctor', id)}
          onDay={(day) => place.set('date', day === place.today ? '' : day)}
        />
      </PageHeader>
      <BoardNotes board={board} />
      {board.items && <BoardColumns items={board.items} zone={place.zone} onOpen={setOpened} />}
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
function usePlace() {
  const session = useSession()
  const [params, setParams] = useSearchParams()
  const branches = useBranches()
  const branch = branches.find(({ id }) => id === params.get('branch')) ?? branches[0]
  const { people } = usePeople()
  const isLocked = session !== undefined && isClinicDoctor(session)
  const doctors = people.filter(
    (one) => one.is_clinic_doctor === 1 && one.status === 1 && worksAt(one, branch?.id),
  )
  const own = session && { id: session.user_id, name: session.name }
  const known = doctors.find(({ id }) => id === params.get('doctor'))
  const zone = branch?.time_zone ?? placeZone()
  const today = useToday(zone)
  const asked = params.get('date') ?? ''
  return {
    branches,
    branchId: branch?.id ?? '',
    // The list always contains the clinic doctor, even if this device's directory does not.
    doctors: isLocked && own ? [own] : doctors,
    doctorId: isLocked && own ? own.id : (known?.id ?? ''),
    isLocked,
    zone,
    today,
    day: findDay(asked) ? asked : today,
    set: (name: string, value: string) =>
      setParams((now) => changeParams(now, { [name]: value }), { replace: true }),
  }
}

const worksAt = (
  { branch_ids = [] }: { branch_ids?: readonly string[] | undefined },
  branchId: string | undefined,
) => branchId !== undefined && branch_ids.includes(branchId)
