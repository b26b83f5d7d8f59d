import { expect, test } from 'vitest'
import { NO_COPIES } from '#src/sync/pull/cache-state.ts'
import { coverageOf } from '#src/sync/studies/coverage.ts'

const WINDOWS = { study: { from: '2026-10-28T00:00:00.000Z' } }

test('a page of the first copies is not news from the server', () => {
  const pages = ['first', 'second'].map((cursor) =>
    coverageOf({ ...NO_COPIES, windows: WINDOWS, cursor, isComplete: false }),
  )
  expect(pages).toEqual([
    { from: undefined, cursor: undefined },
    { from: undefined, cursor: undefined },
  ])
})

test('once the copies are complete each further cursor is news', () => {
  const { from, cursor } = coverageOf({ ...NO_COPIES, windows: WINDOWS, cursor: 'third', isComplete: true })
  expect([from?.toISOString(), cursor]).toEqual([WINDOWS.study.from, 'third'])
})
