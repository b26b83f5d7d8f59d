import type { Databases } from '#src/db/open-databases.ts'
import type { Desk } from './outbox/enqueue-command.ts'
import { currentSession } from './session/session-state.ts'

/** What the device holds and does for the person signed in. */
export interface Device {
  databases: Databases
  desk: Desk
  /** Says that the outbox has something new to send. */
  wake: () => void
  stop: () => Promise<void>
}

export async function startDevice(databases: Databases): Promise<Device> {
  const desk: Desk = {
    userId: databases.userId,
    name: () => currentSession()?.name ?? '',
    now: () => Date.now(),
    writer: crypto.randomUUID(),
  }
  return { databases, desk, wake: () => undefined, stop: async () => undefined }
}
