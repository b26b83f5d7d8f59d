import { Dexie, type Table } from 'dexie'

/**
 * Calls `tell` after each write to `table` by any page of this device, and when one may have been missed (the page is
 * restored from the back-forward cache), until the returned function is called or the database is closed for good. For
 * callers that need only the event: a live query would read the database at each write, and everyone waiting for that
 * write would wait for the read too.
 */
export function onWritten({ db, name }: Pick<Table, 'db' | 'name'>, tell: () => void): () => void {
  const place = `idb://${db.name}/${name}/`
  const stop = () => Dexie.on.storagemutated.unsubscribe(hear)
  const hear = (changed: object) => {
    // A database that the browser closed reopens by itself, and its writes are observed as before.
    if (db.hasBeenClosed()) stop()
    else if (Object.keys(changed).some((part) => part === EVERYWHERE || part.startsWith(place))) tell()
  }
  Dexie.on('storagemutated', hear)
  return stop
}

/** Dexie's name for a write that may concern any table. */
const EVERYWHERE = 'all'
