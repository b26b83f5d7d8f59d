import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import {
  type Admission,
  startWorklistServer,
  type WorklistServer,
} from '#server/integrations/modality-worklist/worklist-server.ts'
import type { Kernel } from '#server/kernel/http/kernel.ts'
import { createRefusedConnections } from '../interfaces/public/refused-connections.ts'
import { noteWhereMachinesStood } from '../masters/public/note-where-machines-stood.ts'
import { ProfileLearner } from './learn-profiles.ts'
import { logQuestion, logUnknownMachine } from './log-question.ts'
import { findProfile, keepLearned } from './public/machine-profiles.ts'
import { hintOf } from './query-hint.ts'
import { noteStoodOnce } from './stood-before.ts'
import { knowsMachine, selectWorklist } from './store.ts'

/** Maximum time that the first answer waits until former branches of machines are recorded. */
const NOTE_MS = 2_000

/** The caller is looked up for each association with the same statements, so they are prepared. */
const PREPARES = { prepares: true }

export interface WorklistOptions {
  kernel: Pick<Kernel, 'database' | 'now' | 'exchanges'>
  host: string
  port: number
  onError: (error: unknown) => void
}

/**
 * Serves started visits as DICOM Modality Worklist. The called AE title determines the client (settings), and the
 * calling title must belong to a machine of that client: all others are refused before anything is read. The machine
 * receives the examinations of the branches where it is registered, encoded by its profile (docs/decisions/309).
 */
export async function startWorklist({
  kernel,
  host,
  port,
  onError,
}: WorklistOptions): Promise<WorklistServer> {
  const { database, now } = kernel
  const learner = new ProfileLearner(
    (clientId, aet, learned) => database.tenant(clientId, (tx) => keepLearned(tx, clientId, aet, learned)),
    onError,
  )
  const noteStood = noteStoodOnce(
    (clientId) => database.tenant(clientId, (tx) => noteWhereMachinesStood(tx, clientId, now())),
    onError,
  )
  const connections = createRefusedConnections(kernel, 'worklist', onError)
  const server = await startWorklistServer(
    { host, port },
    {
      admit: async ({ called, calling, address }): Promise<Admission> => {
        const clientId = await database.entry(async (tx) => {
          const { rows } = await sql<{
            client: string | null
          }>`select entry.find_worklist_client(${called}) as client`.execute(tx)
          return rows[0]?.client
        })
        if (!clientId) return { kind: 'unknown_called' }
        const admission = await database.tenant(
          clientId,
          async (tx): Promise<Admission> => {
            if (!(await knowsMachine(tx, clientId, calling))) return { kind: 'unknown_calling' }
            return { kind: 'admitted', clientId, profile: await findProfile(tx, clientId, calling) }
          },
          PREPARES,
        )
        if (admission.kind === 'admitted') connections.heard(address, clientId, calling)
        if (admission.kind === 'unknown_calling') logUnknownMachine(kernel, clientId, calling)
        return admission
      },
      items: async ({ clientId, calling }, query) => {
        // The machine is waiting for its answer; recording that takes longer continues in the background.
        await Promise.race([noteStood(clientId), pause(NOTE_MS, undefined, { ref: false })])
        return database.tenant(
          clientId,
          (tx) => selectWorklist(tx, { clientId, calling, ...hintOf(query) }, now()),
          PREPARES,
        )
      },
      answered: (asker, query, sent, ms) => {
        if (sent !== 'failed') learner.note(asker, query, now())
        logQuestion(kernel, asker, { query: query.set, sent, ms })
      },
      refused: connections.refused,
      failed: onError,
    },
  )
  const close = async () => {
    await server.close()
    await learner.close()
  }
  return { ...server, close }
}
