import { expect, test } from 'vitest'
import type { OutboxRow } from '#src/db/work-database.ts'
import type { Act, CommandAuthor } from '#src/sync/outbox/make/enqueue-command.ts'
import { enqueueCommand, prepareCommand } from '#src/sync/outbox/make/enqueue-command.ts'
import { keepConfirmed } from '#src/sync/pull/copies.ts'
import { studyRowOf } from '#tests/helpers/device/study-row.ts'
import { outboxRow } from '#tests/sync/support/outbox-row.ts'
import { anAuthor, newUser, openBare } from '#tests/sync/support/test-page.ts'

const STUDY = '01970000-0000-7000-8000-0000000000a1'

async function start(change: Partial<CommandAuthor> = {}) {
  const userId = newUser()
  const databases = await openBare(userId)
  const author: CommandAuthor = { ...anAuthor(userId), ...change }
  const rows = async () => databases.outbox.openAll(await databases.work.outbox.orderBy('seq').toArray())
  const tag = (more: Partial<Act<'study/assignTag'>> = {}) =>
    enqueueCommand(databases, author, {
      key: 'study/assignTag',
      input: { study_id: STUDY, tag_id: 't1' },
      label: 'Assign tag',
      ...more,
    })
  return { databases, author, rows, tag, userId }
}

test('a new command waits in the lane of its record, with its author’s input and no attempt', async () => {
  const { rows, tag, userId } = await start()
  const id = await tag()
  expect(await rows()).toEqual([
    expect.objectContaining({
      id,
      rev: 0,
      state: 'waiting',
      call: 'study/assignTag',
      aggregate: `tag:${STUDY}`,
      record: `study:${STUDY}`,
      depends: [],
      files: [],
      isAuto: false,
      attempts: 0,
      nextAt: 0,
      at: 1_000,
      isOffline: false,
      user: userId,
      body: { input: { study_id: STUDY, tag_id: 't1' }, label: 'Assign tag' },
    }),
  ])
  const [row] = await rows()
  expect([row?.sentAt, row?.claim, row?.acked, row?.lastError]).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ])
  expect(row).not.toHaveProperty('after')
})

test('commands are ordered by their clicks', async () => {
  const { rows, tag } = await start()
  const ids = [await tag(), await tag({ input: { study_id: STUDY, tag_id: null } }), await tag()]
  const kept = await rows()
  expect(kept.map(({ id }) => id)).toEqual(ids)
  expect(new Set(kept.map(({ seq }) => seq)).size).toBe(3)
})

test('a command names what it depends on and what it follows', async () => {
  const { rows, tag } = await start()
  await tag({ depends: ['a', 'b'], after: ['c'] })
  expect(await rows()).toMatchObject([{ depends: ['a', 'b'], after: ['c'] }])
})

test.each([
  [true, false, false],
  [true, true, true],
  [false, false, true],
])('with network %s and an app that continued %s, made offline is %s', async (online, goesOn, offline) => {
  const { rows, tag } = await start({ isOnline: () => online })
  await tag({ madeOffline: goesOn })
  expect((await rows()).map(({ isOffline }) => isOffline)).toEqual([offline])
})

test('the change is shown at once under its command, and is computed from the device’s record', async () => {
  const { databases, tag } = await start()
  await keepConfirmed(databases, { study: studyRowOf({ id: STUDY }) })
  const id = await tag()
  const shown = await databases.overlay.openAll(await databases.work.overlay.toArray())
  expect(shown).toMatchObject([
    { command: id, type: 'study', record: STUDY, body: { tag_id: 't1', tag: '', tag_color: '' } },
  ])
  expect(shown[0]?.ackedRev).toBeUndefined()
  expect(shown[0]?.seq).toBe((await databases.work.outbox.get(id))?.seq)
})

test('a change is computed from the screen’s records instead of the device’s, unless its rows are given', async () => {
  const { databases, tag } = await start()
  const tags = [{ id: 't1', rev: 1, name: 'Urgent', color: '#f00', type: 'Normal' }]
  await tag({ shown: { findTags: async () => tags as never } })
  await tag({ patches: [{ type: 'study', id: STUDY, change: { tag: 'Given' } }] })
  const shown = await databases.overlay.openAll(await databases.work.overlay.toArray())
  const inOrder = shown.toSorted((a, b) => a.seq - b.seq)
  expect(inOrder.map(({ body }) => body.tag)).toEqual(['Urgent', 'Given'])
})

test('a command replaces those that it settles, and commands that waited for them wait for it', async () => {
  const { databases, rows, tag } = await start()
  const waiting = (seq: number, change: Partial<OutboxRow>) => ({
    ...outboxRow(seq, { aggregate: `study:${seq}`, signature: 'signed', ...change }),
  })
  const bodied = (row: OutboxRow) => ({ ...row, body: { input: {}, label: 'x' } })
  const sealed = await databases.outbox.sealAll(
    [
      waiting(101, { state: 'parked' }),
      waiting(102, { depends: ['command 101', 'other'] }),
      waiting(103, { after: ['command 101'] }),
      waiting(104, { depends: ['other'] }),
    ].map(bodied),
  )
  await databases.work.outbox.bulkAdd(sealed)
  const id = await tag({ settles: ['command 101'] })
  const kept = new Map((await rows()).map((row) => [row.id, row]))
  expect(kept.has('command 101')).toBe(false)
  expect(kept.get('command 102')?.depends).toEqual(['other', id])
  expect(kept.get('command 103')?.after).toContain(id)
  expect(kept.get('command 104')?.depends).toEqual(['other'])
  // The signature covers the dependencies.
  expect(['command 102', 'command 104'].map((one) => kept.get(one)?.signature)).toEqual([undefined, 'signed'])
})

test('a command is signed for its position, and again if another page was faster', async () => {
  const places: number[] = []
  let faster: (() => Promise<unknown>) | undefined
  const { databases, author, rows, tag } = await start({
    sign: async ({ seq }) => {
      places.push(seq)
      const first = faster
      faster = undefined
      await first?.()
      return { signature: `for ${seq}` }
    },
  })
  const other: CommandAuthor = { ...author, writer: 'other page', sign: async () => ({}) }
  faster = () =>
    enqueueCommand(databases, other, {
      key: 'study/assignTag',
      input: { study_id: STUDY, tag_id: 't2' },
      label: 'Assign tag',
    })
  const id = await tag()
  expect(places).toHaveLength(2)
  const kept = await rows()
  expect(kept.at(-1)).toMatchObject({ id, seq: places[1], signature: `for ${places[1]}` })
  expect(kept).toHaveLength(2)
})

test('any other failure of the disk is reported, and nothing is queued', async () => {
  const { databases, rows, tag } = await start({
    sign: () => Promise.reject(new Error('no key')),
  })
  await expect(tag()).rejects.toThrow('no key')
  expect(await rows()).toEqual([])
  expect(await databases.work.overlay.count()).toBe(0)
})

test('a command that goes to the server at once is sealed and not queued', async () => {
  const { databases, author, rows } = await start({ seal: async () => ({ sealed: 'box' }) as never })
  const row = await prepareCommand(databases, author, 'own id', {
    key: 'study/assignTag',
    input: { study_id: STUDY, tag_id: null },
    label: 'Assign tag',
  })
  expect(row).toMatchObject({ id: 'own id', sealed: 'box', call: 'study/assignTag', state: 'waiting' })
  expect(row).not.toHaveProperty('body')
  expect(await rows()).toEqual([])
})
