import fc from 'fast-check'
import { DESKS, JUNIOR } from '../sim/client.ts'
import { sceneBy, scheduleOf } from './arbitrary.ts'
import {
  continuedLost,
  deadPage,
  dyingSave,
  lateAnswer,
  lostByRestore,
  metDelivery,
  outOfSight,
  overtaking,
  poisonedCrowd,
  refusedBooking,
  served,
  signing,
  slowDesk,
  thaw,
  tooEarly,
} from './scenes.ts'
import type { Schedule } from './step.ts'

/** A kind of schedules, which the command line can name. */
export interface ScheduleKind {
  /** Its purpose. */
  what: string
  arbitrary: fc.Arbitrary<Schedule>
  /** After the end of the faults, everything must be delivered within this time. */
  withinMs: number
}

/** The faults may have left a device in a pause that the server requested, or in one of a minute. */
const WITHIN_MS = 90_000

/** The relative frequency of the desks' steps. */
const DESK_WORK = {
  register: 4,
  book: 6,
  move: 2,
  start: 2,
  pay: 5,
  refund: 1,
  document: 1,
  consent: 1,
  'book anew': 1,
} as const

export const SCHEDULES = {
  anything: {
    what: 'everything that can happen, to two to five devices',
    arbitrary: scheduleOf(
      sceneBy({
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
        lock: 1,
        'give up': 1,
        'disk full': 1,
        'close tab': 1,
        'kill tab': 3,
        'open tab': 1,
        freeze: 2,
        'kill server': 2,
        'slow write': 2,
      }),
      { devices: [2, 5], tabsMax: 2, scenesMax: 24 },
    ),
    withinMs: WITHIN_MS,
  },
  partition: {
    what: 'lines are cut and come back; everything is delivered within five seconds of that',
    arbitrary: scheduleOf(sceneBy({ save: 12, wait: 6, cut: 8, assign: 2, 'close tab': 1, 'open tab': 2 }), {
      devices: [2, 4],
      tabsMax: 2,
      scenesMax: 20,
    }),
    withinMs: 5_000,
  },
  'lost answers': {
    what: 'requests and answers are lost, cut, doubled and late, between two devices of one report',
    arbitrary: scheduleOf(
      fc.oneof(
        { weight: 2, arbitrary: metDelivery },
        { weight: 3, arbitrary: sceneBy({ save: 6, wait: 5, fault: 6, settle: 2, open: 1 }) },
      ),
      { devices: [2, 3], tabsMax: 1, scenesMax: 10 },
    ),
    withinMs: WITHIN_MS,
  },
  'late answers': {
    what: 'answers come when others have changed the record already',
    arbitrary: scheduleOf(
      fc.oneof(
        { weight: 2, arbitrary: lateAnswer },
        { weight: 2, arbitrary: sceneBy({ save: 4, wait: 3, fault: 3, assign: 1, open: 1 }) },
      ),
      { devices: [2, 3], tabsMax: 1, scenesMax: 6 },
    ),
    withinMs: WITHIN_MS,
  },
  'frozen tabs': {
    what: 'tabs freeze, lose the lead, thaw, close and die while others of the same browser go on',
    arbitrary: scheduleOf(
      fc.oneof(
        { weight: 1, arbitrary: dyingSave },
        {
          weight: 5,
          arbitrary: sceneBy({
            save: 6,
            wait: 5,
            fault: 5,
            freeze: 5,
            'kill tab': 2,
            'open tab': 2,
            retry: 1,
            settle: 1,
          }),
        },
      ),
      { devices: [1, 2], tabsMax: 2, scenesMax: 16 },
    ),
    withinMs: WITHIN_MS,
  },
  'hidden tabs': {
    what: 'nobody looks at the tabs of a browser, which slows their timers down; they freeze and close too',
    arbitrary: scheduleOf(
      fc.oneof(
        { weight: 3, arbitrary: outOfSight },
        {
          weight: 4,
          arbitrary: sceneBy({
            save: 6,
            wait: 4,
            hide: 5,
            fault: 3,
            cut: 1,
            freeze: 1,
            'open tab': 2,
            'kill tab': 1,
          }),
        },
      ),
      { devices: [1, 2], tabsMax: 2, scenesMax: 4 },
    ),
    withinMs: WITHIN_MS,
  },
  'busy server': {
    what: 'the server is killed in the middle of writes, and writes of several devices overtake each other',
    arbitrary: scheduleOf(
      fc.oneof(
        { weight: 3, arbitrary: overtaking },
        {
          weight: 10,
          arbitrary: sceneBy({
            save: 6,
            wait: 4,
            assign: 2,
            verify: 1,
            open: 1,
            'slow write': 2,
            'kill server': 1,
          }),
        },
      ),
      { devices: [2, 4], tabsMax: 1, scenesMax: 10 },
    ),
    withinMs: WITHIN_MS,
  },
  'thawed tabs': {
    what: 'a tab freezes with a delivery on its way and hears the answer when another one has long gone on',
    arbitrary: scheduleOf(
      fc.oneof(
        { weight: 3, arbitrary: thaw },
        { weight: 2, arbitrary: sceneBy({ save: 4, wait: 3, fault: 2, 'open tab': 2, retry: 1 }) },
      ),
      { devices: [1, 2], tabsMax: 2, scenesMax: 6 },
    ),
    withinMs: WITHIN_MS,
  },
  signatures: {
    what: 'reports are signed and verified by several doctors, too early, too late and twice',
    arbitrary: scheduleOf(
      fc.oneof(
        { weight: 3, arbitrary: signing },
        {
          weight: 10,
          arbitrary: sceneBy({
            save: 3,
            verify: 10,
            wait: 6,
            assign: 3,
            cut: 3,
            settle: 1,
            retry: 1,
            fault: 3,
          }),
        },
      ),
      { devices: [2, 4], tabsMax: 1, scenesMax: 16 },
    ),
    withinMs: WITHIN_MS,
  },
  'locked vaults': {
    what: 'vaults are locked with work waiting; a courier carries it sealed, beside and after their own tabs',
    arbitrary: scheduleOf(
      sceneBy({
        save: 12,
        wait: 8,
        lock: 6,
        cut: 3,
        fault: 5,
        'give up': 2,
        'kill tab': 1,
        'open tab': 1,
        'other key': 1,
        retry: 1,
      }),
      { devices: [1, 3], tabsMax: 2, scenesMax: 18 },
    ),
    withinMs: WITHIN_MS,
  },
  'given up': {
    what: 'persons give up what waits, is under way or was refused, and go on writing',
    arbitrary: scheduleOf(
      fc.oneof(
        { weight: 2, arbitrary: metDelivery },
        { weight: 5, arbitrary: sceneBy({ save: 6, wait: 5, 'give up': 6, cut: 2, fault: 3, settle: 1 }) },
      ),
      { devices: [1, 3], tabsMax: 2, scenesMax: 12 },
    ),
    withinMs: WITHIN_MS,
  },
  rights: {
    what: 'a doctor writes what is not assigned yet or not any more; studies come to a worklist and leave it',
    arbitrary: scheduleOf(
      fc.oneof(
        { weight: 2, arbitrary: tooEarly },
        {
          weight: 4,
          arbitrary: sceneBy({ save: 4, wait: 4, assign: 5, open: 1, cut: 2, retry: 1, fault: 2 }),
        },
      ),
      { devices: [3, 3], tabsMax: 1, scenesMax: 8, users: [JUNIOR, 0, 1] },
    ),
    withinMs: WITHIN_MS,
  },
  crowd: {
    what: 'one change is refused for ever; it delays no other record by more than the network takes',
    arbitrary: scheduleOf(
      fc.oneof(
        { weight: 2, arbitrary: poisonedCrowd },
        { weight: 2, arbitrary: sceneBy({ save: 3, wait: 2 }) },
      ),
      { devices: [1, 3], tabsMax: 1, scenesMax: 4 },
    ),
    withinMs: 3_000,
  },
  desks: {
    what: 'desks register, book, move, start and take money while lines, tabs, clocks and the server fail',
    arbitrary: scheduleOf(
      fc.oneof(
        { weight: 3, arbitrary: served },
        {
          weight: 6,
          arbitrary: sceneBy({
            ...DESK_WORK,
            wait: 6,
            fault: 8,
            cut: 4,
            clock: 2,
            'kill tab': 1,
            'kill server': 1,
            'disk full': 1,
            freeze: 1,
            'open tab': 1,
          }),
        },
      ),
      { devices: [2, 3], tabsMax: 2, scenesMax: 14, among: DESKS },
    ),
    withinMs: WITHIN_MS,
  },
  'client data': {
    what: 'months are locked, feeds pruned, keys changed, rights and branches taken away and given back, while desks work',
    arbitrary: scheduleOf(
      fc.oneof(
        { weight: 3, arbitrary: served },
        {
          weight: 6,
          arbitrary: sceneBy({
            ...DESK_WORK,
            wait: 5,
            cut: 4,
            'month lock': 2,
            'feed pruned': 2,
            'other key': 1,
            'rights lost': 2,
            'branch lost': 2,
          }),
        },
      ),
      { devices: [2, 3], tabsMax: 1, scenesMax: 12, among: DESKS },
    ),
    withinMs: WITHIN_MS,
  },
  'slow answers': {
    what: 'answers to desks take longer than a person waits, and the app goes on without them',
    arbitrary: scheduleOf(
      fc.oneof(
        { weight: 4, arbitrary: slowDesk },
        { weight: 2, arbitrary: served },
        { weight: 3, arbitrary: sceneBy({ ...DESK_WORK, wait: 4 }) },
      ),
      { devices: [2, 3], tabsMax: 1, scenesMax: 8, among: DESKS },
    ),
    withinMs: WITHIN_MS,
  },
  'refused bookings': {
    what: 'the server refuses bookings for which money was taken without a line',
    arbitrary: scheduleOf(
      fc.oneof(
        { weight: 4, arbitrary: refusedBooking },
        { weight: 2, arbitrary: sceneBy({ ...DESK_WORK, wait: 4 }) },
      ),
      { devices: [1, 2], tabsMax: 1, scenesMax: 5, among: DESKS },
    ),
    withinMs: WITHIN_MS,
  },
  'dead pages': {
    what: 'pages die with text that was typed and not saved',
    arbitrary: scheduleOf(
      fc.oneof(
        { weight: 4, arbitrary: deadPage },
        { weight: 3, arbitrary: sceneBy({ save: 3, type: 3, wait: 3, 'open tab': 1, cut: 1 }) },
      ),
      { devices: [1, 2], tabsMax: 2, scenesMax: 6 },
    ),
    withinMs: WITHIN_MS,
  },
  'continued after a restore': {
    what: 'a doctor goes on from a revision that a restored server has lost or given to another text',
    arbitrary: scheduleOf(continuedLost, { devices: [2, 2], tabsMax: 1, scenesMax: 1, users: [0, 1] }),
    withinMs: WITHIN_MS,
  },
  'restored backup': {
    what: 'a backup is restored in the middle, under desks and doctors',
    arbitrary: scheduleOf(
      fc.oneof(
        { weight: 3, arbitrary: lostByRestore },
        { weight: 4, arbitrary: served },
        { weight: 4, arbitrary: sceneBy({ ...DESK_WORK, save: 8, wait: 5, cut: 2, fault: 2 }) },
      ),
      { devices: [2, 3], tabsMax: 1, scenesMax: 6, among: [0, ...DESKS] },
    ),
    withinMs: WITHIN_MS,
  },
} as const satisfies Record<string, ScheduleKind>

export type ScheduleName = keyof typeof SCHEDULES
