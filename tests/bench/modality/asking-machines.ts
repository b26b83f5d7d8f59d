import { constants, setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import type { Question } from '#tests/helpers/archive/ask-machine.ts'
import { RecordedQuestion } from './recorded-question.ts'

/** Machines that query again as soon as they have the response, in a separate thread. */
export interface Asking {
  question: Question
  machines: number
}

// Real machines have their own processors: here their thread gets only spare time (on Linux, for this thread
// alone).
setPriority(constants.priority.PRIORITY_LOW)

const { question, machines } = workerData as Asking
const over = new AbortController()
parentPort?.once('message', () => over.abort())

const recorded = await RecordedQuestion.of(question)
async function lane(): Promise<void> {
  // A machine whose connection was closed queries again: that is the attack.
  while (!over.signal.aborted) await recorded.ask(question.port).catch(() => undefined)
}
await Promise.all(Array.from({ length: machines }, lane))
process.exit()
