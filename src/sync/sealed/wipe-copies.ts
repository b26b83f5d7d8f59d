import { CacheDatabase } from '#src/db/cache-database.ts'

/** Empties the copies of a user whose device was revoked. Pages that have them open continue without them. */
export async function wipeCopies(userId: string): Promise<void> {
  const cache = new CacheDatabase(userId)
  try {
    await cache.open()
    await Promise.all(cache.tables.map((table) => table.clear()))
  } finally {
    cache.close()
  }
}
