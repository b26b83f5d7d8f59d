import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { PokeLine, pokeText, spreadOf } from '#server/kernel/sync/feed/poke-line.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function openLine(scopes: string[], random = () => 0.5) {
  const said: string[] = []
  return { line: new PokeLine(scopes, (text) => said.push(text), random), said }
}

test('with few listeners a poke is sent at once', () => {
  const { line, said } = openLine(['a'])
  line.hear({ pos: 7, scopes: ['a', 'b'] }, 24)
  expect(said).toEqual(['data: 7 a\n\n'])
})

test('with many listeners each is notified within a second, including newer pokes', () => {
  const { line, said } = openLine(['a', 'b'], () => 0.999)
  line.hear({ pos: 7, scopes: ['a'] }, 500)
  vi.advanceTimersByTime(500)
  line.hear({ pos: 9, scopes: ['b', 'c'] }, 500)
  line.hear({ pos: 8, scopes: ['a'] }, 500)
  expect(said).toEqual([])
  vi.advanceTimersByTime(500)
  expect(said).toEqual(['data: 9 a b\n\n'])
  vi.advanceTimersByTime(5_000)
  expect(said).toHaveLength(1)
})

test('with many listeners, none is notified more than once a second', () => {
  const { line, said } = openLine(['a'], () => 0)
  for (let n = 1; n <= 25; n += 1) {
    line.hear({ pos: n, scopes: ['a'] }, 40)
    vi.advanceTimersByTime(200)
  }
  expect(said.length).toBeGreaterThanOrEqual(5)
  expect(said.length).toBeLessThanOrEqual(6)
  vi.advanceTimersByTime(1_000)
  expect(said.at(-1)).toBe('data: 25 a\n\n')
})

test('a poke for few includes the delayed pokes for many', () => {
  const { line, said } = openLine(['a', 'user:me'], () => 0.9)
  line.hear({ pos: 7, scopes: ['a'] }, 400)
  line.hear({ pos: 8, scopes: ['user:me'] }, 1)
  expect(said).toEqual(['data: 8 a user:me\n\n'])
  vi.advanceTimersByTime(5_000)
  expect(said).toHaveLength(1)
})

test('a poke that was sent is not sent again with the next', () => {
  const { line, said } = openLine(['a', 'b'])
  line.hear({ pos: 7, scopes: ['a'] }, 1)
  line.hear({ pos: 8, scopes: ['b'] }, 1)
  expect(said).toEqual(['data: 7 a\n\n', 'data: 8 b\n\n'])
})

test('a poke for few takes the place of the delayed one, and the next waits a second from then', () => {
  const { line, said } = openLine(['a'], () => 0.9)
  line.hear({ pos: 7, scopes: ['a'] }, 400)
  line.hear({ pos: 8, scopes: ['a'] }, 1)
  line.hear({ pos: 9, scopes: ['a'] }, 400)
  vi.advanceTimersByTime(950)
  expect(said).toEqual(['data: 8 a\n\n'])
  vi.advanceTimersByTime(50)
  expect(said).toEqual(['data: 8 a\n\n', 'data: 9 a\n\n'])
})

test('a delayed poke without scopes stays one without scopes', () => {
  const { line, said } = openLine(['a'])
  line.hear({ pos: 7, scopes: undefined }, 100)
  line.hear({ pos: 8, scopes: ['a'] }, 100)
  vi.advanceTimersByTime(1_000)
  expect(said).toEqual(['data: 8\n\n'])
})

test('changed rights poke once, unchanged ones do not', () => {
  const { line, said } = openLine(['a', 'b'])
  line.grant(['b', 'a'])
  expect(said).toEqual([])
  line.grant(['b'])
  expect(said).toEqual(['data: 0\n\n'])
  expect([line.wants(['a']), line.wants(['b'])]).toEqual([false, true])
})

test('a closed line sends nothing more, and a listener without scopes receives nothing', () => {
  const [closed, empty] = [openLine(['a']), openLine([])]
  closed.line.hear({ pos: 7, scopes: ['a'] }, 100)
  closed.line.close()
  empty.line.hear({ pos: 7, scopes: undefined }, 1)
  vi.advanceTimersByTime(1_000)
  expect([closed.said, empty.said]).toEqual([[], []])
})

test('the spread grows with the number of listeners up to a second', () => {
  expect([1, 24, 25, 100, 250, 5_000].map(spreadOf)).toEqual([0, 0, 100, 400, 1_000, 1_000])
})

test('a poke has the earlier format for a device that does not know scopes', () => {
  expect(pokeText({ pos: 3, scopes: ['client'] }).startsWith('data:')).toBe(true)
})
