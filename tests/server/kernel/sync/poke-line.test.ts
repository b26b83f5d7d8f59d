import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { PokeLine, pokeText, spreadOf } from '#server/kernel/sync/poke-line.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function openLine(scopes: string[], random = () => 0.5) {
  const said: string[] = []
  return { line: new PokeLine(scopes, (text) => said.push(text), random), said }
}

test('in a small house a poke goes out at once', () => {
  const { line, said } = openLine(['a'])
  line.hear({ pos: 7, scopes: ['a', 'b'] }, 24)
  expect(said).toEqual(['data: 7 a\n\n'])
})

test('where many wait each is told within a second, with what came meanwhile', () => {
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

test('where many wait, nobody is told more than once a second', () => {
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

test('what concerns few takes along what was held back for many', () => {
  const { line, said } = openLine(['a', 'user:me'], () => 0.9)
  line.hear({ pos: 7, scopes: ['a'] }, 400)
  line.hear({ pos: 8, scopes: ['user:me'] }, 1)
  expect(said).toEqual(['data: 8 a user:me\n\n'])
  vi.advanceTimersByTime(5_000)
  expect(said).toHaveLength(1)
})

test('a poke without scopes that is held back stays one without scopes', () => {
  const { line, said } = openLine(['a'])
  line.hear({ pos: 7, scopes: undefined }, 100)
  line.hear({ pos: 8, scopes: ['a'] }, 100)
  vi.advanceTimersByTime(1_000)
  expect(said).toEqual(['data: 8\n\n'])
})

test('other rights poke once, the same ones do not', () => {
  const { line, said } = openLine(['a', 'b'])
  line.grant(['b', 'a'])
  expect(said).toEqual([])
  line.grant(['b'])
  expect(said).toEqual(['data: 0\n\n'])
  expect([line.wants(['a']), line.wants(['b'])]).toEqual([false, true])
})

test('a closed line says nothing more, and who holds nothing is told nothing', () => {
  const [closed, empty] = [openLine(['a']), openLine([])]
  closed.line.hear({ pos: 7, scopes: ['a'] }, 100)
  closed.line.close()
  empty.line.hear({ pos: 7, scopes: undefined }, 1)
  vi.advanceTimersByTime(1_000)
  expect([closed.said, empty.said]).toEqual([[], []])
})

test('the spread grows with the crowd and ends at a second', () => {
  expect([1, 24, 25, 100, 250, 5_000].map(spreadOf)).toEqual([0, 0, 100, 400, 1_000, 1_000])
})

test('a poke reads as before for a device that knows no scopes', () => {
  expect(pokeText({ pos: 3, scopes: ['client'] }).startsWith('data:')).toBe(true)
})
