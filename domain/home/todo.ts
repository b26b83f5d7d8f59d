/** What may wait for a person, the most urgent first. */
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
  'arriving',
  'unpaid',
  'refunds',
  'requests',
  'consents',
  'queue',
  'unassigned',
] as const
export type TodoKind = (typeof TODO_KINDS)[number]

/** So many lines a home has at most: more is a list that nobody reads. */
export const TODO_MAX = 7

/** Something that waits: how many there are, and the address of their list. */
export interface Todo {
  count: number
  to: string
}

export interface TodoLine extends Todo {
  kind: TodoKind
}

/** What a person has to do now, the most urgent first: what has nothing waiting is left out. */
export function todoLines(found: Partial<Record<TodoKind, Todo | undefined>>): TodoLine[] {
  const lines = TODO_KINDS.flatMap((kind) => {
    const todo = found[kind]
    return todo && todo.count > 0 ? [{ kind, ...todo }] : []
  })
  return lines.slice(0, TODO_MAX)
}
