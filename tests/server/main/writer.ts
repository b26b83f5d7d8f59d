import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { reportIdOf } from '#domain/report/report-id.ts'

/** Saves that the server acknowledged and must never lose. */
export interface Acknowledged {
  id: string
  text: string
  rev: number
  /** The time of the acknowledgement. */
  at: number
}

/** A doctor's device that saves one draft after another and repeats each until it is acknowledged. */
export interface Writer {
  acknowledged: readonly Acknowledged[]
  /** The number of sent saves, acknowledged or not: one more than acknowledged while one is in flight. */
  sent: () => number
  /** The number of other answers and broken connections: the disasters as the device saw them. */
  failures: () => number
  /** The reason why it stopped: the server refused a save permanently. Undefined otherwise. */
  refusal: () => unknown
  /** Ends after the save in flight is acknowledged. */
  finish: () => Promise<void>
}

const RETRY_MS = 25

/** Starts to write drafts of report 1 of a study; `address` returns the server's present address. */
export function startWriter(address: () => string, token: string, studyId: string): Writer {
  const acknowledged: Acknowledged[] = []
  const finishing = new AbortController()
  let sent = 0
  let failures = 0

  const write = async () => {
    for (let previous: Acknowledged | undefined; !finishing.signal.aborted; previous = acknowledged.at(-1)) {
      sent += 1
      acknowledged.push(await deliver(randomUUID(), `<p>Line ${sent}</p>`, previous?.id))
    }
  }
  const deliver = async (id: string, text: string, follows: string | undefined): Promise<Acknowledged> => {
    const command = commandOf(id, studyId, text, follows)
    for (;;) {
      const rev = await send(address(), token, command)
      if (rev !== undefined) return { id, text, rev, at: Date.now() }
      failures += 1
      await pause(RETRY_MS)
    }
  }
  let refusal: unknown
  const writing = write().catch((error: unknown) => {
    refusal = error
  })
  return {
    acknowledged,
    sent: () => sent,
    failures: () => failures,
    refusal: () => refusal,
    finish: async () => {
      finishing.abort()
      await writing
    },
  }
}

function commandOf(id: string, studyId: string, text: string, follows: string | undefined) {
  return {
    id,
    call: 'saveReport',
    version: 1,
    at: new Date().toISOString(),
    ...(follows ? { base: { follows } } : {}),
    input: {
      id: reportIdOf(studyId, 1),
      study_id: studyId,
      report_no: 1,
      report_name: 'CT',
      report_data: text,
      conclusion: '',
      recommendation: '',
      status: 'Draft',
    },
  }
}

/** Returns the acknowledged revision, or undefined if there is none; throws if the server refused permanently. */
async function send(address: string, token: string, command: object): Promise<number | undefined> {
  const answer = await fetch(`${address}/api/sync/commands`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ device_id: '00000000-0000-7000-8000-00000000d001', commands: [command] }),
    signal: AbortSignal.timeout(15_000),
  }).catch(() => undefined)
  const body: unknown = await answer?.json().catch(() => undefined)
  if (answer === undefined || body === undefined || answer.status >= 500) return undefined
  const [first] = (body as { answers?: { status: number; rev: number }[] }).answers ?? []
  if (first?.status === 200) return first.rev
  if (first !== undefined && first.status >= 500) return undefined
  throw new Error(`The server refused: ${answer.status} ${JSON.stringify(body)}`)
}
