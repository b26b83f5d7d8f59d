import type { SessionFields } from '#domain/access/session.ts'
import { todoLines } from '#domain/home/todo.ts'
import { useBranches } from '#src/sync/directory/use-directory.ts'
import { useLink } from '#src/sync/link/use-link.ts'
import { branchZone } from '#src/sync/session/branch-zone.ts'
import { useTickingTime } from '#src/ui/time/ticking-clock.ts'
import { useAdminTodo } from './use-admin-todo.ts'
import { useDeskTodo } from './use-desk-todo.ts'
import { useReadingTodo } from './use-reading-todo.ts'

const MINUTE_MS = 60_000

/** Returns the person's open tasks: those of this device first, so that they show immediately and offline. */
export function useTodo(session: SessionFields) {
  const { online: isOnline } = useLink()
  const now = Math.floor(useTickingTime(true) / MINUTE_MS) * MINUTE_MS
  const context = { session, isOnline, now }
  const reading = useReadingTodo(context)
  const desk = useDeskTodo(context)
  const admin = useAdminTodo(context)
  const branches = useBranches()
  const zoneOf = (id: string) => branches.find((branch) => branch.id === id)?.time_zone || branchZone()
  return {
    lines: todoLines({ ...reading.found, ...desk.found, ...admin.found }),
    /** Until then, it would be a guess that there is nothing to do. */
    isKnown: reading.isKnown && desk.isKnown,
    now,
    source: {
      session,
      zoneOf,
      lists: desk.lists,
      criticals: reading.criticals,
      licences: admin.licences,
    },
  }
}
