import { NativeSelect, NavLink } from '@mantine/core'
import type { DepartmentRecord } from '#contract/masters/department.ts'
import classes from './scheduler.module.css'
import { SCHEDULER_WORDS as WORDS } from './words.ts'

export interface DepartmentListProps {
  departments: readonly DepartmentRecord[]
  value: string | undefined
  onChange: (departmentId: string) => void
}

/** The departments of the branch next to the calendar; on narrow screens a drop-down list. */
export function DepartmentList({ departments, value, onChange }: DepartmentListProps) {
  return (
    <>
      <nav className={classes.departments} aria-label={WORDS.departments}>
        {departments.map(({ id, name }) => (
          <NavLink
            key={id}
            component="button"
            type="button"
            label={name}
            active={id === value}
            aria-current={id === value ? 'true' : undefined}
            onClick={() => onChange(id)}
          />
        ))}
      </nav>
      <NativeSelect
        className={classes.departmentSelect}
        aria-label={WORDS.departments}
        data={departments.map(({ id, name }) => ({ value: id, label: name }))}
        value={value ?? ''}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    </>
  )
}
