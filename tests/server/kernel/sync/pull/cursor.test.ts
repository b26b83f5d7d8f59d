import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { markOf, readCursor, writeCursor } from '#server/kernel/sync/pull/cursor.ts'

const OWNER = {
  epoch: 'first',
  caller: { clientId: 'client', userId: 'person' },
  knowledge: ['money', 'prices'],
} as const
const CURSOR = {
  pos: 7,
  done: ['client'],
  waiting: ['branch:a', 'branch:b'],
  type: 'study',
  after: 'id',
}

const pack = (stored: unknown) => deflateRawSync(JSON.stringify(stored)).toString('base64url')
/** What a cursor holds besides its owner. */
const stored = { e: 'first', p: 7, d: [], w: [] }

test('a cursor comes back as it was written, with what its person knew', () => {
  expect(readCursor(writeCursor(CURSOR, OWNER), OWNER)).toEqual({ ...CURSOR, knowledge: 'money prices' })
  const start = { pos: 0, done: [], waiting: [] }
  expect(readCursor(writeCursor(start, OWNER), OWNER)).toEqual({ ...start, knowledge: 'money prices' })
})

test.each([
  ['another history', { ...OWNER, epoch: 'second' }],
  ['another client', { ...OWNER, caller: { ...OWNER.caller, clientId: 'other' } }],
  ['another person', { ...OWNER, caller: { ...OWNER.caller, userId: 'other' } }],
])('the cursor of %s is not read', (_whose, owner) => {
  expect(readCursor(writeCursor(CURSOR, OWNER), owner)).toBeUndefined()
})

test('a cursor names nobody in clear', () => {
  const text = writeCursor(CURSOR, { ...OWNER, caller: { clientId: 'c'.repeat(40), userId: 'p'.repeat(40) } })
  expect(text.length).toBeLessThan(200)
})

test.each(['', 'not a cursor', pack('text'), pack(stored), pack({ ...stored, u: 1 })])(
  'what is no cursor is not read: %s',
  (text) => {
    expect(readCursor(text, OWNER)).toBeUndefined()
  },
)

test('a cursor that unpacks to more than 256 KiB is not read', () => {
  const wide = (length: number) => writeCursor({ ...CURSOR, done: ['x'.repeat(length)] }, OWNER)
  const most = 256 * 1024 - inflateRawSync(Buffer.from(wide(0), 'base64url')).length
  expect(readCursor(wide(most), OWNER)?.done[0]).toHaveLength(most)
  expect(readCursor(wide(most + 1), OWNER)).toBeUndefined()
})

test('knowledge is marked by its names', () => {
  expect([markOf([]), markOf(['money', 'identity'])]).toEqual(['', 'money identity'])
})
