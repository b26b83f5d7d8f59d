import { Select } from '@mantine/core'
import { useMemo, useState } from 'react'
import type { DepartmentRecord } from '#contract/masters/department.ts'
import { useMasters } from '#src/sync/masters/use-masters.ts'
import { COMMISSION_WORDS as WORDS } from '../words.ts'

/** Returns the branches and departments of the rows, and the current filter. */
export function useRateFilters() {
  const branches = useMasters('branch', { status: 1 }).rows
  const departments: readonly DepartmentRecord[] = useMasters('department', { status: 1 }).rows
  const [branchId, setBranchId] = useState<string | null>(null)
  const [departmentId, setDepartmentId] = useState<string | null>(null)
  const shownBranches = useMemo(
    () => branches.filter(({ id }) => branchId === null || id === branchId),
    [branches, branchId],
  )
  const controls = (
    <>
      <Select
        label={WORDS.branch}
        placeholder={WORDS.allBranches}
        data={branches.map(({ id, name }) => ({ value: id, label: name }))}
        value={branchId}
        onChange={setBranchId}
        clearable
        searchable
      />
      <Select
        label={WORDS.department}
        placeholder={WORDS.allDepartments}
        data={departments.map(({ id, name }) => ({ value: id, label: name }))}
        value={departmentId}
        onChange={setDepartmentId}
        clearable
        searchable
      />
    </>
  )
  return { shownBranches, departments, departmentId, controls }
}

/** Returns a row's key: the branch and the id of the other record. */
export const rateKey = (branchId: string, otherId: string) => `${branchId} ${otherId}`
export const partsOfKey = (key: string): [branchId: string, otherId: string] =>
  key.split(' ') as [string, string]
