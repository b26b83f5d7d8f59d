import type { WorkDatabase } from '#src/db/work-database.ts'

const DAY_MS = 86_400_000

/** How long a vault opens without the server where the client says nothing else (docs/sync.md#encryption-and-unlock). */
export const VAULT_DAYS = 14

/** The server answered this session: the lease of the vault begins anew. */
export async function noteContact(work: WorkDatabase, now: number): Promise<void> {
  await work.transaction('rw', work.meta, async () => {
    await work.meta.put({ id: 'lastContact', value: now })
    await work.meta.put({ id: 'clockSeen', value: now })
  })
}

/** Remembers how late it has been: a clock that is set back later does not lengthen the lease. */
export async function noteClock(work: WorkDatabase, now: number): Promise<void> {
  await work.transaction('rw', work.meta, async () => {
    const seen = await readNumber(work, 'clockSeen')
    if (now > (seen ?? 0)) await work.meta.put({ id: 'clockSeen', value: now })
  })
}

/** True where the device was away for too long: only a sign-in at the server opens its vault again. */
export async function isOverdue(work: WorkDatabase, now: number): Promise<boolean> {
  const [contact, seen, terms] = await Promise.all([
    readNumber(work, 'lastContact'),
    readNumber(work, 'clockSeen'),
    work.keys.get('terms'),
  ])
  if (contact === undefined) return false
  const days = terms && 'vaultDays' in terms ? terms.vaultDays : VAULT_DAYS
  return Math.max(now, seen ?? 0) - contact > days * DAY_MS
}

async function readNumber(work: WorkDatabase, id: string): Promise<number | undefined> {
  return (await work.meta.get(id))?.value
}
