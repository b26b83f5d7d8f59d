import { afterEach, expect, test } from 'vitest'
import { branchZone, READER_ZONE } from '#src/sync/session/branch-zone.ts'
import { setSession } from '#src/sync/session/session-state.ts'
import { timeInBoth } from '#src/ui/time/time-in-both.ts'
import { sessionFields } from '#tests/helpers/device/session-fields.ts'

afterEach(() => setSession(undefined))
const AT = new Date('2026-11-24T02:45:00Z')

test('a time of a centre is in its zone, and in both if the reader’s clock differs', () => {
  expect(timeInBoth(AT, READER_ZONE)).not.toContain('your time')
  const far = READER_ZONE === 'Asia/Kolkata' ? 'America/New_York' : 'Asia/Kolkata'
  expect(timeInBoth(AT, far)).toMatch(/^2[34] Nov 2026 \d\d:[14]5 [AP]M \w+ Standard Time \(.* your time\)$/)
})

test('the zone is the branch’s own, else the one shared by the person’s branches, else the reader’s', () => {
  expect(branchZone('b1')).toBe(READER_ZONE)
  setSession(sessionFields({ time_zone: 'Asia/Kolkata' }))
  expect([branchZone('b1'), branchZone(null), branchZone()]).toEqual(Array(3).fill('Asia/Kolkata'))
  setSession(sessionFields({ time_zone: '', branch_zones: { b1: 'Asia/Kuwait', b2: 'Asia/Kolkata' } }))
  expect([branchZone('b1'), branchZone('b2'), branchZone()]).toEqual([
    'Asia/Kuwait',
    'Asia/Kolkata',
    READER_ZONE,
  ])
})
