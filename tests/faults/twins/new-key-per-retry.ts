import { randomUUID } from 'node:crypto'
import { type Command, type CommandAnswer, syncCalls } from '#contract/calls/sync.ts'
import type { Caller } from '#src/sync/api/caller.ts'
import type { Twin } from './twin.ts'

/** Mints a new id for every try: the server cannot recognize a repeat. */
export const newKeyPerRetry: Twin = {
  name: 'new key per retry',
  what: 'sends every try under a new id',
  schedule: 'lost answers',
  runs: 20,
  breaks: ['nothing comes from nobody', 'nothing is doubled'],
  options: () => ({ twist: { ports: (ports) => ({ ...ports, call: renaming(ports.call) }) } }),
}

function renaming(call: Caller): Caller {
  const tried = new Set<string>()
  return async (target, input, options) => {
    if (target.key !== syncCalls.commands.key) return call(target, input, options)
    const { commands, ...rest } = input as unknown as { commands: Command[] }
    const ids = new Map<string, string>()
    const renamed = commands.map((command) => {
      const id = tried.has(command.id) ? randomUUID() : command.id
      tried.add(command.id)
      ids.set(id, command.id)
      return { ...command, id }
    })
    const answer = (await call(target, { ...rest, commands: renamed } as never, options)) as {
      answers: CommandAnswer[]
    }
    const answers = answer.answers.map((one) => ({ ...one, id: ids.get(one.id) ?? one.id }))
    return { ...answer, answers } as never
  }
}
