import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { CriticalRow } from '#contract/calls/study-parts.ts'
import { CriticalLink } from '#src/parts/critical/CriticalLink.tsx'
import { STUDY_ID } from '#tests/features/report/fixtures.ts'
import { scriptServer } from '#tests/helpers/device/scripted-server.ts'
import { renderInApp } from '#tests/helpers/page/render-in-app.tsx'

const CRITICAL: CriticalRow & { isWaiting: boolean } = {
  id: '019a0000-0000-7000-8000-000000000001',
  rev: 1,
  study_id: STUDY_ID,
  tag_id: 't1',
  tag: 'Critical result',
  opened_by: 'Dr Asha',
  opened_on: '2026-11-20T09:00:00.000Z',
  doctor_id: 'me',
  told_to: '',
  told_how: '',
  told_on: null,
  read_back: 0,
  note: '',
  closed_by: '',
  closed_on: null,
  isWaiting: false,
}
const RECEIVER = {
  name: 'Dr Rao',
  email: 'rao@clinic.example',
  mobile: '',
  phone_code: '91',
  channels: ['E'],
}

let online = true
vi.mock('#src/sync/link/use-link.ts', () => ({ useLink: () => ({ online, since: new Date() }) }))
// The growing field uses fonts, which happy-dom does not have.
Object.assign(document, { fonts: new EventTarget() })

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  online = true
})

const show = (critical = CRITICAL, channels = RECEIVER.channels) => {
  const server = scriptServer({
    [`study/criticalReceiver/${STUDY_ID}`]: () => ({ body: { result: { ...RECEIVER, channels } } }),
    'study/sendCriticalLink': () => ({
      status: 400,
      body: {
        code: 'invalid',
        message: 'Please correct.',
        fields: { finding: 'Enter what the referrer is to read' },
      },
    }),
  })
  renderInApp(<CriticalLink critical={critical} />)
  return server
}
const button = () => screen.getByRole('button', { name: 'Send the referrer a link' })

test('the form begins with the referrer, and a refusal is shown at its field', async () => {
  const server = show()
  fireEvent.click(button())
  expect(await screen.findByDisplayValue('Dr Rao')).toBeTruthy()
  expect(screen.getByDisplayValue('rao@clinic.example')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Send link' }))
  const finding = screen.getByRole('textbox', { name: 'What the referrer reads' })
  await waitFor(() => expect(finding.getAttribute('aria-invalid')).toBe('true'))
  expect(server.asked.find(({ path }) => path.endsWith('sendCriticalLink'))?.input).toMatchObject({
    critical_id: CRITICAL.id,
    channel: 'E',
    share_to: 'rao@clinic.example',
  })
})

test('a centre without a way to send shows advice to telephone', async () => {
  show(CRITICAL, [])
  fireEvent.click(button())
  expect(await screen.findByText(/Tell the referrer by telephone/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Send link' })).toBeNull()
})

test.each([
  ['without the network', false, false, /needs the network/],
  ['while the record waits on this device', true, true, /not on the server yet/],
])('%s it says why nothing can be sent', (_when, isOnline, isWaiting, words) => {
  online = isOnline
  const server = show({ ...CRITICAL, isWaiting })
  fireEvent.click(button())
  expect(screen.getByText(words)).toBeTruthy()
  expect(server.asked).toEqual([])
})
