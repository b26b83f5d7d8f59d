import type fc from 'fast-check'
import { scheduleOf, stepBy } from './arbitrary.ts'
import type { Schedule } from './step.ts'

/** A kind of schedules, to be named at the command line. */
export interface ScheduleKind {
  /** What it looks for. */
  what: string
  arbitrary: fc.Arbitrary<Schedule>
  /** From the end of the faults on everything must be delivered within so long. */
  withinMs: number
}

/** Faults of every kind may have left a device in a pause that the server asked for, or in one of a minute. */
const WITHIN_MS = 90_000

export const SCHEDULES = {
  anything: {
    what: 'everything that can happen, to two to five devices',
    arbitrary: scheduleOf(
      stepBy({
        save: 14,
        wait: 9,
        fault: 14,
        assign: 2,
        verify: 1,
        open: 1,
        settle: 2,
        retry: 1,
        cut: 3,
        'session over': 1,
        clock: 1,
        'disk full': 1,
        'close tab': 1,
        'kill tab': 3,
        'open tab': 1,
        freeze: 2,
        'kill server': 2,
        'slow write': 2,
      }),
      { devices: [2, 5], tabsMax: 2, stepsMax: 24 },
    ),
    withinMs: WITHIN_MS,
  },
  partition: {
    what: 'lines are cut and come back; everything is delivered within five seconds of that',
    arbitrary: scheduleOf(stepBy({ save: 12, wait: 6, cut: 8, assign: 2, 'close tab': 1, 'open tab': 2 }), {
      devices: [2, 4],
      tabsMax: 2,
      stepsMax: 20,
    }),
    withinMs: 5_000,
  },
  'lost answers': {
    what: 'requests and answers are lost, cut, doubled and late, between two devices of one report',
    arbitrary: scheduleOf(stepBy({ save: 10, wait: 7, fault: 12, settle: 2, open: 1 }), {
      devices: [2, 3],
      tabsMax: 1,
      stepsMax: 16,
    }),
    withinMs: WITHIN_MS,
  },
  'frozen tabs': {
    what: 'tabs freeze, lose the lead, thaw, close and die while others of the same browser go on',
    arbitrary: scheduleOf(
      stepBy({ save: 10, wait: 8, fault: 8, freeze: 8, 'kill tab': 5, 'open tab': 3, retry: 2, settle: 2 }),
      { devices: [1, 2], tabsMax: 2, stepsMax: 18 },
    ),
    withinMs: WITHIN_MS,
  },
  'busy server': {
    what: 'the server is killed in the middle of writes, and writes of several devices overtake each other',
    arbitrary: scheduleOf(
      stepBy({ save: 14, wait: 8, assign: 4, verify: 1, open: 2, 'slow write': 8, 'kill server': 4 }),
      { devices: [2, 4], tabsMax: 1, stepsMax: 20 },
    ),
    withinMs: WITHIN_MS,
  },
} as const satisfies Record<string, ScheduleKind>

export type ScheduleName = keyof typeof SCHEDULES
