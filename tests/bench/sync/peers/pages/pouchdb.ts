// PouchDB as in its guide (https://pouchdb.com/guides/replication.html): live replication that retries. One
// way, because no other desk needs the receipts of this one.
import PouchDB from 'pouchdb-browser'

const receipts = new PouchDB('receipts')

globalThis.contender = {
  open: async () => {
    await receipts.info()
    receipts.replicate.to(new PouchDB(`${location.origin}/couch/receipts`), { live: true, retry: true })
  },
  keep: async (key) => {
    await receipts.put({ _id: key, amount: '500.00' })
  },
  held: async () => (await receipts.allDocs()).rows.map(({ id }) => id),
}
