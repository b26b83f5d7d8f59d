/** Kinds of work that may wait for a person, most urgent first. */
export const TODO_KINDS = [
  'conflicts',
  'refused',
  'criticals',
  'overdue',
  'to_read',
  'to_sign',
  'drafts',
  'licences',
  'setup',
  'devices',
  'form_f_reports',
  'arriving',
  'unpaid',
  'refunds',
  'requests',
  'consents',
  'queue',
  'unassigned',
] as const
export type TodoKind = (typeof TODO_KINDS)[number]

/** Most lines on a home; people do not read longer lists. */
export const TODO_MAX = 7

/** Waiting work: the number of items, and the address of their list. */
export interface Todo {
  count: number
  to: string
}

export interface TodoLine extends Todo {
  kind: TodoKind
}

/** What a person has to do now, most urgent first; kinds without waiting items are skipped. */
export function todoLines(found: Partial<Record<TodoKind, Todo | undefined>>): TodoLine[] {
  const lines = TODO_KINDS.flatMap((kind) => {
    const todo = found[kind]
    return todo && todo.count > 0 ? [{ kind, ...todo }] : []
  })
  return lines.slice(0, TODO_MAX)
}
