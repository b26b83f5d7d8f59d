import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import {
  type Admission,
  startWorklistServer,
  type WorklistServer,
} from '#server/integrations/modality-worklist/worklist-server.ts'
import type { Kernel } from '#server/kernel/http/kernel.ts'
import { createRefusedConnections } from '../interfaces/refused-connections.ts'
import { ProfileLearner } from './learn-profiles.ts'
import { logQuestion, logUnknownMachine } from './log-question.ts'
import { findProfile, keepLearned } from './machine-profiles.ts'
import { hintOf } from './query-hint.ts'
import { noteStoodOnce, noteWhereMachinesStood } from './stood-before.ts'
import { knowsMachine, selectWorklist } from './store.ts'

/** So long the first answer waits until former branches of machines are noted. */
const NOTE_MS = 2_000

/** Who asks is looked up for each association, each time by the same statements. */
const PREPARES = { prepares: true }

export interface WorklistOptions {
  kernel: Pick<Kernel, 'database' | 'now' | 'exchanges'>
  host: string
  port: number
  onError: (error: unknown) => void
}

/**
 * Serves started visits as DICOM Modality Worklist. The title that a modality calls says whose worklist it is (settings),
 * its own title must be a machine's of that client: everybody else is refused before anything is read. It is given the
 * examinations of the branches where the client has it, as its profile says (docs/decisions/309).
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
        // A machine waits for its answer: what is not noted by then is noted behind it.
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
