// The peers' server: accepts receipts and counts the effects of each. Every effect is in its journal, on the
// disk, before the response, so that kill -9 loses no acknowledged effect. `node receipts-server.ts JOURNAL
// PORT`.
import { appendFileSync, closeSync, existsSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'

interface Effect {
  key: string
  idempotencyKey?: string
  /** RxDB's document as it was pushed. */
  doc?: { id: string }
}

const [journal = '', port = '0'] = process.argv.slice(2)
const counts = new Map<string, number>()
const ran = new Set<string>()
const docs = new Map<string, { id: string }>()

function remember({ key, idempotencyKey, doc }: Effect): void {
  counts.set(key, (counts.get(key) ?? 0) + 1)
  if (idempotencyKey !== undefined) ran.add(idempotencyKey)
  if (doc) docs.set(doc.id, doc)
}

if (!existsSync(journal)) appendFileSync(journal, '')
for (const line of readFileSync(journal, 'utf8').split('\n')) {
  // The last line of a killed server may be incomplete: it was never acknowledged.
  if (line.endsWith('}')) remember(JSON.parse(line) as Effect)
}
const file = openSync(journal, 'a')

function take(effects: readonly Effect[]): void {
  if (effects.length === 0) return
  writeSync(file, effects.map((effect) => `\n${JSON.stringify(effect)}`).join(''))
  fsyncSync(file)
  for (const effect of effects) remember(effect)
}

// Returns the first response again for a request with a known key.
function takeReceipt({ key }: { key: string }, idempotencyKey: string | undefined): unknown {
  if (idempotencyKey === undefined || !ran.has(idempotencyKey)) take([{ key, idempotencyKey }])
  return { key }
}

interface PushRow {
  assumedMasterState?: { id: string }
  newDocumentState: { id: string }
}

// As in https://rxdb.info/replication-http.html: a row whose assumed state is not the server's is a conflict
// and is returned.
function takePush(rows: readonly PushRow[]): unknown {
  const isConflict = ({ assumedMasterState, newDocumentState }: PushRow) => {
    const master = docs.get(newDocumentState.id)
    return master !== undefined && JSON.stringify(master) !== JSON.stringify(assumedMasterState)
  }
  const conflicts = rows.filter(isConflict).map(({ newDocumentState }) => docs.get(newDocumentState.id))
  const fresh = rows
    .filter((row) => !isConflict(row))
    .map(({ newDocumentState: doc }) => ({ key: doc.id, doc }))
  take(fresh)
  return conflicts
}

async function jsonOf(request: IncomingMessage): Promise<unknown> {
  let text = ''
  for await (const chunk of request) text += String(chunk)
  return text === '' ? undefined : JSON.parse(text)
}

const ROUTES: Record<string, (body: unknown, request: IncomingMessage) => unknown> = {
  '/receipts': (body, { headers }) =>
    takeReceipt(body as { key: string }, headers['idempotency-key'] as string | undefined),
  '/rxdb/push': (body) => takePush(body as PushRow[]),
  '/effects': () => Object.fromEntries(counts),
}

const server = createServer((request, response) => {
  const route = ROUTES[request.url ?? '']
  const answer = async () => {
    const result = route ? await route(await jsonOf(request), request) : undefined
    response.writeHead(route ? 200 : 404, { 'content-type': 'application/json' })
    response.end(JSON.stringify(result ?? null))
  }
  answer().catch((error: Error) => response.writeHead(500).end(error.message))
})
server.listen(Number(port), '127.0.0.1', () => {
  const address = server.address()
  console.log(`ready at http://127.0.0.1:${typeof address === 'object' && address ? address.port : port}`)
})
process.on('SIGTERM', () => {
  closeSync(file)
  process.exit(0)
})
