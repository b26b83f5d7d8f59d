import { createHash, randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import sharp from 'sharp'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CHUNK_BYTES } from '#contract/calls/files.ts'
import { ageUploadsJob } from '#server/kernel/files/age-uploads.ts'
import { serveFiles } from '#server/kernel/files/serve-files.ts'
import { bearer, openWorld, type SignedIn, type World } from '../helpers/world.ts'

const MEGABYTE = 1_048_576
let world: World
let doctor: SignedIn
let colleague: SignedIn
let picture: Buffer
const dataDir = mkdtempSync(join(tmpdir(), 'readroom-chunks-'))
const seen = new Set<string>()

beforeAll(async () => {
  world = await openWorld({
    config: { dataDir },
    mount: (app) => serveFiles(app, async (_tx, _caller, studyId) => seen.has(studyId)),
  })
  doctor = await world.signIn()
  colleague = await world.signIn()
  picture = await noise(500)
})
afterAll(async () => {
  await world.close()
  rmSync(dataDir, { recursive: true, force: true })
})

/** Returns a picture that does not compress: at 500 points wide it has three chunks. */
const noise = (width: number) =>
  sharp(randomBytes(width * 400 * 3), { raw: { width, height: 400, channels: 3 } })
    .png()
    .toBuffer()

const sumOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
const cut = (bytes: Buffer) =>
  Array.from({ length: Math.ceil(bytes.length / CHUNK_BYTES) }, (_, index) =>
    bytes.subarray(index * CHUNK_BYTES, (index + 1) * CHUNK_BYTES),
  )

/** A file as a device sends it, with the faults that a test sets. */
class Sending {
  readonly id = uuidv7()
  readonly bytes: Buffer
  readonly who: SignedIn
  app: FastifyInstance = world.app

  constructor(bytes: Buffer, who = doctor) {
    this.bytes = bytes
    this.who = who
  }

  begin(change: object = {}) {
    return this.#post('begin', {
      id: this.id,
      sha256: sumOf(this.bytes),
      bytes: this.bytes.length,
      name: 'picture.png',
      purpose: 'photo',
      chunks: cut(this.bytes).map(sumOf),
      ...change,
    })
  }

  finish(change: object = {}) {
    return this.#post('finish', { id: this.id, sha256: sumOf(this.bytes), ...change })
  }

  async chunk(bytes: Buffer, sha256 = sumOf(bytes)) {
    return this.app.inject({
      method: 'POST',
      url: `/api/file/upload/chunk?id=${this.id}&sha256=${sha256}`,
      headers: { ...bearer(this.who), 'content-type': 'application/octet-stream' },
      payload: bytes,
    })
  }

  async all(): Promise<void> {
    for (const chunk of cut(this.bytes)) expect((await this.chunk(chunk)).statusCode).toBe(200)
  }

  async #post(path: string, payload: object) {
    return this.app.inject({
      method: 'POST',
      url: `/api/file/upload/${path}`,
      headers: bearer(this.who),
      payload,
    })
  }
}

const missingIn = (answer: { json: () => { result: { missing: string[] } } }) => answer.json().result.missing
const read = (id: string, who = doctor) => world.app.inject({ url: `/api/file/${id}`, headers: bearer(who) })

const chunksLeft = () =>
  existsSync(join(dataDir, 'unfinished'))
    ? readdirSync(join(dataDir, 'unfinished'), { recursive: true, encoding: 'utf8' }).filter((name) =>
        /[0-9a-f]{64}$/.test(name),
      )
    : []

test('a file in chunks equals the file in one piece, in any order of arrival, and leaves nothing behind', async () => {
  const sending = new Sending(picture)
  const chunks = cut(picture)
  expect(chunks.length).toBe(3)
  expect(missingIn(await sending.begin())).toEqual(chunks.map(sumOf))
  for (const chunk of chunks.toReversed()) await sending.chunk(chunk)
  expect((await sending.finish()).json()).toEqual({ result: { kept: true, missing: [] } })
  expect((await read(sending.id)).rawPayload).toEqual(picture)
  expect(chunksLeft()).toEqual([])
  const { rows } = await world.admin.query('select from file_upload where id = $1', [sending.id])
  expect(rows.length).toBe(0)
})

test('the server names the missing chunks, also from another process', async () => {
  const bytes = await noise(510)
  const sending = new Sending(bytes)
  const [first = bytes, , last = bytes] = cut(bytes)
  await sending.begin()
  await sending.chunk(last)
  sending.app = await world.another()
  const lacking = cut(bytes).slice(0, 2).map(sumOf)
  expect(missingIn(await sending.begin())).toEqual(lacking)
  expect((await sending.finish()).json()).toEqual({ result: { kept: false, missing: lacking } })
  await sending.chunk(first)
  expect(missingIn(await sending.begin())).toEqual(lacking.slice(1))
})

