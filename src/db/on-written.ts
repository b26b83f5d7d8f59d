import { Dexie, type Table } from 'dexie'

/**
 * Calls `tell` after each write to `table` by any page of this device, and where such a one may have been missed (the page
 * comes back as the browser kept it), until it is stopped by what this returns or the database is closed for good. For who
 * only wants to hear of it: a live query would ask the database anew at each write, and whoever waits for that write to be
 * kept would wait for the question too.
 */
export function onWritten({ db, name }: Pick<Table, 'db' | 'name'>, tell: () => void): () => void {
  const place = `idb://${db.name}/${name}/`
  const stop = () => Dexie.on.storagemutated.unsubscribe(hear)
  const hear = (changed: object) => {
    // A database that the browser closed opens again by itself, and its writes are heard as before.
    if (db.hasBeenClosed()) stop()
    else if (Object.keys(changed).some((part) => part === EVERYWHERE || part.startsWith(place))) tell()
  }
  Dexie.on('storagemutated', hear)
  return stop
}

/** The library's name for a write that may have been to any table. */
const EVERYWHERE = 'all'
