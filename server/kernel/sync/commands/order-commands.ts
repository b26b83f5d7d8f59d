import type { Command } from '#contract/calls/sync.ts'

/** The properties that decide a command's position, sealed or not. */
type Waiting = Pick<Command, 'id' | 'depends' | 'base'>

/**
 * Orders the commands of a batch so that each comes after those it depends on, otherwise as sent. The log checks
 * dependencies outside the batch; commands that depend on each other in a ring keep their order, and each is refused
 * for the one it misses.
 */
export function orderCommands<Queued extends Waiting>(commands: readonly Queued[]): Queued[] {
  const byId = new Map(commands.map((command) => [command.id, command]))
  const ordered = new Set<Queued>()
  const underWay = new Set<Queued>()
  const place = (command: Queued) => {
    if (ordered.has(command) || underWay.has(command)) return
    underWay.add(command)
    for (const id of neededBy(command)) {
      const needed = byId.get(id)
      if (needed) place(needed)
    }
    ordered.add(command)
  }
  for (const command of commands) place(command)
  return [...ordered]
}

/** Returns the ids of the commands that must have taken effect before this one. */
function neededBy({ depends, base }: Waiting): string[] {
  return base && 'follows' in base ? [...depends, base.follows] : depends
}
