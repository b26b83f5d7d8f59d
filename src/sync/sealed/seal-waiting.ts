import type { Databases } from '#src/db/open-databases.ts'
import type { OutboxRow } from '#src/db/work-database.ts'
import { type CommandSealer, findServerKey } from './seal-command.ts'

/** Rows opened and sealed at a time. */
const STEP = 50

/**
 * Seals what waits without a copy for the server's present key: what was kept before that key was known, or under an
 * earlier one. Waits where the vault is locked. Answers how many were sealed.
 */
export async function sealWaiting({ work, outbox }: Databases, seal: CommandSealer): Promise<number> {
  const server = await findServerKey(work)
  if (!server) return 0
  const lacksCopy = (row: OutboxRow) => row.sealed === null || row.sealedKeyId !== server.keyId
  let count = 0
  for (;;) {
    const rows = await work.outbox.where('state').notEqual('acked').and(lacksCopy).limit(STEP).toArray()
    if (rows.length === 0) return count
    const commands = await outbox.openAll(rows)
    const parts = await Promise.all(
      commands.map(async (command) => ({ id: command.id, ...(await seal(command, command.body.input)) })),
    )
    // The input of a command never changes, so that whatever happened to its row meanwhile, this is its copy.
    await work.transaction('rw', work.outbox, async () => {
      for (const { id, ...part } of parts) await work.outbox.update(id, part)
    })
    count += parts.length
    // The key changed once more meanwhile: the next greeting seals for it.
    if (parts.some(({ sealedKeyId }) => sealedKeyId !== server.keyId)) return count
  }
}
