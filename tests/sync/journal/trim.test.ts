import { afterEach, beforeEach, expect, test } from 'vitest'
import { type OutboxRow, WorkDatabase } from '#src/db/work-database.ts'
import { reportContact } from '#src/sync/device-facts/report-contact.ts'
import {
  JOURNAL_BYTES_ID,
  JOURNAL_BYTES_MAX,
  keepJournal,
  keepJournalDays,
} from '#src/sync/journal/journal.ts'
import { ModelServer } from '../support/model-server.ts'
import { callerOver } from '../support/test-page.ts'

const DAY_MS = 86_400_000
const NOW = Date.parse('2026-11-23T10:00:00Z')
let work: WorkDatabase
beforeEach(async () => {
  work = new WorkDatabase('journal')
  await work.open()
})
afterEach(() => work.delete())

/** Acknowledged so many days ago; its number gives its order. */
const row = (seq: number, daysAgo: number): OutboxRow => ({
  id: `command-${seq}`,
  rev: 0,
  seq,
  state: 'acked',
  call: 'saveReport',
  version: 1,
  aggregate: 'report:one',
  record: 'report:one',
  base: undefined,
  depends: [],
  files: [],
  isAuto: false,
  sentAt: undefined,
  claim: undefined,
  attempts: 0,
  nextAt: 0,
  acked: { pos: seq, rev: 1, at: NOW - daysAgo * DAY_MS },
  lastError: undefined,
  at: NOW - daysAgo * DAY_MS,
  skewMs: undefined,
  isOffline: false,
  user: 'user',
  sealed: null,
  e: '',
})
const keep = (...rows: OutboxRow[]) =>
  work.transaction('rw', work.journal, work.meta, () => keepJournal(work, rows))
const kept = async () => (await work.journal.orderBy('seq').toArray()).map(({ seq }) => seq)
const bytes = async () => (await work.meta.get(JOURNAL_BYTES_ID))?.value

test('the journal keeps as many days as the client’s setting, counted from the newest accepted entry', async () => {
  await keep(row(1, 12), row(2, 8), row(3, 6))
  await keep(row(4, 0))
  expect(await kept()).toEqual([3, 4])
  await work.delete()
  await work.open()
  await keepJournalDays(work, 10)
  await keep(row(1, 12), row(2, 8), row(3, 6))
  await keep(row(4, 0))
  expect(await kept()).toEqual([2, 3, 4])
})

test('a setting received at a contact applies from then on, and entries that are too old are deleted at once', async () => {
  const server = new ModelServer()
  const contact = () =>
    reportContact(work, callerOver(server.fetch), async () => ({ used: 0, granted: 1, isPersistent: true }))
  await keep(row(1, 6), row(2, 4), row(3, 0))
  await contact()
  expect(await kept()).toEqual([1, 2, 3])
  const before = await bytes()
  server.journalDays = 5
  await contact()
  expect(await kept()).toEqual([2, 3])
  expect(await bytes()).toBe(((before ?? 0) / 3) * 2)
  server.journalDays = 90
  await contact()
  await keep(row(4, -80))
  expect(await kept()).toEqual([2, 3, 4])
})

test('above 200 MB the oldest entries are deleted, whatever the number of days', async () => {
  await keepJournalDays(work, 90)
  await keep(row(1, 3), row(2, 2))
  const half = JOURNAL_BYTES_MAX / 2
  await work.journal.toCollection().modify({ bytes: half })
  await work.meta.put({ id: JOURNAL_BYTES_ID, value: 2 * half })
  await keep(row(3, 1))
  expect(await kept()).toEqual([2, 3])
})