test('all three calls may be repeated, also at the same time, and create one file', async () => {
  const bytes = await noise(520)
  const sending = new Sending(bytes)
  await Promise.all([sending.begin(), sending.begin()])
  await Promise.all([...cut(bytes), ...cut(bytes)].map((chunk) => sending.chunk(chunk)))
  const ends = await Promise.all([sending.finish(), sending.finish(), sending.finish()])
  expect(ends.map((end) => end.json().result?.kept)).toEqual([true, true, true])
  expect((await sending.finish()).json().result.kept).toBe(true)
  expect((await sending.begin()).json().result).toEqual({ kept: true, missing: [] })
  const { rows } = await world.admin.query('select count(*)::int as n from file where id = $1', [sending.id])
  expect(rows[0].n).toBe(1)
  expect(chunksLeft().filter((name) => name.includes(sending.id))).toEqual([])
})

test('a damaged, unknown, too long or unowned chunk is refused', async () => {
  const bytes = await noise(530)
  const sending = new Sending(bytes)
  const [first = bytes] = cut(bytes)
  expect((await sending.chunk(first)).json().code).toBe('not_found')
  await sending.begin()
  const damaged = await sending.chunk(first.subarray(1), sumOf(first))
  expect([damaged.statusCode, damaged.json().fields]).toEqual([400, { chunk: 'is not what its name says' }])
  const unknown = await sending.chunk(randomBytes(10))
  expect(unknown.json().fields).toEqual({ sha256: 'is no chunk of this file' })
  expect((await sending.chunk(Buffer.alloc(CHUNK_BYTES + 1))).statusCode).toBe(413)
  const json = await world.app.inject({
    method: 'POST',
    url: `/api/file/upload/chunk?id=${sending.id}&sha256=${sumOf(first)}`,
    headers: bearer(doctor),
    payload: {},
  })
  expect(json.statusCode).toBe(400)
  const unsigned = await world.app.inject({ method: 'POST', url: '/api/file/upload/begin', payload: {} })
  expect(unsigned.statusCode).toBe(403)
  expect(missingIn(await sending.begin()).length).toBe(3)
})

test('another person’s upload is not found, and its id cannot be taken', async () => {
  const bytes = await noise(540)
  const sending = new Sending(bytes)
  await sending.begin()
  const thief = new Sending(bytes, colleague)
  Object.assign(thief, { id: sending.id })
  expect((await thief.begin()).json().code).toBe('id_reused')
  expect((await thief.chunk(cut(bytes)[0] ?? bytes)).json().code).toBe('not_found')
  await sending.all()
  expect((await thief.finish()).json().code).toBe('not_found')
  expect((await sending.finish()).json().result.kept).toBe(true)
  expect((await thief.finish()).json().code).toBe('id_reused')
})

test('the same id with different content is refused before and after completion', async () => {
  const sending = new Sending(await noise(550))
  const other = new Sending(await noise(551))
  Object.assign(other, { id: sending.id })
  await sending.begin()
  expect((await other.begin()).json().code).toBe('id_reused')
  await sending.all()
  await sending.finish()
  expect((await other.begin()).json().code).toBe('id_reused')
})

test('content refused in a plain upload is refused with the same message, before the transfer where possible', async () => {
  const long = new Sending(Buffer.alloc(6 * MEGABYTE))
  const tooLarge = await long.begin()
  expect([tooLarge.statusCode, tooLarge.json().message]).toEqual([
    413,
    "Can't upload! This image is larger than 5 MB.",
  ])
  const named = await new Sending(picture).begin({ name: 'picture.gif' })
  expect(named.json().message).toBe('Invalid image! Only .jpg and .png images are allowed.')
  expect((await new Sending(picture).begin({ purpose: 'letterhead' })).json().code).toBe('not_permitted')
  const foreign = await new Sending(picture).begin({ purpose: 'report_image', owner_id: uuidv7() })
  expect(foreign.json().fields).toEqual({ owner_id: 'is not a record that this file can belong to' })
  const bad = await new Sending(picture).begin({ sha256: 'x', colour: 'red', chunks: [] })
  expect(bad.json().fields).toEqual({ colour: 'is not a known field', sha256: 'must be a SHA-256 in hex' })
  expect((await new Sending(picture).begin({ chunks: [] })).json().fields).toEqual({
    chunks: 'are not as many as the file has',
  })
})

