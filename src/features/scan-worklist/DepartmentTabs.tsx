import { Badge, Tabs } from '@mantine/core'
import { useMemo } from 'react'
import { useMasters } from '#src/sync/masters/use-masters.ts'
import { EmptyState } from '#src/ui/notes/EmptyState.tsx'
import { SkeletonRows } from '#src/ui/notes/SkeletonRows.tsx'
import { MachineCard } from './MachineCard.tsx'
import { countToDo, machineQueues, type QueueEntry } from './queue-entries.ts'
import classes from './scan-worklist.module.css'
import { QUEUE_WORDS as WORDS } from './words.ts'

export interface DepartmentTabsProps {
  branchId: string
  zone: string
  entries: readonly QueueEntry[]
  departmentId: string | undefined
  onDepartment: (id: string) => void
  onOpenVisit: (visitId: string) => void
}

/** A tab for each radiology department with its number of open examinations, and a card for each of its machines. */
export function DepartmentTabs(props: DepartmentTabsProps) {
  const { branchId, zone, entries, departmentId, onDepartment, onOpenVisit } = props
  const ofDepartments = useMasters('department', { isradiology: 1, status: 1 })
  const ofMachines = useMasters('machine', { branch_id: branchId, status: 1 })
  const [departments, machines] = [ofDepartments.rows, ofMachines.rows]
  const shown = useMemo(
    () =>
      departments.filter(
        ({ id }) =>
          machines.some(({ department_id }) => department_id === id) ||
          entries.some(({ department_id }) => department_id === id),
      ),
    [departments, machines, entries],
  )
  const busiest = shown.find(({ id }) => countToDo(ofDepartment(entries, id)) > 0) ?? shown[0]
  const current = shown.find(({ id }) => id === departmentId) ?? busiest
  const queues = useMemo(
    () =>
      current
        ? machineQueues(
            machines
              .filter(({ department_id }) => department_id === current.id)
              .toSorted((a, b) => (a.disp_odr ?? 0) - (b.disp_odr ?? 0)),
            ofDepartment(entries, current.id),
            WORDS.noMachine,
          )
        : [],
    [machines, entries, current],
  )
  // While the masters are loading, a missing machine cannot be reported.
  if (!current && (ofDepartments.isLoading || ofMachines.isLoading)) return <SkeletonRows rows={8} />
  if (!current) return <EmptyState title={WORDS.noDepartments} hint={WORDS.noDepartmentsHint} />
  return (
    <Tabs value={current.id} onChange={(id) => id && onDepartment(id)} keepMounted={false}>
      <Tabs.List aria-label={WORDS.departments} className={classes.tabs}>
        {shown.map(({ id, name }) => (
          <DepartmentTab key={id} id={id} name={name} count={countToDo(ofDepartment(entries, id))} />
        ))}
      </Tabs.List>
      <Tabs.Panel value={current.id} className={classes.machines}>
        {queues.map((queue) => (
          <MachineCard key={queue.id} queue={queue} zone={zone} all={entries} onOpenVisit={onOpenVisit} />
        ))}
      </Tabs.Panel>
    </Tabs>
  )
}

const ofDepartment = (entries: readonly QueueEntry[], id: string) =>
  entries.filter(({ department_id }) => department_id === id)

function DepartmentTab({ id, name, count }: { id: string; name: string; count: number }) {
  return (
    <Tabs.Tab
      value={id}
      rightSection={
        <Badge
          size="sm"
          circle={count < 10}
          variant={count > 0 ? 'light' : 'default'}
          className="tabular"
          title={WORDS.toDo(count)}
        >
          {count}
        </Badge>
      }
    >
      {name}
    </Tabs.Tab>
  )
}
