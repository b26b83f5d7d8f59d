import { expect, test } from 'vitest'
import type { AnyMaster } from '#contract/masters/engine/define-master.ts'
import { studyTag } from '#contract/masters/study-tag.ts'
import { inOrder, pickMasters } from '#src/sync/masters/pick-masters.ts'

const master = studyTag as unknown as AnyMaster
const tag = (name: string, part: object = {}) => ({
  id: name,
  rev: 1,
  created: '2026-11-01T08:00:00Z',
  name,
  type: 'Normal',
  status: 1,
  ...part,
})
const TAGS = [tag('Urgent'), tag('VIP', { status: 0 }), tag('Stroke', { type: 'Critical' })]
const names = (filter: object) => pickMasters(master, TAGS, { ...filter }).map(({ name }) => name)

test('a word is searched for in the search fields of the master, ignoring case', () => {
  expect(names({ k: ' urg ' })).toEqual(['Urgent'])
  expect(names({ k: 'normal' })).toEqual([])
})

test('all words must match, in any order', () => {
  const tags = [tag('Stroke, call the ward'), tag('Ward round')]
  const found = (k: string) => pickMasters(master, tags, { k }).map(({ name }) => name)
  expect(found('ward call')).toEqual(['Stroke, call the ward'])
  expect(found('ward night')).toEqual([])
})

test('pattern characters in a word match literally', () => {
  expect(names({ k: '.*' })).toEqual([])
})

test('filters match the fields of the record; blank and unknown filters have no effect', () => {
  expect(names({ type: 'Critical' })).toEqual(['Stroke'])
  expect(names({ status: '0' })).toEqual(['VIP'])
  expect(names({ status: '', isradiology: '1' })).toEqual(['Urgent', 'VIP', 'Stroke'])
})

test('records are sorted by name, with numbers in numeric order', () => {
  const tags = [tag('Ward 10'), tag('ward 2'), tag('Alpha')]
  expect(inOrder(tags).map(({ name }) => name)).toEqual(['Alpha', 'ward 2', 'Ward 10'])
})
