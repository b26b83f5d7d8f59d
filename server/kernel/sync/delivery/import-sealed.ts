import type { FastifyBaseLogger } from 'fastify'
import { SealedCommand } from '#contract/calls/delivery.ts'
import type { Refusal } from '#contract/kernel/error-codes.ts'
import type { SealedFile } from '#contract/kernel/sealed-file.ts'
import type { Kernel } from '#server/kernel/http/kernel.ts'
import { fieldsOf, invalid } from '#server/kernel/http/read-input.ts'
import { loggedRefusal } from '../commands/commands.ts'
import { orderCommands } from '../commands/order-commands.ts'
import { runSealed } from './deliver.ts'
import type { SealedDoor } from './open-sealed-command.ts'

/** The outcome of one item of a file. */
export interface ImportedItem {
  /** Its position in the file, from 1. */
  no: number
  /** The item's own id; absent if it is unreadable. */
  id: string | undefined
  call: string | undefined
  /** `known`: it had already taken effect. `held`: its author must release it. */
  outcome: 'accepted' | 'known' | 'held' | 'refused'
  /** Work left for a person. */
  flags: readonly string[]
  refusal?: Refusal
}

/**
 * Imports a file of sealed commands on the server, from any network; effects are audited as `import_sealed`. Signatures
 * count as usual: commands signed with a retired key (a revoked device, a dismissed person, a changed password) are
 * held for their author. Each item is judged by itself, with its author's current rights.
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
