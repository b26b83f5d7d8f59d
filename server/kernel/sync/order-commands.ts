import type { Command } from '#contract/calls/sync.ts'

/**
 * The commands of a batch so that each comes after those it depends on, otherwise in the order sent. Dependencies
 * outside of the batch are the log's matter; where commands depend on each other in a ring, they keep their order and
 * each will be refused for the one it misses.
 */
export function orderCommands(commands: readonly Command[]): Command[] {
  const byId = new Map(commands.map((command) => [command.id, command]))
  const ordered = new Set<Command>()
  const underWay = new Set<Command>()
  const place = (command: Command) => {
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

/** Ids of the commands that must have taken effect before this one. */
function neededBy({ depends, base }: Command): string[] {
  return base && 'follows' in base ? [...depends, base.follows] : depends
}
