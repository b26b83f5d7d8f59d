import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useBookletDraft } from '#src/parts/booklet/use-booklet-draft.ts'
import type { BookletContent } from '#src/sync/booklets/save-booklet.ts'
import type { ShownBooklet } from '#src/sync/booklets/use-booklet.ts'

const saves: { content: BookletContent; rev: number }[] = []
vi.mock('#src/sync/booklets/save-booklet.ts', () => ({
  saveBooklet: async (_: string, content: BookletContent, rev: number) => {
    saves.push({ content, rev })
    return 'command'
  },
}))

const booklet = (change: Partial<ShownBooklet> = {}): ShownBooklet => ({
  id: 'booklet',
  rev: 4,
  study_id: 'study',
  pagesize: 'A4',
  layout: '2x2',
  empty_area_bg: 'black',
  img_file_ids: ['a', null, 'b'],
  isWaiting: false,
  ...change,
})

const open = (first: ShownBooklet | undefined = booklet()) =>
  renderHook(({ shown }) => useBookletDraft('study', shown), { initialProps: { shown: first } })
const settle = () => act(() => vi.advanceTimersByTimeAsync(1_000))

beforeEach(() => {
  saves.length = 0
  vi.useFakeTimers()
})
afterEach(() => vi.useRealTimers())

test('pictures fill the empty cells from the selected one on, and a series of them is one save', async () => {
  const { result } = open()
  act(() => {
    result.current.put(0, ['c'])
    result.current.put(0, ['d', 'e'])
  })
  expect(result.current.content.img_file_ids).toEqual(['a', 'c', 'b', 'd', 'e'])
  expect(result.current.pages).toHaveLength(2)
  expect(result.current.isKeeping).toBe(true)
  await settle()
  expect(saves).toEqual([{ content: result.current.content, rev: 4 }])
  expect(result.current.isKeeping).toBe(false)
})

test('a picture is removed from its cell, and the others stay in place', async () => {
  const { result } = open()
  act(() => result.current.remove(0))
  await settle()
  expect(saves[0]?.content.img_file_ids).toEqual([null, null, 'b'])
})

test('another layout keeps the pictures in order; a further page is empty and not stored', async () => {
  const { result } = open()
  act(() => result.current.addPage())
  expect(result.current.pages).toHaveLength(2)
  await settle()
  expect(saves).toEqual([])
  act(() => result.current.setLook({ layout: '3x3' }))
  expect(result.current.pages[0]?.slice(0, 3)).toEqual(['a', null, 'b'])
  await settle()
  expect(saves).toHaveLength(1)
})

test('a change just before the dialog closes is stored', () => {
  const { result, unmount } = open()
  act(() => result.current.setLook({ empty_area_bg: 'white' }))
  unmount()
  expect(saves.map(({ content }) => content.empty_area_bg)).toEqual(['white'])
})

test('a change that is undone before it was stored is no save', async () => {
  const { result } = open()
  act(() => result.current.setLook({ empty_area_bg: 'white' }))
  act(() => result.current.setLook({ empty_area_bg: 'black' }))
  await settle()
  expect(saves).toEqual([])
})

test('later saves are based on the desk’s state: the own one that came back, or the server’s merge of two', async () => {
  const { result, rerender } = open()
  act(() => void result.current.put(1, ['c']))
  await settle()
  rerender({ shown: booklet({ rev: 5, img_file_ids: ['a', 'c', 'b'] }) })
  act(() => void result.current.put(3, ['d']))
  await settle()
  // In the meantime another person removed 'a' and added 'x'; the own cells come first.
  rerender({ shown: booklet({ rev: 9, img_file_ids: ['a', 'c', 'b', 'd', 'x'] }) })
  expect(result.current.content.img_file_ids).toContain('x')
  act(() => result.current.remove(4))
  await settle()
  expect(saves.map(({ rev }) => rev)).toEqual([4, 5, 9])
  expect(saves.at(-1)?.content.img_file_ids).toEqual(['a', 'c', 'b', 'd', null])
})

test('a save is based on the one before as soon as the server confirmed it, before its copy arrives', async () => {
  const { result, rerender } = open()
  act(() => void result.current.put(1, ['c']))
  await settle()
  rerender({ shown: booklet({ rev: 5, img_file_ids: ['a', 'c', 'b'], isWaiting: true }) })
  act(() => result.current.remove(1))
  await settle()
  expect(saves.map(({ rev }) => rev)).toEqual([4, 5])
})

test('another person’s save does not replace a change that is not stored yet', async () => {
  const { result, rerender } = open()
  act(() => void result.current.put(1, ['c']))
  rerender({ shown: booklet({ rev: 9, img_file_ids: ['somebody else'] }) })
  await settle()
  expect(saves).toEqual([{ content: expect.objectContaining({ img_file_ids: ['a', 'c', 'b'] }), rev: 4 }])
})

test('a full booklet shows how many pictures did not fit', () => {
  const { result } = open(booklet({ img_file_ids: Array.from({ length: 119 }, (_, at) => String(at)) }))
  let left = 0
  act(() => {
    left = result.current.put(0, ['x', 'y', 'z'])
  })
  expect(left).toBe(2)
})
