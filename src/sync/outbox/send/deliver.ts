import { type CommandAnswer, syncCalls } from '#contract/calls/sync.ts'
import type { OpenCommand } from '#src/db/tables.ts'
import type { Caller } from '#src/sync/api/caller.ts'
import { type Outcome, outcomeOf, outcomeOfFailure } from '../settle/outcome.ts'
import { headerOf } from './wire.ts'

/** Each command of a delivery with its outcome. */
export type Delivered = { command: OpenCommand; outcome: Outcome }[]

/**
 * Sends a batch. If the server refuses the delivery as a whole instead of one of its commands, sends the halves
 * separately until the faulty command is alone.
 */
export async function deliver(
  call: Caller,
  deviceId: string,
  batch: readonly OpenCommand[],
): Promise<Delivered> {
  try {
    const { answers } = await call(syncCalls.commands, {
      device_id: deviceId,
      commands: batch.map((command) => ({ ...headerOf(command, batch), input: command.body.input })),
    })
    const byId = new Map(answers.map((answer) => [answer.id, answer]))
    return batch.map((command) => ({ command, outcome: outcomeOrLost(byId.get(command.id)) }))
  } catch (problem) {
    const outcome = outcomeOfFailure(problem, batch.length === 1)
    if (outcome !== 'split') return batch.map((command) => ({ command, outcome }))
    const middle = Math.ceil(batch.length / 2)
    const first = await deliver(call, deviceId, batch.slice(0, middle))
    return [...first, ...(await deliver(call, deviceId, batch.slice(middle)))]
  }
}

// A server that leaves a command unanswered has not refused it.
function outcomeOrLost(answer: CommandAnswer | undefined): Outcome {
  if (answer) return outcomeOf(answer)
  return { kind: 'again', error: { kind: 'server', status: undefined, code: undefined } }
}
