import { expect, test } from 'vitest'
import { divergence, gather, stillSuspicious } from '#src/sync/repair/divergence.ts'

test('copies are suspicious if they are missing, older or not listed, and not if they are newer', () => {
  const listed = ['missing', 'older', 'equal', 'newer'].map((id) => ({ id, rev: 5 }))
  const held = new Map([
    ['older', 4],
    ['equal', 5],
    ['newer', 6],
    ['extra', 1],
  ])
  expect(divergence(listed, held)).toEqual(
    new Map([
      ['missing', undefined],
      ['older', 4],
      ['extra', 1],
    ]),
  )
  expect(divergence([], new Map())).toEqual(new Map())
})

test('a record that the feed changed between the two looks is no longer suspicious', () => {
  const first = new Map([
    ['missing', undefined],
    ['older', 4],
    ['mended', 4],
  ])
  const second = new Map([
    ['missing', undefined],
    ['older', 4],
    ['mended', 5],
    ['new', undefined],
  ])
  expect(stillSuspicious(first, second)).toEqual(
    new Map([
      ['missing', undefined],
      ['older', 4],
    ]),
  )
})

test('the suspects of all days of a type are returned together', () => {
  const some = (id: string) => new Map([[id, 1]])
  expect(
    gather([
      { type: 'study', suspects: some('a') },
      { type: 'visit', suspects: some('b') },
      { type: 'study', suspects: some('c') },
    ]),
  ).toEqual(
    new Map([
      [
        'study',
        new Map([
          ['a', 1],
          ['c', 1],
        ]),
      ],
      ['visit', some('b')],
    ]),
  )
})
