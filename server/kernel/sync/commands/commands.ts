import type { FastifyBaseLogger } from 'fastify'
import type { Command, CommandAnswer, syncCalls } from '#contract/calls/sync.ts'
import type { OutputOf } from '#contract/kernel/define-call.ts'
import { ERROR_CODES, type Refusal } from '#contract/kernel/error-codes.ts'
import type { Caller } from '#server/kernel/context.ts'
import type { Kernel } from '#server/kernel/http/kernel.ts'
import { loggedError } from '#server/kernel/http/log.ts'
import { toRefusal } from '#server/kernel/http/refusals.ts'
import { doneAnswer, getEndpoint, incomingOf, refusedAnswer } from './answers.ts'
import { orderCommands } from './order-commands.ts'
import type { Batch } from './read-batch.ts'
import { runCommand } from './run-command.ts'

/**
 * Runs a batch of queued changes with the handlers of their own calls, each in its own transaction with its own answer:
 * a refused one delays only those that depend on it.
 */
export async function runCommands(
  kernel: Kernel,
  caller: Caller,
  { deviceId, entries, unreadable }: Batch<Command>,
  log: FastifyBaseLogger,
): Promise<OutputOf<typeof syncCalls.commands>> {
  const answers = unreadable.map(({ id, refusal }) => refusedAnswer(id, refusal))
  for (const command of orderCommands(entries))
    answers.push(await answerCommand(kernel, caller, command, deviceId, log))
  return { answers }
}

async function answerCommand(
  kernel: Kernel,
  caller: Caller,
  command: Command,
  deviceId: string,
  log: FastifyBaseLogger,
): Promise<CommandAnswer> {
  const { id, call, input } = command
  try {
    const endpoint = getEndpoint(kernel, command)
    const incoming = incomingOf(command, input, caller.deviceId ?? deviceId)
    return doneAnswer(id, await runCommand(kernel, caller, endpoint, incoming))
  } catch (error) {
    return refusedAnswer(id, loggedRefusal(error, call, log))
  }
}

/** Returns the refusal for a failed command; unexpected errors are logged. */
export function loggedRefusal(error: unknown, call: string, log: FastifyBaseLogger): Refusal {
  const refusal = toRefusal(error)
  if (ERROR_CODES[refusal.code].status >= 500) log.error({ call, err: loggedError(error) }, 'command failed')
  return refusal
}
