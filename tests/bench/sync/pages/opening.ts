import type { StudyRow } from '#contract/calls/studies.ts'
import type { Codec } from '#src/db/codec.ts'
import { type Databases, openDatabases } from '#src/db/open-databases.ts'
import { importDataKey, mintDataKey, rowKey } from '#src/db/sealing/data-key.ts'
import { createRecordCodec } from '#src/db/sealing/record-codec.ts'
import { getDevice } from '#src/sync/current-device.ts'
import { branchZone } from '#src/sync/session/branch-zone.ts'
import { currentSession } from '#src/sync/session/session.ts'
import { findFirstRows } from '#src/sync/studies/first-page.ts'
import { viewerOf } from '#src/sync/studies/viewer.ts'
import { feedWorklist } from '#src/workers/worklist-feed.ts'
import { WorklistWindow } from '#src/workers/worklist-window.ts'
import { plainCodec } from '#tests/helpers/device/plain-codec.ts'

const CHUNK = 2_000
export const FIRST_PAGE = { flag: 'worklist', assigned_type: 'Any', p: 1, ps: 20 } as const

/** Returns the first rows of the worklist as the screen reads them. */
export const firstRows = (databases: Databases) =>
  findFirstRows(databases, { input: FIRST_PAGE, viewer: viewerOf(currentSession()!), zone: branchZone() })

/** Inserts copies of a real study with other ids and times. */
async function fill(userId: string, codec: Codec, count: number): Promise<void> {
  const { cache, studies } = getDevice().databases
  const [first] = await cache.studies.limit(1).toArray()
  const { body, ...clear } = await studies.open(first!)
  const databases = await openDatabases(userId, { codec })
  for (let from = 0; from < count; from += CHUNK) {
    const rows = Array.from({ length: Math.min(CHUNK, count - from) }, (_, i) => {
      const id = crypto.randomUUID()
      const received = Date.parse(body.received_datetime) - (from + i) * 60_000
      const received_datetime = new Date(received).toISOString()
      const study: StudyRow = {
        ...body,
        id,
        study_id: id,
        received_datetime,
        pat_name: `Patient ${from + i}`,
      }
      return { ...clear, id, received, body: study }
    })
    await databases.cache.studies.bulkPut(await databases.studies.sealAll(rows))
  }
  databases.close()
}

async function open(userId: string, codec: Codec): Promise<{ firstMs: number; allMs: number; rows: number }> {
  const began = performance.now()
  const databases = await openDatabases(userId, { codec })
  await firstRows(databases)
  const firstMs = performance.now() - began
  const window = new WorklistWindow()
  const beganAll = performance.now()
  const feed = feedWorklist(databases, window, () => undefined)
  await feed.ready
  const allMs = performance.now() - beganAll
  feed.stop()
  databases.close()
  return { firstMs, allMs, rows: window.size }
}

/** Measures how `count` sealed studies are loaded into memory once the key is there, against readable ones, in turn. */
export async function timeOpening(count: number, runs: number) {
  const { id, raw } = mintDataKey()
  const key = await rowKey(await importDataKey(id, raw))
  const kinds = [
    { name: 'sealed', userId: 'bench-sealed', codec: createRecordCodec(() => key) },
    { name: 'plain', userId: 'bench-readable', codec: plainCodec },
  ] as const
  for (const { userId, codec } of kinds) await fill(userId, codec, count)
  const times = { first: [] as number[], sealed: [] as number[], plain: [] as number[] }
  for (let run = -1; run < runs; run++)
    for (const { name, userId, codec } of kinds) {
      const { firstMs, allMs, rows } = await open(userId, codec)
      if (rows !== count) throw new Error(`${rows} of ${count} studies were read`)
      if (run < 0) continue
      times[name].push(allMs)
      if (name === 'sealed') times.first.push(firstMs)
    }
  return times
}