test('a file that is not a picture, or not the announced one, is refused and its chunks are dropped', async () => {
  const lying = new Sending(randomBytes(400_000))
  await lying.begin()
  await lying.all()
  const refused = await lying.finish()
  expect([refused.statusCode, refused.json().message]).toEqual([
    400,
    'Invalid image! Only .jpg and .png images are allowed.',
  ])
  const announced = sumOf(Buffer.from('another'))
  const wrong = new Sending(await noise(560))
  await wrong.begin({ sha256: announced })
  await wrong.all()
  expect((await wrong.finish({ sha256: announced })).json().code).toBe('invalid')
  for (const { id } of [lying, wrong]) expect(chunksLeft().filter((name) => name.includes(id))).toEqual([])
})

test('a right lost in the meantime is checked again at the end', async () => {
  const study = uuidv7()
  seen.add(study)
  const sending = new Sending(await noise(570))
  await sending.begin({ purpose: 'report_image', owner_id: study })
  await sending.all()
  seen.delete(study)
  expect((await sending.finish()).json().fields).toEqual({
    owner_id: 'is not a record that this file can belong to',
  })
})

test('content that its owner already has is not requested again; under another owner it is', async () => {
  const [study, other] = [uuidv7(), uuidv7()]
  seen.add(study).add(other)
  const bytes = await noise(580)
  const first = new Sending(bytes)
  await first.begin({ purpose: 'report_image', owner_id: study })
  await first.all()
  await first.finish()
  const again = new Sending(bytes, colleague)
  expect((await again.begin({ purpose: 'report_image', owner_id: study })).json().result).toEqual({
    kept: true,
    missing: [],
  })
  expect((await read(again.id)).rawPayload).toEqual((await read(first.id)).rawPayload)
  const elsewhere = new Sending(bytes)
  expect(
    missingIn(await elsewhere.begin({ purpose: 'report_image', owner_id: other })).length,
  ).toBeGreaterThan(1)
  const ofColleague = new Sending(bytes, colleague)
  expect(missingIn(await ofColleague.begin({ purpose: 'document' })).length).toBeGreaterThan(1)
})

test('content whose bytes were lost is requested again and repairs the file', async () => {
  const bytes = await noise(590)
  const sending = new Sending(bytes)
  await sending.begin()
  await sending.all()
  await sending.finish()
  const name = sumOf(bytes)
  rmSync(join(dataDir, 'files', name.slice(0, 2), name.slice(2)))
  expect(missingIn(await sending.begin()).length).toBe(3)
  await sending.all()
  await sending.finish()
  expect((await read(sending.id)).rawPayload).toEqual(bytes)
})

test('chunks lost by the store are requested again', async () => {
  const sending = new Sending(await noise(600))
  await sending.begin()
  await sending.all()
  rmSync(join(dataDir, 'unfinished'), { recursive: true })
  const { missing, kept } = (await sending.finish()).json().result
  expect([kept, missing.length]).toEqual([false, 3])
  expect(missingIn(await sending.begin()).length).toBe(3)
  await sending.all()
  expect((await sending.finish()).json().result.kept).toBe(true)
})

test('unfinished files of one person have limited space; the oldest one of that person is dropped', async () => {
  const person = await world.signIn()
  const other = new Sending(randomBytes(300_000), colleague)
  await other.begin()
  const many: Sending[] = []
  const start = world.clock.now
  for (let index = 0; index < 11; index++) {
    world.clock.now = new Date(start.getTime() + index * 1000)
    const sending = new Sending(randomBytes(5 * MEGABYTE), person)
    await sending.begin()
    many.push(sending)
  }
  world.clock.now = start
  const { rows } = await world.admin.query<{ id: string }>(
    'select id from file_upload where created_by = $1 order by touched',
    [person.userId],
  )
  expect(rows.map(({ id }) => id)).toEqual(many.slice(1).map(({ id }) => id))
  expect((await other.chunk(cut(other.bytes)[0] ?? other.bytes)).statusCode).toBe(200)
})

test('an upload idle for seven days is deleted with its chunks', async () => {
  const old = new Sending(await noise(610))
  await old.begin()
  await old.chunk(cut(old.bytes)[0] ?? old.bytes)
  const start = world.clock.now
  world.clock.now = new Date(start.getTime() + 4 * 86_400_000)
  // A session expires before that.
  const fresh = new Sending(await noise(620), await world.signIn())
  await fresh.begin()
  await fresh.chunk(cut(fresh.bytes)[0] ?? fresh.bytes)
  world.clock.now = new Date(start.getTime() + 7.5 * 86_400_000)
  await ageUploadsJob.run(world.app.kernel, world.app.log)
  world.clock.now = start
  expect(chunksLeft().filter((name) => name.includes(old.id))).toEqual([])
  expect(chunksLeft().filter((name) => name.includes(fresh.id)).length).toBe(1)
  const { rows } = await world.admin.query('select id from file_upload where id = any ($1)', [
    [old.id, fresh.id],
  ])
  expect(rows).toEqual([{ id: fresh.id }])
})
