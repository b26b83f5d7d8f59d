import { createHash, randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import type { FastifyInstance } from 'fastify'
import sharp from 'sharp'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CHUNK_BYTES } from '#contract/calls/files.ts'
import { serveFiles } from '#server/kernel/files/serve-files.ts'
import type { Databases } from '#src/db/open-databases.ts'
import type { FileBody } from '#src/db/tables.ts'
import { ApiError, findErrorBody, OfflineError } from '#src/sync/api/errors.ts'
import type { Exchange } from '#src/sync/files/exchange.ts'
import { createUpload } from '#src/sync/files/file-transfer.ts'
import { REFUSED, sendWaitingFiles } from '#src/sync/files/send-files.ts'
import { bearer, openWorld, type SignedIn, type World } from '#tests/server/kernel/helpers/world.ts'
import { openBare } from '../support/test-page.ts'

/** The fault of one request; after that the network works again. `elsewhere`: the server was restarted. */
const FAULTS = ['well', 'lost request', 'lost answer', 'twice', 'damaged', 'elsewhere'] as const
type Fault = (typeof FAULTS)[number]

let world: World
let restarted: FastifyInstance
let doctor: SignedIn
let picture: Uint8Array<ArrayBuffer>
const dataDir = mkdtempSync(join(tmpdir(), 'readroom-send-chunks-'))

beforeAll(async () => {
  world = await openWorld({
    config: { dataDir },
    mount: (app) => serveFiles(app, async () => true),
  })
  restarted = await world.another()
  doctor = await world.signIn()
  // It does not compress: five chunks.
  picture = await noise(850)
})
afterAll(async () => {
  await world.close()
  rmSync(dataDir, { recursive: true, force: true })
})

const noise = async (width: number) =>
  new Uint8Array(
    await sharp(randomBytes(width * 450 * 3), { raw: { width, height: 450, channels: 3 } })
      .png()
      .toBuffer(),
  )

/** A connection to the real server with one fault per request, which counts the arriving requests. */
class Line {
  readonly faults: Fault[]
  /** The names of the chunks that the server accepted. */
  readonly taken: string[] = []
  readonly paths: string[] = []
  #app = world.app

  constructor(faults: readonly Fault[] = []) {
    this.faults = [...faults]
  }

  readonly exchange: Exchange = async (url, init) => {
    const fault = this.faults.shift() ?? 'well'
    if (fault === 'lost request') throw new OfflineError()
    if (fault === 'elsewhere') this.#app = this.#app === world.app ? restarted : world.app
    if (fault === 'twice') await this.#deliver(url, init, false)
    const response = await this.#deliver(url, init, fault === 'damaged')
    if (fault === 'lost answer') throw new OfflineError()
    const refusal = response.ok ? undefined : findErrorBody(await response.json())
    if (refusal) throw new ApiError(response.status, refusal)
    return response
  }

  async #deliver(url: string, init: RequestInit, isDamaged: boolean): Promise<Response> {
    const encoded = new Request(`http://here${url}`, init)
    const payload = Buffer.from(await encoded.arrayBuffer())
    if (isDamaged && url.includes('/chunk?')) payload[7] = (payload[7] ?? 0) ^ 1
    const answer = await this.#app.inject({
      method: 'POST',
      url,
      headers: { ...bearer(doctor), 'content-type': encoded.headers.get('content-type') ?? '' },
      payload,
    })
    this.paths.push(url.split(/[?]/)[0] ?? '')
    if (answer.statusCode === 200 && url.includes('/chunk?')) this.taken.push(url)
    return new Response(new Uint8Array(answer.rawPayload), { status: answer.statusCode })
  }
}

async function keep(databases: Databases, bytes: Uint8Array<ArrayBuffer>, id = uuidv7(), owner = uuidv7()) {
  const body: FileBody = { bytes, type: 'image/png', purpose: 'report_image', owner }
  await databases.work.blobs.put(await databases.blobs.seal({ id, rev: 0, command: '', body }))
  return { id, owner }
}

const send = (databases: Databases, line: Line) => sendWaitingFiles(databases, createUpload(line.exchange))
const waits = async ({ work }: Databases, id: string) => (await work.blobs.get(id)) !== undefined
const chunksOf = (bytes: Uint8Array) => Math.ceil(bytes.length / CHUNK_BYTES)

async function sourceOf(id: string): Promise<string | undefined> {
  const { rows } = await world.admin.query<{ sum: string }>(
    "select encode(source_sha256, 'hex') as sum from file where id = $1",
    [id],
  )
  return rows[0]?.sum
}
const sumOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

