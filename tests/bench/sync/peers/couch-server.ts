// PouchDB's peer: express-pouchdb over LevelDB on the disk, mounted as in its documentation
// (https://github.com/pouchdb/pouchdb-server, "express-pouchdb"). `node couch-server.ts FOLDER PORT`.
import express from 'express'
import expressPouchdb from 'express-pouchdb'
import PouchDB from 'pouchdb'

const [folder = '', port = '0'] = process.argv.slice(2)
const Couch = PouchDB.defaults({ prefix: `${folder}/` })
const receipts = new Couch('receipts')
await receipts.info()

const app = express()

/** Returns how often each document was written: its generation, and one more for each conflicting revision. */
app.get('/effects', async (_request, response) => {
  const { rows } = await receipts.allDocs({ include_docs: true, conflicts: true })
  const counts = rows.map(({ id, value, doc }) => [
    id,
    Number.parseInt(value.rev, 10) + (doc?._conflicts?.length ?? 0),
  ])
  response.json(Object.fromEntries(counts))
})
app.use(
  '/couch',
  expressPouchdb(Couch, { mode: 'minimumForPouchDB', inMemoryConfig: true, logPath: `${folder}/log.txt` }),
)

const server = app.listen(Number(port), '127.0.0.1', () => {
  const address = server.address()
  console.log(`ready at http://127.0.0.1:${typeof address === 'object' && address ? address.port : port}`)
})
process.on('SIGTERM', () => process.exit(0))
