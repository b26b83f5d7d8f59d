import { type Command, syncCalls } from '#contract/calls/sync.ts'
import type { Caller } from '#src/sync/api/caller.ts'
import type { Twin } from './twin.ts'

/** Sends the base revision without its epoch: after a restore the same number is another text. */
export const baseWithoutEpoch: Twin = {
  name: 'base without epoch',
  what: 'says the revision that it goes on from without its history',
  schedule: 'continued after a restore',
  runs: 30,
  breaks: ['nothing acknowledged is lost'],
  options: () => ({ twist: { ports: (ports) => ({ ...ports, call: nameless(ports.call) }) } }),
}

const nameless =
  (call: Caller): Caller =>
  (target, input, options) => {
    if (target.key !== syncCalls.commands.key) return call(target, input, options)
    const { commands, ...rest } = input as unknown as { commands: Command[] }
    const bare = commands.map((command) =>
      command.base && 'rev' in command.base ? { ...command, base: { rev: command.base.rev } } : command,
    )
    return call(target, { ...rest, commands: bare } as never, options)
  }