test('under any network faults the picture arrives complete, and no chunk that arrived is sent again', async () => {
  const databases = await openBare()
  const schedules = fc.array(fc.constantFrom(...FAULTS), { maxLength: 14 })
  await fc.assert(
    fc.asyncProperty(schedules, async (faults) => {
      const { id } = await keep(databases, picture)
      const line = new Line(faults)
      for (let tries = 0; (await waits(databases, id)) && tries < 20; tries++) await send(databases, line)
      expect(await waits(databases, id)).toBe(false)
      expect(await sourceOf(id)).toBe(sumOf(picture))
      const doubled = faults.filter((fault) => fault === 'twice').length
      expect(new Set(line.taken).size).toBe(chunksOf(picture))
      expect(line.taken.length).toBeLessThanOrEqual(chunksOf(picture) + doubled)
    }),
    { numRuns: 25 },
  )
})

test('after a cut at any chunk the next attempt continues from there', async () => {
  const databases = await openBare()
  const bytes = await noise(840)
  const { id } = await keep(databases, bytes)
  const taken: string[] = []
  for (let tries = 1; tries <= chunksOf(bytes); tries++) {
    // begin, one chunk, and then nothing: the parallel requests are lost.
    const line = new Line(['well', 'well', ...Array<Fault>(5).fill('lost request')])
    await send(databases, line)
    taken.push(...line.taken)
    expect(new Set(taken).size).toBe(tries)
  }
  const last = new Line()
  await send(databases, last)
  expect([await waits(databases, id), last.taken]).toEqual([false, []])
})

test('two pages that send the same picture at once create one file', async () => {
  const databases = await openBare()
  const { id } = await keep(databases, await noise(830))
  await Promise.all([send(databases, new Line()), send(databases, new Line(['elsewhere']))])
  expect(await waits(databases, id)).toBe(false)
  const { rows } = await world.admin.query('select from file where id = $1', [id])
  expect(rows.length).toBe(1)
  const left = await world.admin.query('select from file_upload where id = $1', [id])
  expect(left.rows).toEqual([])
})

test('a small picture is sent in one request, and a picture that the study already has is not sent', async () => {
  const databases = await openBare()
  const small = await keep(databases, await noise(20))
  const line = new Line()
  await send(databases, line)
  expect([await waits(databases, small.id), line.paths]).toEqual([false, ['/api/file/upload']])
  const first = await keep(databases, picture)
  await send(databases, new Line())
  const again = await keep(databases, picture, uuidv7(), first.owner)
  const second = new Line()
  await send(databases, second)
  expect(second.paths).toEqual(['/api/file/upload/begin'])
  expect(await sourceOf(again.id)).toBe(sumOf(picture))
})

test('an id with different content stays on the device with the reason, and the next picture is sent', async () => {
  const databases = await openBare()
  const { id, owner } = await keep(databases, picture)
  await send(databases, new Line())
  const other = await noise(820)
  await keep(databases, other, id, owner)
  const next = await keep(databases, await noise(810))
  await send(databases, new Line())
  const kept = await databases.blobs.find(id)
  expect([kept?.command, kept?.body.refusal]).toEqual([
    REFUSED,
    'This command id was already used with different content.',
  ])
  expect(kept?.body.bytes).toEqual(other)
  expect(await waits(databases, next.id)).toBe(false)
})

test('a picture still arrives if the server keeps losing chunks or does not support them', async () => {
  const databases = await openBare()
  const { id } = await keep(databases, await noise(800))
  const forgetful = new Line()
  await sendWaitingFiles(
    databases,
    createUpload(async (url, init) => {
      if (url.endsWith('/finish')) await world.admin.query('delete from file_upload where id = $1', [id])
      return forgetful.exchange(url, init)
    }),
  )
  const old = { message: 'This record does not exist.', code: 'not_found' } as const
  await sendWaitingFiles(
    databases,
    createUpload(async () => Promise.reject(new ApiError(404, old))),
  )
  expect((await databases.blobs.find(id))?.command).toBe('')
  await send(databases, new Line())
  expect(await waits(databases, id)).toBe(false)
})

test('a picture that fails on the server does not block the next', async () => {
  const databases = await openBare()
  const bad = await keep(databases, await noise(790), '01990000-0000-7000-8000-000000000001')
  const good = await keep(databases, await noise(780))
  const line = new Line()
  const internal = { message: 'Something went wrong here. Nothing was lost.', code: 'internal' } as const
  await sendWaitingFiles(
    databases,
    createUpload((url, init) =>
      typeof init.body === 'string' && init.body.includes(bad.id)
        ? Promise.reject(new ApiError(500, internal))
        : line.exchange(url, init),
    ),
  )
  expect([await waits(databases, bad.id), await waits(databases, good.id)]).toEqual([true, false])
})
