import type { WorkDatabase } from '#src/db/work-database.ts'

const DAY_MS = 86_400_000

/** Days for which a vault opens without the server, unless the client sets it (docs/sync.md#encryption-and-unlock). */
export const VAULT_DAYS = 14

/** The server answered this session, so the vault's lease restarts. */
export async function noteContact(work: WorkDatabase, now: number): Promise<void> {
  await work.transaction('rw', work.meta, async () => {
    await work.meta.put({ id: 'lastContact', value: now })
    await work.meta.put({ id: 'clockSeen', value: now })
  })
}

/** Remembers the latest time seen: setting the clock back later does not extend the lease. */
export async function noteClock(work: WorkDatabase, now: number): Promise<void> {
  await work.transaction('rw', work.meta, async () => {
    const seen = await readNumber(work, 'clockSeen')
    if (now > (seen ?? 0)) await work.meta.put({ id: 'clockSeen', value: now })
  })
}

/** True if the device was away for too long: only a sign-in at the server opens its vault again. */
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
