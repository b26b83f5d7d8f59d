import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ReportTab } from '#src/features/masters/settings/report/ReportTab.tsx'
import { scriptServer } from '#tests/helpers/device/scripted-server.ts'
import { renderInApp } from '#tests/helpers/page/render-in-app.tsx'

vi.mock('#src/sync/link/use-link.ts', () => ({ useLink: () => ({ online: true, since: new Date() }) }))

const GENERAL = {
  rev: 4,
  otp_rule: 'Off',
  otp_channel: 'E',
  signing_doctors: 3,
  critical_escalation: 1,
  critical_remind_minutes: 15,
  critical_escalate_minutes: 60,
  critical_contacts: [],
  critical_auto_link: 0,
  critical_people: [
    { id: 'u1', name: 'Dr. Anjali Mehta' },
    { id: 'u2', name: 'Dr. Iyer' },
  ],
}
const LATER = 'must be longer than the time of the reminder'

beforeEach(() => {
  // Growing text fields use fonts; happy-dom has none.
  Object.defineProperty(document, 'fonts', { value: new EventTarget(), configurable: true })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const show = (save: (input: unknown) => { status?: number; body: object }) => {
  const server = scriptServer({
    'client/generalSettings': () => ({ body: { result: GENERAL } }),
    'client/saveReportSettings': save,
  })
  renderInApp(<ReportTab />)
  return server
}
const minutes = (name: RegExp) => screen.findByRole('textbox', { name })

test('an administrator sets the times and the people to inform', async () => {
  const server = show((input) => ({ body: { result: { ...GENERAL, ...(input as object), rev: 5 } } }))
  fireEvent.change(await minutes(/^Remind the doctor of the study after/), { target: { value: '10' } })
  fireEvent.change(await minutes(/^Pass it on after/), { target: { value: '45' } })
  fireEvent.click(screen.getByRole('combobox', { name: 'Pass it on to' }))
  fireEvent.click(await screen.findByRole('option', { name: 'Dr. Iyer' }))
  fireEvent.click(screen.getByRole('switch', { name: /^Send the referrer a link when a record is opened/ }))
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(server.asked.find(({ path }) => path.endsWith('saveReportSettings'))?.input).toMatchObject({
      critical_remind_minutes: 10,
      critical_escalate_minutes: 45,
      critical_contacts: ['u2'],
      critical_auto_link: 1,
    }),
  )
})

test('a refusal is shown at the field that it names', async () => {
  show(() => ({
    status: 400,
    body: {
      code: 'invalid',
      message: 'Please correct the highlighted fields.',
      fields: { critical_escalate_minutes: LATER },
    },
  }))
  const field = await minutes(/^Pass it on after/)
  fireEvent.change(field, { target: { value: '15' } })
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'))
  expect(screen.getAllByText(new RegExp(LATER)).length).toBeGreaterThan(0)
})
