import { Dexie, type Table } from 'dexie'

/**
 * Calls `tell` after each write to `table` by any page of this device, until it is stopped by what this answers or the
 * database closes. For who only wants to hear of it: a live query would ask the database anew at each write, and whoever
 * waits for that write to be kept would wait for the question too.
 */
export function onWritten({ db, name }: Pick<Table, 'db' | 'name'>, tell: () => void): () => void {
  const place = `idb://${db.name}/${name}/`
  const hear = (changed: object) => {
    if (Object.keys(changed).some((part) => part.startsWith(place))) tell()
  }
  const stop = () => Dexie.on.storagemutated.unsubscribe(hear)
  Dexie.on('storagemutated', hear)
  db.on('close', stop)
  return stop
}
