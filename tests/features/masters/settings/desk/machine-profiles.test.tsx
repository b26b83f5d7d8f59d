import { cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { MachineProfiles } from '#src/features/masters/settings/desk/MachineProfiles.tsx'
import { scriptServer } from '#tests/helpers/device/scripted-server.ts'
import { expectRefusedAt } from '#tests/helpers/page/refused-at.ts'
import { renderInApp } from '#tests/helpers/page/render-in-app.tsx'

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

const open = (machines: object[], refusal?: object) => {
  const server = scriptServer({
    'client/machineProfiles': () => ({ body: { result: machines } }),
    'client/saveMachineProfile': (input) =>
      refusal ? { status: 422, body: refusal } : { body: { result: { ...CT, ...input, rev: 4 } } },
  })
  renderInApp(<MachineProfiles />)
  return server
}

test('the profile of a machine is shown, and its setting is sent with its revision', async () => {
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

test('if no machine has connected yet the page says so', async () => {
  open([])
  expect(await screen.findByText(/No machine asked yet/)).toBeDefined()
})

const saveLongest = async () => {
  await userEvent.type(await screen.findByLabelText('Longest text'), '16')
  await userEvent.click(screen.getByRole('button', { name: 'Save CT_1' }))
}

test('a refusal about a machine is shown at its button', async () => {
  open([CT], { code: 'not_permitted', message: 'You are not permitted to do this' })
  await saveLongest()
  await expectRefusedAt(screen.getByRole('group', { name: 'CT_1' }), 'You are not permitted to do this')
})

test('a refusal about a field moves the focus to that field', async () => {
  open([CT], {
    code: 'refused',
    message: 'Some values are not right',
    fields: { max_letters: 'must be 16 to 64' },
  })
  await saveLongest()
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Longest text')))
  expect(screen.getByText(/must be 16 to 64/)).toBeDefined()
})
