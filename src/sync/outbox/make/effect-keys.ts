import type { WorkDatabase } from '#src/db/work-database.ts'

/** The key of an optimistic row, and its parts: the command and the record (`type/id`). */
export interface EffectKey {
  key: string
  command: string
  record: string
}

export const effectKeyOf = (command: string, type: string, id: string) => `${command}/${type}/${id}`

/** Up to this many commands are queried one by one: two of them may be far apart in the index. */
const ONE_BY_ONE_MAX = 4

/**
 * The keys of the optimistic rows of these commands, without their values. Many are read as one range: ids of commands
 * grow with time, so those of one delivery are close together. May be called inside a transaction over overlay.
 */
export async function effectKeys(work: WorkDatabase, commands: readonly string[]): Promise<EffectKey[]> {
  if (commands.length === 0) return []
  const wanted = new Set(commands)
  const keys = await (commands.length > ONE_BY_ONE_MAX
    ? keysBetween(work, commands)
    : keysOfEach(work, commands))
  return keys.map(read).filter(({ command }) => wanted.has(command))
}

async function keysOfEach({ overlay }: WorkDatabase, commands: readonly string[]): Promise<string[]> {
  const found = await Promise.all(commands.map((id) => overlay.where('command').equals(id).primaryKeys()))
  return found.flat()
}

function keysBetween({ overlay }: WorkDatabase, commands: readonly string[]): PromiseLike<string[]> {
  const sorted = commands.toSorted()
  return overlay
    .where('id')
    .between(`${sorted[0]}/`, `${sorted.at(-1)}/\uffff`)
    .primaryKeys()
}

function read(key: string): EffectKey {
  const end = key.indexOf('/')
  return { key, command: key.slice(0, end), record: key.slice(end + 1) }
}
