import { expect, test } from 'vitest'
import type { Databases } from '#src/db/open-databases.ts'
import type { DraftRow, OutboxRow } from '#src/db/work-database.ts'
import { effectKeyOf } from '#src/sync/outbox/make/effect-keys.ts'
import { rebaseCommand } from '#src/sync/outbox/settle/rebase-command.ts'
import { outboxRow } from '#tests/sync/support/outbox-row.ts'
import { openBare } from '#tests/sync/support/test-page.ts'

const SIGNING = {
  seal: async () => ({ sealed: null, sealedKeyId: 'key' }),
  sign: async () => ({ signature: 'new', signedBy: 'me' }),
}
const ranTo = (rev: number | null) =>
  ({ kind: 'ran', ran: 'command 0', answer: { pos: 7, rev, body: {} } }) as const

/** An edit in flight that should have replaced `command 0`. */
const EDIT = outboxRow(3, {
  state: 'sending',
  claim: 2,
  sentAt: 5,
  exportedAt: 6,
  attempts: 4,
  nextAt: 9,
  lastError: { kind: 'network', status: undefined, code: undefined, at: 1 },
  base: { rev: 1 },
  supersedes: ['command 0'],
  e: { input: { text: 'edited' }, label: 'Save' },
})

async function withRows(...rows: OutboxRow[]): Promise<Databases> {
  const databases = await openBare()
  await databases.work.outbox.bulkAdd(rows)
  await databases.work.meta.put({ id: 'epoch', value: 0, text: 'first' })
  return databases
}

async function rebase(databases: Databases, edit: OutboxRow, rev: number | null = 4) {
  await rebaseCommand(databases, SIGNING, await databases.outbox.open(edit), ranTo(rev))
  const rows = await databases.work.outbox.orderBy('seq').toArray()
  return { rows, anew: rows.find(({ seq }) => seq === edit.seq) }
}

test('an edit waits again under another id, based on its predecessor’s result', async () => {
  const { anew } = await rebase(await withRows(EDIT), EDIT)
  expect(anew).toEqual({
    ...EDIT,
    id: expect.not.stringMatching(EDIT.id),
    state: 'waiting',
    base: { rev: 4, epoch: 'first', of: '1' },
    supersedes: undefined,
    sentAt: undefined,
    exportedAt: undefined,
    claim: undefined,
    attempts: 0,
    nextAt: 0,
    lastError: undefined,
    sealedKeyId: 'key',
    signature: 'new',
    signedBy: 'me',
  })
})

test('without a revision it keeps its base, and it still replaces the others', async () => {
  const edit = { ...EDIT, supersedes: ['command 0', 'command 1'] }
  const { anew } = await rebase(await withRows(edit), edit, null)
  expect([anew?.base, anew?.supersedes]).toEqual([{ rev: 1 }, ['command 1']])
  const bare = { ...EDIT, supersedes: undefined } as unknown as OutboxRow
  expect((await rebase(await withRows(bare), bare)).anew?.supersedes).toBeUndefined()
})

test.each<[string, Partial<OutboxRow>]>([
  ['claimed again', { claim: 3 }],
  ['put back', { state: 'waiting' }],
])('an answer about a command that has since been %s changes nothing', async (_which, change) => {
  const row = { ...EDIT, ...change }
  expect((await rebase(await withRows(row), EDIT)).rows).toEqual([row])
})

test('its effects and its text follow it', async () => {
  const databases = await withRows(EDIT)
  const { work } = databases
  const effect = (command: string) => ({
    id: effectKeyOf(command, 'report', '1'),
    rev: 0,
    command,
    seq: 3,
    type: 'report',
    record: '1',
    ackedRev: undefined,
    e: { text: command },
  })
  await work.overlay.bulkAdd([effect(EDIT.id), effect('command 9')])
  const draft = (id: string, command: string): DraftRow => ({
    id,
    rev: 0,
    study: '1',
    updated: 0,
    command,
    baseRev: 1,
    baseEpoch: 'older',
    isSaved: true,
    writer: 'me',
    e: {},
  })
  await work.drafts.bulkAdd([draft('1', EDIT.id), draft('2', 'command 9')])
  const { anew } = await rebase(databases, EDIT)
  const id = anew?.id ?? ''
  expect(await work.overlay.where('command').equals(id).toArray()).toEqual([
    { ...effect(id), e: { text: EDIT.id } },
  ])
  expect(await work.overlay.count()).toBe(2)
  expect(await work.drafts.get('1')).toMatchObject({ command: id, baseRev: 4, baseEpoch: 'first' })
  expect(await work.drafts.get('2')).toEqual(draft('2', 'command 9'))
})

test('a text keeps its base if its predecessor left no revision', async () => {
  const databases = await withRows(EDIT)
  const draft = { rev: 0, study: '1', updated: 0, isSaved: true, writer: 'me', e: {} }
  await databases.work.drafts.add({ ...draft, id: '1', command: EDIT.id, baseRev: 1, baseEpoch: 'older' })
  await rebase(databases, EDIT, null)
  expect(await databases.work.drafts.get('1')).toMatchObject({ baseRev: 1, baseEpoch: 'older' })
})

test('commands that followed it follow the new one and are signed again; others stay unchanged', async () => {
  const tied = (seq: number, change: Partial<OutboxRow>) =>
    outboxRow(seq, { aggregate: `study:${seq}`, signature: 'old', ...change })
  const other = tied(7, { depends: ['command 9'], after: ['command 9'], base: { follows: 'command 9' } })
  const { rows, anew } = await rebase(
    await withRows(
      EDIT,
      tied(4, { depends: ['command 9', EDIT.id] }),
      tied(5, { after: [EDIT.id, 'command 9'] }),
      tied(6, { base: { follows: EDIT.id } }),
      other,
      tied(8, { depends: [EDIT.id], base: { follows: 'command 9' } }),
    ),
    EDIT,
  )
  const id = anew?.id ?? ''
  expect(
    rows.slice(1).map(({ depends, after, base, signature }) => [depends, after, base, signature]),
  ).toEqual([
    [['command 9', id], undefined, undefined, undefined],
    [[], [id, 'command 9'], undefined, undefined],
    [[], undefined, { follows: id }, undefined],
    [['command 9'], ['command 9'], { follows: 'command 9' }, 'old'],
    [[id], undefined, { follows: 'command 9' }, undefined],
  ])
})
