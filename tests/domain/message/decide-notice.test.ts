import fc from 'fast-check'
import { expect, test } from 'vitest'
import { MESSAGE_CHANNELS } from '#domain/message/channels.ts'
import { decideNotice, type NoticeQuestion, TELL_CHOICES } from '#domain/message/decide-notice.ts'
import { NOTIFICATION_EVENTS } from '#domain/message/notification.ts'
import { isQuiet } from '#domain/message/quiet-hours.ts'

const NOON = new Date('2026-11-23T12:00:00+05:30')
const NIGHT = new Date('2026-11-23T22:00:00+05:30')
const MORNING = new Date('2026-11-24T08:00:00+05:30')

const question = (part: Partial<NoticeQuestion> = {}): NoticeQuestion => ({
  event: 'Apointment_Booking',
  channel: 'S',
  now: NOON,
  due: NOON,
  zone: 'Asia/Kolkata',
  start: new Date('2026-11-25T10:00:00+05:30'),
  untrue: undefined,
  isSwitchedOn: true,
  isSent: false,
  choice: '',
  tellsUnasked: true,
  contact: { email: 'asha@mail.example', mobile: '98200 12345', phoneCode: '91' },
  isForced: false,
  ...part,
})
const verdict = (part: Partial<NoticeQuestion>) => decideNotice(question(part))
const no = (reason: string) => ({ kind: 'no', reason })

test('a notice is sent by day, to the number with its country code or to the e-mail address', () => {
  const contact = { email: ' asha@mail.example ', mobile: '09820012345', phoneCode: '91' }
  expect(verdict({ contact })).toEqual({ kind: 'now', to: '919820012345' })
  expect(verdict({ contact, channel: 'E' })).toEqual({ kind: 'now', to: 'asha@mail.example' })
})

test('a notice in the quiet hours waits until eight', () => {
  expect(verdict({ now: NIGHT })).toEqual({ kind: 'at', at: MORNING, why: 'quiet_hours' })
})

test('a notice before its time waits for it', () => {
  const due = new Date('2026-11-24T10:00:00+05:30')
  const reminder = { event: 'Appointment_Reminder', due } as const
  expect(verdict(reminder)).toEqual({ kind: 'at', at: due, why: 'planned' })
  expect(verdict({ ...reminder, now: due })).toMatchObject({ kind: 'now' })
})

test.each([
  [{ isSent: true }, 'already_sent'],
  [{ untrue: 'cancelled' }, 'cancelled'],
  [{ untrue: 'paid' }, 'paid'],
  [{ isSwitchedOn: false }, 'switched_off'],
  [{ choice: 'No' }, 'opted_out'],
  [{ tellsUnasked: false }, 'opted_out'],
  [{ contact: { email: '', mobile: '', phoneCode: '91' } }, 'no_address'],
  [{ contact: { email: '', mobile: '12', phoneCode: '91' } }, 'bad_address'],
  [{ start: NOON }, 'too_late'],
] as const)('%o is not sent: %s', (part, reason) => {
  expect(verdict(part)).toEqual(no(reason))
})

test('a patient who agreed is notified even if the centre asks first', () => {
  expect(verdict({ choice: 'Yes', tellsUnasked: false })).toMatchObject({ kind: 'now' })
})

test('an appointment before the morning: its booking notice is not sent after it, its cancellation is sent at night', () => {
  const start = new Date('2026-11-24T07:30:00+05:30')
  expect(verdict({ now: NIGHT, start })).toEqual(no('too_late'))
  expect(verdict({ event: 'Apointment_Cancel', now: NIGHT, start })).toMatchObject({ kind: 'now' })
  expect(verdict({ event: 'Apointment_Reschedule', now: NIGHT, start })).toMatchObject({ kind: 'now' })
  expect(verdict({ event: 'Apointment_Cancel', now: NIGHT })).toMatchObject({ kind: 'at' })
})

test('a manual send ignores the plan and the night, but not the patient’s refusal', () => {
  const forced = { isForced: true, now: NIGHT, due: MORNING, isSent: true } as const
  expect(verdict(forced)).toMatchObject({ kind: 'now' })
  expect(verdict({ ...forced, choice: 'No' })).toEqual(no('opted_out'))
  expect(verdict({ ...forced, untrue: 'cancelled' })).toEqual(no('cancelled'))
})

const moments = fc.date({
  min: new Date('2026-01-01'),
  max: new Date('2027-12-31'),
  noInvalidDate: true,
})
const anyQuestion: fc.Arbitrary<NoticeQuestion> = fc.record({
  event: fc.constantFrom(...NOTIFICATION_EVENTS),
  channel: fc.constantFrom(...MESSAGE_CHANNELS),
  now: moments,
  due: moments,
  zone: fc.constantFrom('Asia/Kolkata', 'Asia/Kuwait', 'America/New_York', 'Pacific/Auckland'),
  start: fc.option(moments, { nil: undefined }),
  untrue: fc.constantFrom(undefined, undefined, 'cancelled' as const),
  isSwitchedOn: fc.boolean(),
  isSent: fc.boolean(),
  choice: fc.constantFrom(...TELL_CHOICES),
  tellsUnasked: fc.boolean(),
  contact: fc.record({
    email: fc.constantFrom('', 'a@b.example', 'nobody'),
    mobile: fc.constantFrom('', '9820012345', 'x'),
    phoneCode: fc.constantFrom('91', '965'),
  }),
  isForced: fc.boolean(),
})

test('no notice is sent twice, against a refusal, before its time, or at night without a reason', () => {
  fc.assert(
    fc.property(anyQuestion, (asked) => {
      const answer = decideNotice(asked)
      if (answer.kind !== 'now') return
      expect(asked.choice).not.toBe('No')
      expect(asked.isSwitchedOn && asked.untrue === undefined).toBe(true)
      expect(answer.to).not.toBe('')
      if (asked.isForced) return
      expect(asked.isSent).toBe(false)
      expect(asked.now >= asked.due).toBe(true)
      const mayWake = asked.event === 'Apointment_Cancel' || asked.event === 'Apointment_Reschedule'
      if (isQuiet(asked.now, asked.zone)) expect(mayWake && asked.start !== undefined).toBe(true)
    }),
    { numRuns: 2_000 },
  )
})

test('a waiting notice is decided at the moment it waits for, and never waits for ever', () => {
  fc.assert(
    fc.property(anyQuestion, (asked) => {
      let at = asked.now
      for (let round = 0; round < 3; round += 1) {
        const answer = decideNotice({ ...asked, now: at })
        if (answer.kind !== 'at') return
        expect(answer.at > at).toBe(true)
        at = answer.at
      }
      throw new Error('still waiting after three rounds')
    }),
    { numRuns: 1_000 },
  )
})
