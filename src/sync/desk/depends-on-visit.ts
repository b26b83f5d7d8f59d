import { commandsOf } from './waiting-commands.ts'

/** What a command about something that stands with a visit waits for: a visit that the server does not have yet. */
export function dependsOnVisit({ id, rev }: { id: string; rev: number }): Promise<string[]> {
  return rev === 0 ? commandsOf('visit', id) : Promise.resolve([])
}
