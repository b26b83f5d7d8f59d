// @vitest-environment happy-dom
// Must be the first import: live queries search for the databases when the library is loaded.
import 'fake-indexeddb/auto'
import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { patientDeskCalls } from '#contract/calls/patient-desk.ts'
import { COMPARED_MAX } from '#contract/calls/restores.ts'
import type { OutboxRow } from '#src/db/work-database.ts'
import { ApiError } from '#src/sync/api/errors.ts'
import { setDevice } from '#src/sync/current-device.ts'
import type { Device } from '#src/sync/device.ts'
import { doNow } from '#src/sync/journal/do-now.ts'
import {
  dropOlderHalf,
  JOURNAL_BYTES_ID,
  JOURNAL_DAYS_ID,
  keepJournal,
  keepJournalDays,
  takeFromJournal,
} from '#src/sync/journal/journal.ts'
import { EPOCH_ID } from '#src/sync/journal/known-epoch.ts'
import { keepNote, readNotes } from '#src/sync/journal/notes.ts'
import { returnLost } from '#src/sync/journal/return-lost.ts'
import { findHistoryChange, noteReadAnew, useHistoryChange } from '#src/sync/journal/use-history-change.ts'
import { setSession } from '#src/sync/session/session-state.ts'
import { sessionFields } from '#tests/helpers/device/session-fields.ts'
import { outboxRow } from '../support/outbox-row.ts'
import { studyId } from '../support/rows.ts'
import { anAuthor, openBare } from '../support/test-page.ts'

afterEach(() => {
  cleanup()
  setDevice(undefined)
  setSession(undefined)
  vi.unstubAllGlobals()
})

const DAY_MS = 86_400_000
const NOW = Date.parse('2026-11-23T10:00:00.000Z')
const RECEIPT = { epoch: 'one', hash: 'aGFzaA==', pos: 5, rev: 2, key_id: 'k', signature: 'c2ln' }
const at = (ms: number) => new Date(NOW + ms).toISOString()
/** A command that the server accepted so many milliseconds from now. */
const acked = (seq: number, ms = 0, change: Partial<OutboxRow> = {}) =>
  outboxRow(seq, { id: studyId(seq), state: 'acked', acked: { pos: seq, rev: 1, at: NOW + ms }, ...change })

async function open() {
  const databases = await openBare()
  const { work } = databases
  const keep = (...rows: OutboxRow[]) =>
    work.transaction('rw', work.journal, work.meta, () => keepJournal(work, rows))
  const bytes = async () => (await work.meta.get(JOURNAL_BYTES_ID))?.value
  const ids = async () => (await work.journal.orderBy('seq').toArray()).map(({ seq }) => seq)
  return { databases, work, keep, bytes, ids }
}

test('the journal counts the bytes of its rows, sealed or not, and a row that is kept again once', async () => {
  const { keep, bytes, work, ids } = await open()
  await keep()
  expect(await bytes()).toBeUndefined()
  await keep(acked(1, 0, { sealed: new Uint8Array(10), e: new Uint8Array(5).buffer }))
  expect(await bytes()).toBe(1_015)
  await keep(acked(1, 0, { sealed: null, e: { text: 'abc', list: ['de', 7, null] } }))
  expect(await bytes()).toBe(1_005)
  await keep(acked(2), acked(3))
  expect(await bytes()).toBe(3_005)
  await work.transaction('rw', work.journal, work.meta, async () =>
    takeFromJournal(work, [(await work.journal.get(studyId(2)))!]),
  )
  expect([await bytes(), await ids()]).toEqual([2_005, [1, 3]])
})

test('rows older than the kept days go with their bytes; the newest row counts as now', async () => {
  const { keep, bytes, ids, work } = await open()
  await keep(acked(1, -8 * DAY_MS), acked(2, -7 * DAY_MS), acked(3))
  expect([await ids(), await bytes()]).toEqual([[2, 3], 2_000])
  // The time of the server's receipt counts before the device's own.
  await keep(acked(4, 0, { receipts: [{ ...RECEIPT, at: at(DAY_MS) }] }))
  expect(await ids()).toEqual([3, 4])
  await work.transaction('rw', work.journal, work.meta, () => keepJournalDays(work, 0))
  expect([await ids(), await bytes()]).toEqual([[4], 1_000])
  expect((await work.meta.get(JOURNAL_DAYS_ID))?.value).toBe(0)
})

