import type { VaultTerms, WorkDatabase } from '#src/db/work-database.ts'

/** Stores the server's facts about this device. Does nothing if it was never registered. */
export async function keepTerms(
  work: WorkDatabase,
  terms: Pick<VaultTerms, 'deviceName'> & Partial<Pick<VaultTerms, 'vaultDays'>>,
): Promise<void> {
  await work.transaction('rw', work.keys, async () => {
    const known = await work.keys.get('terms')
    if (known?.id === 'terms') await work.keys.put({ ...known, ...terms })
  })
}
