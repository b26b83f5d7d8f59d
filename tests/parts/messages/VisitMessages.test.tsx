import { cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { NoticeRow } from '#contract/calls/messages.ts'
import { VisitMessages } from '#src/parts/messages/VisitMessages.tsx'
import { scriptServer } from '#tests/helpers/device/scripted-server.ts'
import { renderInApp } from '#tests/helpers/page/render-in-app.tsx'

const world = vi.hoisted(() => ({ online: true }))
vi.mock('#src/sync/link/use-link.ts', () => ({
  useLink: () => ({ online: world.online, since: new Date() }),
}))

const VISIT = '019a0000-0000-7000-8000-000000000001'
const NOON = '2030-11-24T06:30:00.000Z'
const row = (part: Partial<NoticeRow>): NoticeRow => ({
  id: '019a0000-0000-7000-8000-000000000002',
  event: 'Apointment_Booking',
  channel: 'S',
  state: 'Planned',
  reason: '',
  detail: '',
  due: NOON,
  created: NOON,
  message: null,
  ...part,
})
const message = (part: Partial<NonNullable<NoticeRow['message']>>): NoticeRow['message'] => ({
  id: '019a0000-0000-7000-8000-000000000003',
  channel: 'S',
  purpose: 'Notification',
  sent_to: '919820012345',
  state: 'Sent',
  attempts: 1,
  last_error: '',
  created: NOON,
  created_by: '',
  sent: NOON,
  delivered: null,
  read_on: null,
  ...part,
})

beforeEach(() => {
  world.online = true
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const open = (rows: NoticeRow[], refusal?: { status: number; body: unknown }) => {
  const server = scriptServer({
    'message/notices': () => ({ body: { result: rows } }),
    'message/sendNotice': () =>
      refusal ?? { body: { message: 'The message is on its way.', result: { id: rows[0]?.id } } },
  })
  renderInApp(<VisitMessages visitId={VISIT} />)
  return server
}

test('each state has its words: planned, quiet hours, sent, failed with its reason, recalled, not sent', async () => {
  open([
    row({ id: '1', event: 'Appointment_Reminder' }),
    row({ id: '2', state: 'Quiet', channel: 'E' }),
    row({ id: '3', state: 'Handed_Over', message: message({}) }),
    row({
      id: '4',
      state: 'Handed_Over',
      channel: 'W',
      message: message({ state: 'Failed', last_error: 'Error! Insufficient credit', sent: null }),
    }),
    row({ id: '5', event: 'Apointment_Confirm', state: 'Recalled', reason: 'moved' }),
    row({ id: '6', event: 'Report_Sign', state: 'Not_Sent', reason: 'open_placeholder', detail: 'DOB' }),
  ])
  const items = await screen.findAllByRole('listitem')
  const texts = items.map(({ textContent }) => textContent)
  expect(texts[0]).toMatch(/Appointment reminder · SMS.*Leaves 24 Nov 2030.*Planned/)
  expect(texts[1]).toMatch(/Appointment booking · E-mail.*Leaves.*Waits for the morning/)
  expect(texts[2]).toMatch(/Sent 24 Nov 2030.*919820012345/)
  expect(texts[3]).toMatch(/WhatsApp.*Failed.*Insufficient credit/)
  expect(texts[4]).toMatch(/Recalled.*another time/)
  expect(texts[5]).toMatch(/Not sent.*Nothing is known for DOB/)
})

test('an unsent message is sent by its button; a message on its way has none', async () => {
  const server = open([
    row({ state: 'Not_Sent', reason: 'no_address' }),
    row({ id: '2', channel: 'E', state: 'Handed_Over', message: message({ state: 'Waiting', sent: null }) }),
  ])
  const buttons = await screen.findAllByRole('button')
  expect(buttons.map((button) => button.getAttribute('aria-label'))).toEqual([
    'Send now: Appointment booking · SMS',
  ])
  await userEvent.click(buttons[0]!)
  await waitFor(() =>
    expect(server.asked.filter(({ path }) => path.endsWith('sendNotice')).map(({ input }) => input)).toEqual([
      { id: row({}).id },
    ]),
  )
  expect(await screen.findByText('The message is on its way.')).toBeTruthy()
})

test('offline it says so and sends no request', async () => {
  world.online = false
  const server = open([])
  expect(await screen.findByText('Messages need the network')).toBeTruthy()
  expect(server.asked).toEqual([])
})

test('a visit without messages says so', async () => {
  open([])
  expect(await screen.findByText('Nothing was sent about this visit, and nothing is planned.')).toBeTruthy()
})

test('a refusal is shown at its button, with the focus there, and no longer at the edge of the screen', async () => {
  const refused = {
    status: 422,
    body: { code: 'invalid', message: 'The patient has no mobile number.', fields: {} },
  }
  open([row({ state: 'Not_Sent', reason: 'no_address' })], refused)
  await userEvent.click(await screen.findByRole('button'))
  const said = await screen.findByText('The patient has no mobile number.')
  expect(said.closest('li')).not.toBeNull()
  await waitFor(() => expect(document.activeElement).toBe(said))
  expect(screen.getAllByText('The patient has no mobile number.')).toHaveLength(1)
})
