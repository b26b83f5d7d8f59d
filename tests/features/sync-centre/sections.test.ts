import { expect, test } from 'vitest'
import { sectionsOf } from '#src/features/sync-centre/list/sections.ts'
import { queueItem } from './queue-fixtures.ts'

test('changes are found by each word of their description, in any order', () => {
  const items = [
    queueItem({ id: 'a', label: 'Report 1 of CT Brain' }),
    queueItem({ id: 'b', label: 'Report 2 of MRI' }),
  ]
  const found = (text: string) =>
    sectionsOf(items, { text }).flatMap((section) => section.items.map(({ id }) => id))
  expect(found('brain report')).toEqual(['a'])
  expect(found('report')).toEqual(['a', 'b'])
  expect(found('brain mri')).toEqual([])
})
