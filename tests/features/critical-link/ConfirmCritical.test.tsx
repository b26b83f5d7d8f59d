import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import ConfirmCritical from '#src/features/critical-link/ConfirmCritical.tsx'
import { keepCriticalSecret } from '#src/features/critical-link/critical-secret.ts'
import { scriptServer } from '#tests/helpers/device/scripted-server.ts'
import { renderInApp } from '#tests/helpers/page/render-in-app.tsx'

const SECRET = 'A'.repeat(43)
const LOOKED = {
  centre: 'Sanjeevani',
  name: 'Dr. Rao',
  sent_by: 'Dr. Mehta',
  expires: '2026-11-22T09:00:00.000Z',
}
const RESULT = {
  centre: 'Sanjeevani',
  contact_no: '+91 22 5550 1234',
  sent_by: 'Dr. Mehta',
  pat_name: 'Test Patient',
  pat_id: 'SAN-1',
  pat_sex: 'M',
  pat_age: '54Y',
  study_desc: 'CT Chest',
  modality: 'CT',
  study_datetime: '2026-11-21T08:00:00.000Z',
  time_zone: 'Asia/Kolkata',
  tag: 'Critical result',
  finding: 'Tension pneumothorax on the left.',
  confirmed_on: '2026-11-21T09:05:00.000Z',
}
const USED = 'This link works once, and was used on 21 Nov 2026, 14:35. If that was not you, call the centre.'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

/** Opens the page as the link of a message does. */
function open(answers: Parameters<typeof scriptServer>[0]) {
  history.replaceState(null, '', `/critical#${SECRET}`)
  keepCriticalSecret()
  const server = scriptServer(answers)
  renderInApp(<ConfirmCritical />)
  return server
}

test('the page shows the result after the press, and retries as the same page', async () => {
  let tries = 0
  const server = open({
    'public/criticalLink': () => ({ body: { result: LOOKED } }),
    'public/confirmCritical': () => {
      tries += 1
      return tries === 1
        ? {
            status: 503,
            body: { code: 'unavailable', message: 'The server is not ready. Try again in a moment.' },
          }
        : { body: { result: RESULT } }
    },
  })
  expect(location.hash).toBe('')
  const button = await screen.findByRole('button', { name: 'Show it and confirm that I read it' })
  expect(screen.queryByText('Test Patient')).toBeNull()
  fireEvent.click(button)
  expect((await screen.findByRole('alert')).textContent).toContain('The server is not ready')
  fireEvent.click(button)
  expect(await screen.findByText('Tension pneumothorax on the left.')).toBeTruthy()
  expect(screen.getByText('Test Patient')).toBeTruthy()
  expect(screen.getByRole('link', { name: /Call the centre/ }).getAttribute('href')).toBe('tel:+912255501234')
  const pages = server.asked
    .filter(({ path }) => path.endsWith('confirmCritical'))
    .map(({ input }) => (input as { page: string }).page)
  expect(new Set(pages).size).toBe(1)
})

test('a used link shows the words of the server', async () => {
  open({ 'public/criticalLink': () => ({ status: 422, body: { code: 'link_over', message: USED } }) })
  await waitFor(() => expect(screen.getByRole('alert').textContent).toContain(USED))
})

test('a second link opened in an already open page is used and removed from the address', async () => {
  const server = open({ 'public/criticalLink': () => ({ body: { result: LOOKED } }) })
  await screen.findByRole('button', { name: 'Show it and confirm that I read it' })
  const other = 'B'.repeat(43)
  history.replaceState(null, '', `/critical#${other}`)
  window.dispatchEvent(new Event('hashchange'))
  await waitFor(() => expect(server.asked.map(({ input }) => input)).toContainEqual({ secret: other }))
  expect(location.hash).toBe('')
})
