import { expect, test } from 'vitest'
import { REPORT_STATUSES } from '#domain/status/report-status.ts'
import { hasReached, MILESTONES, timelineStep } from '#domain/study/timeline.ts'

test.each([
  ['Pending', 0],
  ['Draft', 1],
  ['ReadyForSign', 1],
  ['Signed', 2],
  ['Verified', 3],
] as const)('a study at %s stands at step %i', (status, step) => {
  expect(timelineStep(status)).toBe(step)
})

test('a study has reached its step and all steps before it, and none after it', () => {
  for (const status of REPORT_STATUSES)
    for (const [index, milestone] of MILESTONES.entries())
      expect(hasReached(status, milestone)).toBe(index <= timelineStep(status))
})
