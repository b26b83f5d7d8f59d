import { expect, test } from 'vitest'
import { Awake } from '#src/sw/awake.ts'

/** Returns 'waits' or 'ended' for the promise now. */
const stateOf = (promise: Promise<void> | undefined) =>
  Promise.race([promise?.then(() => 'ended'), new Promise((done) => setTimeout(() => done('waits'), 5))])

test.each([
  ['HOLD_KEY', 'TAKE_KEY'],
  ['HOLD_KEY', 'DROP_KEY'],
  ['HOLD_TEXT', 'TAKE_TEXTS'],
  ['HOLD_TEXT', 'DROP_KEY'],
])('after %s the worker stays awake until %s of the same user', async (hold, take) => {
  const awake = new Awake()
  const holding = awake.after({ type: hold, userId: 'one' })
  expect(await stateOf(holding)).toBe('waits')
  expect(awake.after({ type: take, userId: 'two' })).toBeUndefined()
  expect(await stateOf(holding)).toBe('waits')
  void awake.after({ type: take, userId: 'one' })
  expect(await stateOf(holding)).toBe('ended')
})

test('a new hand-over ends the previous wait, and taking the key leaves the text waiting', async () => {
  const awake = new Awake()
  const [first, text] = [
    awake.after({ type: 'HOLD_KEY', userId: 'one' }),
    awake.after({ type: 'HOLD_TEXT', userId: 'one' }),
  ]
  const second = awake.after({ type: 'HOLD_KEY', userId: 'one' })
  void awake.after({ type: 'TAKE_KEY', userId: 'one' })
  expect(await Promise.all([first, second, text].map(stateOf))).toEqual(['ended', 'ended', 'waits'])
  void awake.after({ type: 'TAKE_TEXTS', userId: 'one' })
  expect(await stateOf(text)).toBe('ended')
})

test('other messages do not keep the worker awake', () => {
  const awake = new Awake()
  expect(['SKIP_WAITING', 'TAKE_KEY', undefined].map((type) => awake.after({ type, userId: 'one' }))).toEqual(
    [undefined, undefined, undefined],
  )
})
