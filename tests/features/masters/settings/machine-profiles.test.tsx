import { cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { MachineProfiles } from '#src/features/masters/settings/MachineProfiles.tsx'
import { renderInApp } from '#tests/helpers/render-in-app.tsx'
import { scriptServer } from '#tests/helpers/scripted-server.ts'

vi.mock('#src/sync/link/use-link.ts', () => ({ useLink: () => ({ online: true, since: new Date() }) }))

const CT = {
  aet: 'CT_1',
  rev: 3,
  address: '10.0.0.7',
  asked_set: 'ISO_IR 100',
  pdu_max: 16_384,
  return_keys: ['PatientName', 'PatientID'],
  asked: 41,
  first_seen: '2026-11-20T06:00:00.000Z',
  last_seen: '2026-11-25T06:00:00.000Z',
  character_set: '',
  missing_letters: 'romanise',
  max_letters: null,
}

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const open = (machines: object[]) => {
  const server = scriptServer({
    'client/machineProfiles': () => ({ body: { result: machines } }),
    'client/saveMachineProfile': (input) => ({ body: { result: { ...CT, ...input, rev: 4 } } }),
  })
  renderInApp(<MachineProfiles />)
  return server
}

test('what a machine is like is said, and what is chosen for it is sent with its revision', async () => {
  const server = open([CT])
  expect(await screen.findByText(/from 10\.0\.0\.7; 41 queries in all\./)).toBeDefined()
  expect(screen.getByText('Its queries are in ISO_IR 100; it takes 16,384 bytes at a time.')).toBeDefined()
  expect(screen.getByText('PatientName, PatientID')).toBeDefined()
  await userEvent.type(screen.getByLabelText('Longest text'), '16')
  await userEvent.click(screen.getByRole('button', { name: 'Save CT_1' }))
  await waitFor(() =>
    expect(server.asked.findLast(({ path }) => path.endsWith('saveMachineProfile'))?.input).toEqual({
      aet: 'CT_1',
      rev: 3,
      character_set: '',
      missing_letters: 'romanise',
      max_letters: 16,
    }),
  )
})

test('where no machine asked yet the page says so', async () => {
  open([])
  expect(await screen.findByText(/No machine asked yet/)).toBeDefined()
})
