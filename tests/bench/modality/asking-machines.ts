import { constants, setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import type { Question } from '#tests/helpers/ask-machine.ts'
import { RecordedQuestion } from './recorded-question.ts'

/** Machines that ask again as soon as they are answered, from a thread of their own. */
export interface Asking {
  question: Question
  machines: number
}

// Machines have processors of their own: here their thread takes what the house leaves (on Linux, of this thread alone).
setPriority(constants.priority.PRIORITY_LOW)

const { question, machines } = workerData as Asking
const over = new AbortController()
parentPort?.once('message', () => over.abort())

const recorded = await RecordedQuestion.of(question)
async function lane(): Promise<void> {
  // One that is hung up on asks again: that is the attack.
  while (!over.signal.aborted) await recorded.ask(question.port).catch(() => undefined)
}
await Promise.all(Array.from({ length: machines }, lane))
process.exit()
