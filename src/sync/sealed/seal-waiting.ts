import type { Databases } from '#src/db/open-databases.ts'
import type { OutboxRow } from '#src/db/work-database.ts'
import { type CommandSealer, findServerKey } from './seal-command.ts'

/** Rows looked at, opened and sealed at a time. */
const STEP = 100

/**
 * Seals what waits without a copy for the server's present key: what was kept before that key was known, or under an
 * earlier one. Waits where the vault is locked. Answers how many were sealed.
 */
export async function sealWaiting({ work, outbox }: Databases, seal: CommandSealer): Promise<number> {
  const server = await findServerKey(work)
  if (!server) return 0
  const lacksCopy = (row: OutboxRow) => row.sealed === null || row.sealedKeyId !== server.keyId
  let count = 0
  // By whole pages in the order of the clicks: a filter of the database would be asked for each row by itself, while all
  // that waited goes out.
  for (let last = -1; ; ) {
    const page = await work.outbox.where('seq').above(last).limit(STEP).toArray()
    const rows = page.filter((row) => row.state !== 'acked' && lacksCopy(row))
    const parts = rows.length === 0 ? [] : await sealAll(outbox, seal, rows)
    // The input of a command never changes, so that whatever happened to its row meanwhile, this is its copy.
    if (parts.length > 0)
      await work.transaction('rw', work.outbox, async () => {
        for (const { id, ...part } of parts) await work.outbox.update(id, part)
      })
    count += parts.length
    // The key changed once more meanwhile: the next greeting seals for it.
    const hasNewKey = parts.some(({ sealedKeyId }) => sealedKeyId !== server.keyId)
    if (page.length < STEP || hasNewKey) return count
    last = page.at(-1)?.seq ?? last
  }
}

async function sealAll(outbox: Databases['outbox'], seal: CommandSealer, rows: readonly OutboxRow[]) {
  const commands = await outbox.openAll(rows)
  return Promise.all(
    commands.map(async (command) => ({ id: command.id, ...(await seal(command, command.body.input)) })),
  )
}
