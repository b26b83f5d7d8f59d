import { expect, test } from 'vitest'
import { zoneOfBranches } from '#domain/branch/zone-of-branches.ts'

const branch = (id: string, time_zone: string) => ({ id, time_zone })
const INDIA = [branch('a', 'Asia/Kolkata'), branch('b', 'Asia/Kolkata')]
const TWO = [branch('a', 'Asia/Kolkata'), branch('k', 'Asia/Kuwait')]
const READER = 'America/New_York'

test.each([
  ['a branch has its own zone', TWO, 'k', 'Asia/Kuwait'],
  ['all branches have the one that they share', INDIA, undefined, 'Asia/Kolkata'],
  ['an empty choice is all branches', INDIA, '', 'Asia/Kolkata'],
  ['branches that differ share none', TWO, undefined, READER],
  ['a branch that is not known has the reader’s', INDIA, 'gone', READER],
  ['a branch without a zone has the reader’s', [branch('a', '')], 'a', READER],
  ['no branch at all has the reader’s', [], undefined, READER],
])('%s', (_, branches, id, zone) => {
  expect(zoneOfBranches(branches, id, READER)).toBe(zone)
})
