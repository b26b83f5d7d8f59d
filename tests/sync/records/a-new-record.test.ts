import { readFileSync } from 'node:fs'
import { v7 as mintId } from 'uuid'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { askAdmin } from '#tests/server/features/look-inside.ts'
import { type DemoServer, openDemo } from '#tests/server/features/open-demo.ts'
import { type Copies, NEVER, openCopies } from '../with-server/copies.ts'

/*
 * Follows "A new synced record" of CONTRIBUTING.md: the two lines are put into the two lists, the blocks are run, and
 * everything that is derived from the declaration is used.
 */
vi.mock('#contract/records/records.ts', async () => {
  const { withLine } = await import('./with-machine-notes.ts')
  return withLine('contract/records/records.ts', {
    imports: "import { machineNoteRecord } from '#tests/sync/records/machine-note.ts'",
    before: '  notificationRecord,\n] as const',
    line: '  machineNoteRecord,',
  })
})
vi.mock('#server/features/sync-sources.ts', async () => {
  const { withLine } = await import('./with-machine-notes.ts')
  return withLine('server/features/sync-sources.ts', {
    imports: "import { machineNoteSource } from '#tests/sync/records/machine-note-source.ts'",
    before: '  notification: notificationSource,',
    line: '  machine_note: machineNoteSource,',
  })
})

const SECTION = '## A new synced record, step by step'
const guide = readFileSync('CONTRIBUTING.md', 'utf8')
const section = guide.slice(guide.indexOf(SECTION))
const blocksOf = (language: string) =>
  [...section.matchAll(new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``, 'g'))].map(
    ([, block = '']) => block,
  )

let demo: DemoServer
let desk: Copies
const note = mintId()
let visit: { client_id: string; id: string; branch_id: string }

beforeAll(async () => {
  demo = await openDemo()
  await askAdmin(demo, blocksOf('sql')[0] ?? '')
  const [recent] = await askAdmin<typeof visit>(
    demo,
    `select v.client_id, v.id, v.branch_id from visit v join branch b on b.client_id = v.client_id and b.id = v.branch_id
     where b.name ilike '%andheri%' and v.start_dt > $1 order by v.start_dt limit 1`,
    [demo.clock.now],
  )
  visit = recent!
  await askAdmin(
    demo,
    `insert into machine_note (client_id, id, visit_id, note, written_by) values ($1, $2, $3, 'Bring the wheelchair', 'Desk')`,
    [visit.client_id, note, visit.id],
  )
  desk = await openCopies(demo, 'desk.andheri')
  await desk.puller.pull()
})
afterAll(async () => {
  desk?.databases.close()
  await demo?.close()
})

const shown = (path: string) => {
  const text = readFileSync(path, 'utf8')
  return text
    .slice(text.indexOf('/**'))
    .replaceAll(/ as (VisitPartType|never)/g, '')
    .trim()
}

test('the declaration and the source in CONTRIBUTING.md are the ones tested here', () => {
  const [declaration = '', source = ''] = blocksOf('ts').map((block) =>
    block.slice(block.indexOf('/**')).trim(),
  )
  expect(declaration).toBe(shown('tests/sync/records/machine-note.ts'))
  expect(source).toBe(shown('tests/sync/records/machine-note-source.ts'))
})

test('a device pulls the record with its visit, sealed, into its own table', async () => {
  const table = desk.databases.cache.table<{ id: string; visit: string; scope: string }>('machineNotes')
  expect(await table.toArray()).toMatchObject([
    { id: note, visit: visit.id, scope: `visits:${visit.branch_id}` },
  ])
  expect(table.schema.indexes.map(({ src }) => src)).toEqual(['visit', 'scope'])
})

test('checksums find a lost copy, and the repair brings it back', async () => {
  const { cache } = desk.databases
  await cache.table('machineNotes').clear()
  expect(await desk.repairer.run(NEVER)).toBe(1)
  expect(await cache.table('machineNotes').count()).toBe(1)
})

test('it leaves the device with its visit', async () => {
  const { deleteWithVisits } = await import('#src/db/visit-parts.ts')
  await deleteWithVisits(desk.databases.cache, [visit.id])
  expect(await desk.databases.cache.table('machineNotes').count()).toBe(0)
})
