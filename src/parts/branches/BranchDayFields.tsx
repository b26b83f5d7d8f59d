import { Select } from '@mantine/core'
import { DayInput } from '#src/ui/dates/DayInput.tsx'
import type { BranchDay } from './use-branch-day.ts'
import { BRANCH_WORDS as WORDS } from './words.ts'

/** Chooses the branch of a screen. */
export function BranchField({
  branchDay,
}: {
  branchDay: Pick<BranchDay<never>, 'branches' | 'branch' | 'set'>
}) {
  return (
    <Select
      aria-label={WORDS.branch}
      data={branchDay.branches.map(({ id, name }) => ({ value: id, label: name }))}
      value={branchDay.branch?.id ?? null}
      onChange={(id) => id && branchDay.set('branch', id)}
      allowDeselect={false}
      w={200}
    />
  )
}

export interface DayFieldProps {
  branchDay: Pick<BranchDay<never>, 'zone' | 'today' | 'day' | 'setDay'>
  label: string
  /** True if the screen has nothing of days to come. */
  endsToday?: boolean
}

/** Chooses the day of a screen. */
export function DayField({
  branchDay: { zone, today, day, setDay },
  label,
  endsToday = false,
}: DayFieldProps) {
  return (
    <DayInput
      aria-label={label}
      zone={zone}
      required
      value={day}
      max={endsToday ? today : undefined}
      onChange={(next) => next && setDay(next)}
      w={150}
    />
  )
}
