import type { FastifyBaseLogger } from 'fastify'
import { SealedCommand } from '#contract/calls/delivery.ts'
import type { Refusal } from '#contract/kernel/error-codes.ts'
import type { SealedFile } from '#contract/kernel/sealed-file.ts'
import type { Kernel } from '../http/kernel.ts'
import { fieldsOf, invalid } from '../http/read-input.ts'
import { loggedRefusal } from './commands.ts'
import { runSealed } from './deliver.ts'
import type { SealedDoor } from './open-sealed-command.ts'
import { orderCommands } from './order-commands.ts'

/** What became of one item of a file. */
export interface ImportedItem {
  /** Its place in the file, from 1. */
  no: number
  /** As the item names itself; absent where it has no name that can be read. */
  id: string | undefined
  call: string | undefined
  /** `known`: it had taken effect before. `held`: its author must release it. */
  outcome: 'accepted' | 'known' | 'held' | 'refused'
  /** What is left for a person to do. */
  flags: readonly string[]
  refusal?: Refusal
}

/**
 * Takes in a file of sealed commands at the server, from whatever network; what takes effect is audited `import_sealed`.
 * Signatures count as ever: what a retired key signed (a revoked device, somebody dismissed, a changed password) is held
 * for its author. Each item is judged for itself, with the rights that its author has now.
 */
export async function importSealed(
  kernel: Kernel,
  file: SealedFile,
  log: FastifyBaseLogger,
): Promise<ImportedItem[]> {
  const door: SealedDoor = { deviceId: file.device_id, address: undefined, authors: new Map() }
  const imported: ImportedItem[] = []
  const readable: (SealedCommand & { no: number })[] = []
  for (const [index, given] of file.items.entries()) {
    const item = SealedCommand.safeParse(given)
    if (item.success) readable.push({ ...item.data, no: index + 1 })
    else imported.push(unreadable(index + 1, given, invalid(fieldsOf(item.error.issues))))
  }
  for (const { no, ...item } of orderCommands(readable))
    imported.push({ no, id: item.id, call: item.call, ...(await importItem(kernel, door, item, log)) })
  return imported.toSorted((a, b) => a.no - b.no)
}

async function importItem(
  kernel: Kernel,
  door: SealedDoor,
  item: SealedCommand,
  log: FastifyBaseLogger,
): Promise<Pick<ImportedItem, 'outcome' | 'flags' | 'refusal'>> {
  try {
    const { replayed, flags } = await runSealed(kernel, door, item, 'UTC', { door: 'import_sealed' })
    return { outcome: replayed ? 'known' : 'accepted', flags }
  } catch (error) {
    const refusal = loggedRefusal(error, item.call, log)
    return { outcome: refusal.code === 'held' ? 'held' : 'refused', flags: [], refusal }
  }
}

function unreadable(no: number, given: unknown, refusal: Refusal): ImportedItem {
  const named = (given ?? {}) as { id?: unknown; call?: unknown }
  const textOf = (value: unknown) => (typeof value === 'string' ? value : undefined)
  return { no, id: textOf(named.id), call: textOf(named.call), outcome: 'refused', flags: [], refusal }
}
