import { liveQuery } from 'dexie'
import { from, type Observable } from 'rxjs'
import type { WorkDatabase } from '#src/db/work-database.ts'
import { getDevice } from '#src/sync/current-device.ts'
import { type LiveQuestion, useLive } from '#src/sync/use-live.ts'
import { IDLE_MINUTES } from './idle.ts'

const MINUTES_ID = 'idleMinutes'

const read = async (work: WorkDatabase) => (await work.meta.get(MINUTES_ID))?.value ?? IDLE_MINUTES

/** Emits after how many minutes of inactivity the vault locks, now and at each change in any page. */
export function idleMinutes$(work: WorkDatabase): Observable<number> {
  return from(liveQuery(() => read(work)))
}

const QUESTION: LiveQuestion<number, number> = {
  read: ({ databases: { work } }) => read(work),
  open: async (minutes) => minutes,
}

/** The user's choice for this device, and its setter. */
export function useIdleMinutes(): [number, (minutes: number) => Promise<void>] {
  const { answer = IDLE_MINUTES } = useLive(QUESTION, '')
  return [answer, keepIdleMinutes]
}

async function keepIdleMinutes(minutes: number): Promise<void> {
  await getDevice().databases.work.meta.put({ id: MINUTES_ID, value: minutes })
}