test('an empty journal keeps its days, and the same number changes nothing', async () => {
  const { work, bytes } = await open()
  await keepJournalDays(work, 3)
  expect([(await work.meta.get(JOURNAL_DAYS_ID))?.value, await bytes()]).toEqual([3, undefined])
})

test('many old rows go, however many at once', async () => {
  const { keep, ids, bytes } = await open()
  await keep(...Array.from({ length: 250 }, (_, n) => acked(n + 1, -9 * DAY_MS)))
  await keep(acked(300))
  expect([await ids(), await bytes()]).toEqual([[300], 1_000])
})

test('on a full disk the older half of the journal goes', async () => {
  const { keep, ids, bytes, work } = await open()
  await keep(acked(1), acked(2), acked(3))
  await dropOlderHalf(work)
  expect([await ids(), await bytes()]).toEqual([[3], 1_000])
})

const noteText = (n: number, ms: number) =>
  btoa(JSON.stringify({ id: studyId(n), call: 'x', acts: [], receipt: { ...RECEIPT, at: at(ms) } }))

test('notes are read in the order of their issue, after the last one, and old ones go', async () => {
  const { work } = await open()
  await keepNote(work, noteText(9, -8 * DAY_MS))
  for (const [n, ms] of [
    [3, 10],
    [1, 5],
    [2, 5],
  ] as const)
    await keepNote(work, noteText(n, ms))
  await keepNote(work, 'no note')
  const idsOf = (rows: { id: string }[]) => rows.map(({ id }) => id)
  const all = await readNotes(work, undefined, 10)
  expect(idsOf(all)).toEqual([1, 2, 3].map(studyId))
  expect(idsOf(await readNotes(work, undefined, 2))).toEqual([1, 2].map(studyId))
  expect(idsOf(await readNotes(work, all[0], 10))).toEqual([2, 3].map(studyId))
  expect(idsOf(await readNotes(work, all[0], 1))).toEqual([studyId(2)])
  expect(await readNotes(work, all[2], 10)).toEqual([])
  await work.meta.put({ id: JOURNAL_DAYS_ID, value: 1 })
  await keepNote(work, noteText(4, DAY_MS + 6))
  expect(idsOf(await readNotes(work, undefined, 10))).toEqual([3, 4].map(studyId))
})

interface Compared {
  commands: { id: string; call: string; receipts: unknown[] }[]
  notes?: { id: string }[]
}
/** A server that compares what it is told, and lacks some of it. */
function comparing(lacks: (ids: string[]) => string[]) {
  const told: Compared[] = []
  const call = async (_: unknown, input: Compared) => {
    told.push(input)
    return { lacking: lacks(input.commands.map(({ id }) => id)) }
  }
  return { told, call: call as never }
}

test('after a restore what the server lacks waits again, with its files, and is compared once', async () => {
  const { work, keep, ids, bytes } = await open()
  const { told, call } = comparing((given) => given.filter((id) => [1, 3].map(studyId).includes(id)))
  const files: string[] = []
  const send = async (given: readonly string[]) => void files.push(...given)
  await keep(
    acked(1, 0, { files: ['f1'], receipts: [{ ...RECEIPT, at: at(0) }], flags: ['x'] as never }),
    acked(2),
  )
  await work.outbox.bulkPut([acked(3, 0, { files: ['f3'] }), outboxRow(4, { id: studyId(4) })])
  // The first history is no restore, nor is the known one.
  expect(await returnLost(work, call, 'two', send)).toBe(0)
  await work.meta.put({ id: EPOCH_ID, text: 'two' } as never)
  expect(await returnLost(work, call, 'two', send)).toBe(0)
  expect(told).toEqual([])
  await keepNote(work, noteText(8, 0))
  expect(await returnLost(work, call, 'three', send)).toBe(1)
  expect(told[0]!.commands.map(({ id }) => id)).toEqual([1, 2, 3].map(studyId))
  expect(told[0]!.commands[0]!.receipts).toHaveLength(1)
  expect(told[1]).toMatchObject({ commands: [], notes: [{ id: studyId(8) }] })
  expect(told).toHaveLength(2)
  expect(files).toEqual(['f1', 'f3'])
  const row = await work.outbox.get(studyId(1))
  expect(row).toMatchObject({ state: 'waiting', attempts: 0, nextAt: 0 })
  expect([row?.acked, row?.flags, row?.lastError]).toEqual([undefined, undefined, undefined])
  expect(row).not.toHaveProperty('bytes')
  expect([await ids(), await bytes()]).toEqual([[2], 1_000])
  expect(await returnLost(work, call, 'three', send)).toBe(0)
  expect(told).toHaveLength(2)
})

