import { cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { LicenceState } from '#contract/calls/platform.ts'
import { LicenceNote, type LicenceNoteProps } from '#src/parts/licence/LicenceNote.tsx'
import { scriptServer } from '#tests/helpers/device/scripted-server.ts'
import { sessionFields } from '#tests/helpers/device/session-fields.ts'
import { renderInApp } from '#tests/helpers/page/render-in-app.tsx'

const world = vi.hoisted(() => ({ is_client_admin: 1 as 0 | 1 }))
vi.mock('#src/sync/session/session.ts', async (load) => ({
  ...(await load<object>()),
  useSession: () => sessionFields(world),
}))
vi.mock('#src/sync/link/use-link.ts', () => ({ useLink: () => ({ online: true, since: new Date() }) }))

beforeEach(() => {
  world.is_client_admin = 1
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const licenceOf = (part: Partial<LicenceState>): LicenceState => ({
  name: 'Two years',
  expired_on: '2026-12-31',
  days_left: 400,
  is_over: false,
  no_of_branches: 3,
  no_of_doctors: 10,
  branches: 2,
  doctors: 7,
  ...part,
})

async function show(licence: LicenceState | null, props: LicenceNoteProps = {}) {
  const server = scriptServer({
    'client/licence': () => ({ body: { result: licence } }),
    'client/activateLicence': () => ({
      body: { message: 'The licence is active.', result: licenceOf({ days_left: 700 }) },
    }),
  })
  renderInApp(<LicenceNote {...props} />)
  await waitFor(() => expect(server.asked.length).toBe(world.is_client_admin))
  // Waits until the response is rendered or has no effect on the page.
  await new Promise((done) => setTimeout(done))
  return server
}
const note = () => screen.queryByRole('region', { name: 'Licence' })

test.each([
  [31, undefined],
  [30, 'Your licence ends in 30 days.'],
  [2, 'Your licence ends in 2 days.'],
  [1, 'Your licence ends today.'],
])('with %i days left an administrator reads: %s', async (days_left, words) => {
  await show(licenceOf({ days_left }))
  if (words === undefined) return expect(note()).toBeNull()
  expect(await screen.findByText(words)).toBeDefined()
  expect(note()?.textContent).toContain('31 Dec 2026')
})

test('an expired one says so, and a new key removes the warning', async () => {
  const server = await show(licenceOf({ is_over: true, days_left: 0 }))
  expect(await screen.findByText('Your licence ended on 31 Dec 2026.')).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Enter a licence key' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Activate' }))
  expect(screen.getByText('Licence Key is required.')).toBeDefined()
  await userEvent.type(screen.getByRole('textbox', { name: 'Licence Key' }), 'AAAAA-BBBBB{Enter}')
  await waitFor(() => expect(note()).toBeNull())
  expect(server.asked.at(-1)?.input).toEqual({ key: 'AAAAA-BBBBB' })
})

test('a permanent note shows term and counts, also without any licence', async () => {
  await show(licenceOf({}), { isAlways: true })
  await waitFor(() =>
    expect(note()?.textContent).toContain('Two years, until 31 Dec 2026. 2 of 3 branches, 7 of 10 doctors'),
  )
  cleanup()
  await show(null, { isAlways: true })
  expect(await screen.findByText('Your client works without a licence key.')).toBeDefined()
})

test('a person who does not administer the client sees nothing, and no request is sent', async () => {
  world.is_client_admin = 0
  await show(licenceOf({ is_over: true }))
  expect(note()).toBeNull()
})
