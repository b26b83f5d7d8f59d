import { expect, test, vi } from 'vitest'
import type { LastError, OutboxRow, WorkDatabase } from '#src/db/work-database.ts'
import { effectKeyOf } from '#src/sync/outbox/make/effect-keys.ts'
import { forgetBackoffs, pruneAcked } from '#src/sync/outbox/settle/prune-acked.ts'
import { outboxRow } from '#tests/sync/support/outbox-row.ts'
import { openBare } from '#tests/sync/support/test-page.ts'

async function withRows(...rows: OutboxRow[]): Promise<WorkDatabase> {
  const { work } = await openBare()
  await work.outbox.bulkAdd(rows)
  await work.overlay.bulkAdd(
    rows.map(({ id, seq }) => ({
      id: effectKeyOf(id, 'report', '1'),
      rev: 0,
      command: id,
      seq,
      type: 'report',
      record: '1',
      ackedRev: undefined,
      e: {},
    })),
  )
  return work
}

const ackedRow = (seq: number, pos: number | null, change: Partial<OutboxRow> = {}) =>
  outboxRow(seq, { state: 'acked', acked: { pos, rev: 1, at: 1_000 }, ...change })

const seqsOf = async (table: { toArray: () => PromiseLike<{ seq: number }[]> }) =>
  (await table.toArray()).map(({ seq }) => seq).sort((a, b) => a - b)

test('acknowledged commands up to the position move into the journal, and their effects are removed', async () => {
  const work = await withRows(ackedRow(1, 5), ackedRow(2, 6), ackedRow(3, null), outboxRow(4))
  expect(await pruneAcked(work, 5)).toBe(2)
  expect(await seqsOf(work.outbox)).toEqual([2, 4])
  expect(await seqsOf(work.journal)).toEqual([1, 3])
  expect(await seqsOf(work.overlay)).toEqual([2, 4])
})

test('a command with flags stays until they are resolved, without its effects', async () => {
  const work = await withRows(ackedRow(1, 5, { flags: ['look again'] }), ackedRow(2, 5, { flags: [] }))
  expect(await pruneAcked(work, 5)).toBe(1)
  expect([await seqsOf(work.outbox), await seqsOf(work.overlay)]).toEqual([[1], []])
})

test('on a full disk the older half of the journal is deleted, and any other failure is thrown', async () => {
  const work = await withRows(ackedRow(1, 5), ackedRow(2, 5), ackedRow(3, 9))
  await pruneAcked(work, 5)
  const fail = (name: string) => {
    vi.spyOn(work, 'transaction').mockImplementationOnce(() => {
      throw new DOMException('x', name)
    })
  }
  fail('QuotaExceededError')
  expect(await pruneAcked(work, 9)).toBe(1)
  expect(await seqsOf(work.journal)).toEqual([2, 3])
  fail('AbortError')
  await expect(pruneAcked(work, 9)).rejects.toThrow(expect.objectContaining({ name: 'AbortError' }))
  expect(await seqsOf(work.journal)).toEqual([2, 3])
})

const failed = (seq: number, lastError: Partial<LastError>, state: OutboxRow['state'] = 'waiting') =>
  outboxRow(seq, {
    state,
    attempts: 4,
    nextAt: 9_000,
    lastError: { kind: 'network', status: undefined, code: undefined, at: 1, ...lastError },
  })

test('commands that waited for the network or a session are due as soon as the network is back', async () => {
  const work = await withRows(
    failed(1, { kind: 'network' }),
    failed(2, { kind: 'network', isAsked: true }),
    failed(3, { kind: 'session', isAsked: true }),
    failed(4, { kind: 'server' }),
    failed(5, { kind: 'server', isAsked: true }),
    failed(6, { kind: 'dependency' }),
    failed(7, { kind: 'refused' }),
    failed(8, { kind: 'network' }, 'sending'),
  )
  await forgetBackoffs(work)
  const rows = await work.outbox.toArray()
  expect(rows.filter(({ nextAt }) => nextAt === 0).map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 6])
  expect(rows.filter(({ attempts }) => attempts === 0).map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 6])
})