test('a server that cannot compare gets everything again; another failure is tried again later', async () => {
  const { work, keep } = await open()
  await work.meta.put({ id: EPOCH_ID, text: 'one' } as never)
  await keep(acked(1), acked(2))
  let status = 503
  const call = (async () => {
    throw new ApiError(status, { code: 'unavailable', message: 'no' })
  }) as never
  await expect(returnLost(work, call, 'two')).rejects.toMatchObject({ status: 503 })
  expect(await work.outbox.count()).toBe(0)
  status = 404
  const none = async () => undefined
  await returnLost(work, call, 'two', none)
  expect((await work.outbox.toArray()).map(({ state }) => state)).toEqual(['waiting', 'waiting'])
})

test('a long journal is compared in portions', async () => {
  const { work, keep } = await open()
  await work.meta.put({ id: EPOCH_ID, text: 'one' } as never)
  const count = COMPARED_MAX + 3
  await keep(...Array.from({ length: count }, (_, n) => acked(n)))
  const { told, call } = comparing((given) => given.slice(0, 1))
  expect(await returnLost(work, call, 'two')).toBe(2)
  expect(told.map(({ commands }) => commands.length)).toEqual([COMPARED_MAX, 3])
})

test('screens of an earlier history learn of the new one until they are read again', async () => {
  const { work, databases } = await open()
  let shown: string | undefined
  const history = {
    read: () => shown,
    readAnew: async () => {
      shown = (await work.meta.get(EPOCH_ID))?.text
    },
  }
  setDevice({ databases, history } as unknown as Device)
  expect(await findHistoryChange({ databases, history })).toBeUndefined()
  shown = 'one'
  await work.meta.put({ id: EPOCH_ID, text: 'one' } as never)
  expect(await findHistoryChange({ databases, history })).toBeUndefined()
  const { result } = renderHook(() => useHistoryChange())
  await act(() => work.meta.put({ id: EPOCH_ID, text: 'two' } as never))
  await waitFor(() => expect(result.current).toBe('two'))
  await noteReadAnew()
  expect(await findHistoryChange({ databases, history })).toBeUndefined()
})

const PATIENT = {
  id: studyId(50),
  fname: 'Asha',
  lname: 'Rao',
  gender: 'Female',
  mobile: '',
} as never

function answering(receipt: string | undefined) {
  const sent: Headers[] = []
  vi.stubGlobal('fetch', async (_: string, init: RequestInit) => {
    sent.push(new Headers(init.headers))
    return new Response('{"result":"saved"}', { headers: receipt ? { 'x-signed-receipt': receipt } : {} })
  })
  return sent
}

test('what is done online is kept in the journal with the server’s receipt, in its place of the queue', async () => {
  const { work, databases } = await open()
  setSession(sessionFields())
  const receipt = { ...RECEIPT, at: at(0) }
  const sent = answering(btoa(JSON.stringify(receipt)))
  const author = { ...anAuthor(databases.userId), now: () => NOW }
  setDevice({ databases, author } as unknown as Device)
  expect(await doNow(patientDeskCalls.save, PATIENT, 'Save patient')).toEqual({ result: 'saved' })
  const [row] = await work.journal.toArray()
  expect(row).toMatchObject({
    id: sent[0]!.get('idempotency-key'),
    seq: 1,
    state: 'acked',
    call: 'patient/save',
    acked: { pos: 5, rev: 2, at: NOW },
    receipts: [receipt],
    sentAt: row?.at,
  })
  await doNow(patientDeskCalls.save, PATIENT, 'Save patient')
  expect((await work.journal.toArray()).map(({ seq }) => seq).toSorted((a, b) => a - b)).toEqual([1, 2])
  answering(undefined)
  await doNow(patientDeskCalls.save, PATIENT, 'Save patient')
  answering('no receipt')
  await doNow(patientDeskCalls.save, PATIENT, 'Save patient')
  expect(await work.journal.count()).toBe(2)
  setDevice(undefined)
  answering(btoa(JSON.stringify(receipt)))
  expect(await doNow(patientDeskCalls.save, PATIENT, 'Save patient')).toEqual({ result: 'saved' })
})
