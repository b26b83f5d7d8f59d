import type { CriticalRow } from '#contract/calls/study-parts.ts'
import type { OutboxRow } from '#src/db/work-database.ts'
import { getDevice } from '../current-device.ts'
import { enqueueCommand } from '../outbox/make/enqueue-command.ts'
import { type LiveQuestion, useLive } from '../use-live.ts'
import { type Refused, refusedOf } from './refused.ts'

/** The fields that record how a critical result was communicated. */
export type CriticalFields = Pick<CriticalRow, 'told_to' | 'told_how' | 'told_on' | 'read_back' | 'note'>

export const criticalFieldsOf = ({
  told_to,
  told_how,
  told_on,
  read_back,
  note,
}: CriticalFields): CriticalFields => ({ told_to, told_how, told_on, read_back, note })

/**
 * Records who was informed, and closes the record if requested. `seen` is what the user saw before; removes a change
 * that the server refused earlier from the queue.
 */
export async function saveCritical(
  seen: CriticalRow,
  fields: CriticalFields,
  isClosed: boolean,
): Promise<void> {
  const { databases, author, wake } = getDevice()
  const { id, study_id } = seen
  const refused = await databases.work.outbox.where('record').equals(`critical:${id}`).toArray()
  await enqueueCommand(databases, author, {
    key: 'study/saveCritical',
    input: { id, study_id, ...fields, seen: criticalFieldsOf(seen), is_closed: isClosed ? 1 : 0 },
    label: isClosed ? 'Close critical result' : 'Record critical result',
    settles: refused.filter(({ state }) => state === 'parked').map((row) => row.id),
  })
  wake()
}

/** Returns the record that the server refused, with the server's current version; undefined if there is none. */
export function useRefusedCritical(id: string): Refused | undefined {
  return useLive(question(id), id).answer
}

const question = (id: string): LiveQuestion<OutboxRow | undefined, Refused | undefined> =>
  refusedOf(`critical:${id}`)
