import { Select, Tooltip } from '@mantine/core'
import type { BranchItem } from '#contract/calls/directory.ts'
import { refreshCopies } from '#src/sync/masters/use-masters.ts'
import { DayInput } from '#src/ui/dates/DayInput.tsx'
import { RefreshButton } from '#src/ui/list/RefreshButton.tsx'
import { BOARD_WORDS as WORDS } from './words.ts'

export interface BoardFiltersProps {
  branches: readonly BranchItem[]
  branchId: string
  /** Clinic doctors of the branch. */
  doctors: readonly { id: string; name: string }[]
  /** Empty for all doctors. */
  doctorId: string
  /** True for a clinic doctor, who sees only their own patients. */
  isLocked: boolean
  day: string
  /** The time zone of the branch. */
  zone: string
  onBranch: (id: string) => void
  onDoctor: (id: string) => void
  onDay: (day: string) => void
}

/** Branch, doctor, day and refresh. */
export function BoardFilters(props: BoardFiltersProps) {
  const { branches, branchId, day, zone, onBranch, onDay } = props
  return (
    <>
      <Select
        aria-label={WORDS.branch}
        data={branches.map(({ id, name }) => ({ value: id, label: name }))}
        value={branchId}
        onChange={(id) => id && onBranch(id)}
        allowDeselect={false}
        w={180}
      />
      <DoctorSelect {...props} />
      <DayInput
        aria-label={WORDS.date}
        zone={zone}
        required
        value={day}
        onChange={(next) => next && onDay(next)}
        w={150}
      />
      <RefreshButton onRefresh={refreshCopies} />
    </>
  )
}

function DoctorSelect({ doctors, doctorId, isLocked, onDoctor }: BoardFiltersProps) {
  const named = doctors.map(({ id, name }) => ({ value: id, label: name }))
  return (
    <Tooltip label={WORDS.locked} disabled={!isLocked}>
      <Select
        aria-label={WORDS.doctor}
        aria-description={isLocked ? WORDS.locked : undefined}
        data={isLocked ? named : [{ value: '', label: WORDS.allDoctors }, ...named]}
        value={doctorId}
        onChange={(id) => onDoctor(id ?? '')}
        allowDeselect={false}
        // Not `disabled`, because its tooltip explains why it does not open.
        readOnly={isLocked}
        w={210}
      />
    </Tooltip>
  )
}
