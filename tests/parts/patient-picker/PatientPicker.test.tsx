import { cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { PatientRow } from '#contract/calls/patient-desk.ts'
import { createPatientIndex, type PatientIndex } from '#domain/patient/patient-index.ts'
import { PatientPicker } from '#src/parts/patient-picker/PatientPicker.tsx'
import { useLink } from '#src/sync/link/use-link.ts'
import { renderInApp } from '#tests/helpers/page/render-in-app.tsx'
import { ASHA } from '../booking/desk-of.ts'

const seams = vi.hoisted(() => ({
  index: undefined as unknown,
  server: [] as unknown[],
  answer: undefined as (() => Promise<void>) | undefined,
}))
vi.mock('#src/sync/link/use-link.ts', () => ({ useLink: vi.fn() }))
vi.mock('#src/sync/current-device.ts', () => ({ currentDevice: () => ({ databases: {} }) }))
vi.mock('#src/sync/patients/patient-memory.ts', () => ({
  patientMemory: async () => seams.index,
  withoutMark: (patient: unknown) => patient,
}))
vi.mock('#src/sync/api/call-api.ts', () => ({
  callApi: async (_: unknown, { p, ps }: { p: number; ps: number }) => {
    await seams.answer?.()
    const data = seams.server.slice((p - 1) * ps, p * ps)
    const page = { start: (p - 1) * ps, total: data.length, total_records: seams.server.length, cur_page: p }
    return { result: { data, page } }
  },
}))

const patient = (id: string, fname: string, change: Partial<PatientRow> = {}): PatientRow => ({
  ...ASHA,
  id,
  pat_id: `P-${id}`,
  fname,
  lname: 'Patil',
  mobile: '',
  ...change,
})
const people = (count: number, from: number, fname: string) =>
  Array.from({ length: count }, (_, n) => patient(String(from + n), fname))

/** Puts patients on the device, and at the server those and others. */
function keep(here: readonly PatientRow[], there: readonly PatientRow[]) {
  const index: PatientIndex<PatientRow> = createPatientIndex()
  for (const one of here) index.put(one)
  seams.index = index
  seams.server = [...there]
}

const onPick = vi.fn()
const user = userEvent.setup({ delay: null })
const ids = () => screen.queryAllByRole('option').map((row) => /P-\d+/.exec(row.textContent)?.[0])
const look = async (text: string) => {
  renderInApp(<PatientPicker onPick={onPick} />)
  await user.type(searchBox(), text)
  await screen.findByText('Arrows choose, Enter takes')
}

beforeEach(() => {
  seams.answer = undefined
  vi.mocked(useLink).mockReturnValue({ online: true, since: new Date() })
})
const searchBox = () => screen.getByRole('combobox', { name: 'Name, phone, patient ID or national ID' })

afterEach(() => {
  cleanup()
  vi.clearAllMocks()
})

test('the patient with the typed number comes first, even if ten names of the device are close to it', async () => {
  // The server finds one by an id that looks like a name, and one by a phone.
  keep(people(12, 100, 'Sana'), [patient('1', 'Ravi', { pat_id: 'SANA', mobile: '9820012345' })])
  await look('sana')
  await waitFor(() => expect(screen.getAllByRole('option')[0]?.textContent).toContain('Ravi'))
  expect(screen.getAllByRole('option')).toHaveLength(10)
  await user.keyboard('{Enter}')
  expect(onPick).toHaveBeenCalledWith(expect.objectContaining({ id: '1' }))
})

test('an exact name comes before close names of the device', async () => {
  keep(people(11, 100, 'Mira'), people(2, 1, 'Meera'))
  await look('meera')
  expect(ids().slice(0, 2)).toEqual(['P-1', 'P-2'])
})

test('the number of a merged record finds the patient before phones that begin with it', async () => {
  const phones = people(11, 100, 'Asha').map((one, n) => ({ ...one, mobile: `98200123${10 + n}` }))
  keep(phones, [patient('1', 'Ravi')])
  await look('98200123')
  expect(ids()[0]).toBe('P-1')
})

test('pages of ten: further matches are announced and shown after the current ones, until none is left', async () => {
  const here = people(14, 100, 'Asha')
  keep(here, [...here, ...people(12, 200, 'Asha')])
  await look('asha')
  const first = ids()
  expect(first).toHaveLength(10)
  expect(first.every((id) => id?.startsWith('P-1'))).toBe(true)
  expect(screen.getByText('The first 10. There are more.')).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Show more' }))
  await waitFor(() => expect(ids()).toHaveLength(20))
  const second = ids()
  expect(second.slice(0, 10)).toEqual(first)
  await waitFor(() => expect(new Set(ids()).size).toBe(20))
  // The arrow after the last row also requests more.
  await user.click(searchBox())
  await user.keyboard('{ArrowUp}{ArrowDown}')
  await waitFor(() => expect(ids()).toHaveLength(26))
  expect(ids().slice(0, 20)).toEqual(second)
  expect(new Set(ids()).size).toBe(26)
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull())
})

test('a chosen patient stays chosen when a better match arrives', async () => {
  const asked = Promise.withResolvers<void>()
  seams.answer = () => asked.promise
  keep(people(3, 100, 'Mira'), [patient('1', 'Meera')])
  renderInApp(<PatientPicker onPick={onPick} />)
  await user.type(searchBox(), 'meera')
  await waitFor(() => expect(ids()).toHaveLength(3))
  await user.keyboard('{ArrowDown}')
  const chosen = screen.getByRole('option', { selected: true }).textContent
  asked.resolve()
  await waitFor(() => expect(ids()).toHaveLength(4))
  expect(ids()[0]).toBe('P-1')
  expect(screen.getByRole('option', { selected: true }).textContent).toBe(chosen)
})

test('offline the device’s own pages are paged through', async () => {
  vi.mocked(useLink).mockReturnValue({ online: false, since: new Date() })
  keep(people(13, 100, 'Asha'), [])
  renderInApp(<PatientPicker onPick={onPick} />)
  await user.type(searchBox(), 'asha')
  await waitFor(() => expect(ids()).toHaveLength(10))
  await user.click(screen.getByRole('button', { name: 'Show more' }))
  await waitFor(() => expect(ids()).toHaveLength(13))
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull()
})

test('Enter with Control or Command belongs to the form around the search: it chooses nobody', async () => {
  keep(people(3, 100, 'Mira'), [])
  await look('mira')
  await waitFor(() => expect(ids()).toHaveLength(3))
  await user.keyboard('{Control>}{Enter}{/Control}{Meta>}{Enter}{/Meta}')
  expect(onPick).not.toHaveBeenCalled()
  await user.keyboard('{Enter}')
  expect(onPick).toHaveBeenCalledOnce()
})
