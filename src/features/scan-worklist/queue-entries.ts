import type { ExamItem } from '#contract/calls/exam-queue.ts'
import type { VisitRow } from '#contract/calls/visit-records.ts'
import { examItemsOf, inQueueOrder, panelOf } from '#domain/queue/exam-items.ts'
import { EXAM_STATUSES, type ExamStatus, isScanOpen } from '#domain/status/service-status.ts'

/** An examination for the screen. */
export interface QueueEntry extends ExamItem {
  /** When the waiting began; undefined if only the server has the visit. */
  waitsSince?: string
  /** Whether the server does not have this device's changes yet. */
  isWaiting: boolean
  /** The visit, if this device has it. */
  visit?: VisitRow
}

/** A card of the screen: a machine with its four panels. */
export interface MachineQueue {
  id: string
  name: string
  panels: Record<ExamStatus, QueueEntry[]>
}

/** Returns the examinations of visits on this device. */
export function entriesOf(visits: readonly (VisitRow & { isWaiting: boolean })[]): QueueEntry[] {
  return visits.flatMap((visit) =>
    examItemsOf(visit).map((exam) => ({
      ...exam,
      waitsSince: visit.started_on ?? visit.start_dt,
      isWaiting: visit.isWaiting,
      visit,
    })),
  )
}

/** Returns the machines of a department with their examinations; those without a machine are on a separate card. */
export function machineQueues(
  machines: readonly { id: string; name: string }[],
  entries: readonly QueueEntry[],
  noMachine: string,
): MachineQueue[] {
  const known = new Set(machines.map(({ id }) => id))
  const homeless = entries.filter(({ machine_id }) => machine_id === null || !known.has(machine_id))
  return [
    ...machines.map(({ id, name }) => ({
      id,
      name,
      panels: panelsOf(entries.filter(({ machine_id }) => machine_id === id)),
    })),
    ...(homeless.length > 0 ? [{ id: 'none', name: noMachine, panels: panelsOf(homeless) }] : []),
  ]
}

/** Returns how many of these are waiting for a scan or being scanned. */
export const countToDo = (entries: readonly QueueEntry[]): number =>
  entries.filter(({ status }) => isScanOpen(status)).length

function panelsOf(entries: readonly QueueEntry[]): Record<ExamStatus, QueueEntry[]> {
  const inOrder = entries.toSorted(inQueueOrder)
  return Object.fromEntries(
    EXAM_STATUSES.map((status) => [status, inOrder.filter((entry) => panelOf(entry.status) === status)]),
  ) as Record<ExamStatus, QueueEntry[]>
}
