import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { KNOWLEDGE } from '#domain/access/knowledge.ts'
import { CLIENT_SCOPE } from '#server/kernel/scopes.ts'
import { type Cursor, type CursorOwner, writeCursor } from '#server/kernel/sync/pull/cursor.ts'
import { resume } from '#server/kernel/sync/pull/resume.ts'

const OWNER: CursorOwner = {
  epoch: 'first',
  caller: { clientId: 'client', userId: 'person' },
  knowledge: ['money'],
}
const HEAD = { pos: 90, floor: 10 }
const HELD: Cursor = {
  pos: 50,
  done: [CLIENT_SCOPE, 'a'],
  waiting: ['b'],
  type: 'study',
  after: 'id',
  knowledge: 'money',
}

const resumeFrom = (cursor: Cursor, granted: string[], owner = OWNER) =>
  resume(writeCursor(cursor, OWNER), owner, granted, HEAD)

test('a device without a cursor starts at the end of the feed with every scope to fill', () => {
  expect(resume(undefined, OWNER, ['a', 'b'], HEAD)).toEqual({
    cursor: { pos: 90, done: [], waiting: ['a', 'b'] },
    lost: [],
    isNewHolding: true,
  })
  expect(resume(undefined, OWNER, ['a'], HEAD).isNewHolding).toBe(true)
  expect(resume(undefined, OWNER, [], HEAD).isNewHolding).toBe(false)
})

test('a device with the same scopes continues where it was', () => {
  expect(resumeFrom(HELD, [CLIENT_SCOPE, 'a', 'b'])).toEqual({ cursor: HELD, lost: [], isNewHolding: false })
})

test('a gained scope is filled last, after the masters again', () => {
  expect(resumeFrom(HELD, [CLIENT_SCOPE, 'a', 'b', 'c'])).toEqual({
    cursor: { ...HELD, done: ['a'], waiting: ['b', CLIENT_SCOPE, 'c'] },
    lost: [],
    isNewHolding: true,
  })
})

test('masters that wait already are not filled twice', () => {
  const early = { ...HELD, done: ['a'], waiting: [CLIENT_SCOPE] }
  expect(resumeFrom(early, [CLIENT_SCOPE, 'a', 'c']).cursor).toMatchObject({
    done: ['a'],
    waiting: [CLIENT_SCOPE, 'c'],
  })
})

test('after the loss of a scope the others are filled again from the same position', () => {
  for (const [granted, lost] of [
    [[CLIENT_SCOPE, 'b'], ['a']],
    [[CLIENT_SCOPE, 'a', 'c'], ['b']],
  ] as const)
    expect(resumeFrom(HELD, [...granted])).toEqual({
      cursor: { pos: 50, done: [], waiting: granted },
      lost,
      isNewHolding: true,
    })
})

test('a person who may know more or less loses every copy', () => {
  const granted = [CLIENT_SCOPE, 'a', 'b']
  const knowing = { ...OWNER, knowledge: ['money', 'prices'] as const }
  expect(resumeFrom(HELD, granted, knowing)).toEqual({
    cursor: { pos: 50, done: [], waiting: granted },
    lost: granted,
    isNewHolding: true,
  })
})

test.each([
  ['of another history', 50, { ...OWNER, epoch: 'second' }],
  ['from before the beginning of the feed', 9, OWNER],
  ['from after the end of the feed', 91, OWNER],
])('a cursor %s is refused', (_which, pos, owner) => {
  expect(() => resumeFrom({ ...HELD, pos }, ['a'], owner)).toThrow(
    expect.objectContaining({ code: 'resync' }),
  )
})

test.each([10, 90])('a cursor at either end of the feed, %d, continues', (pos) => {
  expect(resumeFrom({ ...HELD, pos }, [CLIENT_SCOPE, 'a', 'b']).cursor.pos).toBe(pos)
})

/** The same cursor as from before knowledge was restricted. */
function withoutKnowledge(text: string): string {
  const { k: _, ...stored } = JSON.parse(inflateRawSync(Buffer.from(text, 'base64url')).toString())
  return deflateRawSync(JSON.stringify(stored)).toString('base64url')
}

test('a cursor that names no knowledge is of a person who knew everything', () => {
  const granted = [CLIENT_SCOPE, 'a', 'b']
  const old = withoutKnowledge(writeCursor(HELD, OWNER))
  expect(resume(old, { ...OWNER, knowledge: KNOWLEDGE }, granted, HEAD).lost).toEqual([])
  expect(resume(old, OWNER, granted, HEAD).lost).toEqual(granted)
})
