import { commandsOf } from './waiting-commands.ts'

/** The dependencies of a command about a part of a visit: the visit's commands if the server does not have it yet. */
export function dependsOnVisit({ id, rev }: { id: string; rev: number }): Promise<string[]> {
  return rev === 0 ? commandsOf('visit', id) : Promise.resolve([])
}
