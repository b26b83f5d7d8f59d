import { act, cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { PatientRow } from '#contract/calls/patient-desk.ts'
import { StorageFullError } from '#src/db/quota.ts'
import SharedFile from '#src/features/shared-file/SharedFile.tsx'
import { giveFiles } from '#src/sync/shared-files/given-files.ts'
import { renderInApp } from '#tests/helpers/page/render-in-app.tsx'

const seams = vi.hoisted(() => ({
  isOpen: true,
  kept: [] as { id: string; name: string; bytes: Uint8Array<ArrayBuffer> }[],
  visits: [] as object[],
  added: [] as { visit: { id: string }; tagId: string; name: string }[],
  dropped: [] as string[],
  failsAt: '',
  isFull: false,
}))
vi.mock('#src/sync/current-device.ts', () => ({ useDevice: () => (seams.isOpen ? {} : undefined) }))
vi.mock('#src/sync/shared-files/kept-files.ts', () => ({
  useSharedFiles: () => seams.kept.filter(({ id }) => !seams.dropped.includes(id)),
  keepSharedFiles: async (files: readonly { name: string; bytes: Uint8Array<ArrayBuffer> }[]) => {
    if (seams.isFull) throw new StorageFullError(undefined)
    seams.kept.push(...files.map((file, index) => ({ id: `k${index}`, ...file })))
  },
  dropSharedFiles: async (ids: readonly string[]) => void seams.dropped.push(...ids),
}))
vi.mock('#src/sync/desk/use-visits-of-patient.ts', () => ({
  useVisitsOfPatient: (id: string) => (id === '' ? [] : seams.visits),
}))
vi.mock('#src/sync/directory/use-directory.ts', () => ({
  useDocumentTags: () => [{ id: 't1', name: 'Referral letter' }],
}))
vi.mock('#src/sync/desk/visit-documents.ts', () => ({
  addVisitDocument: async (document: (typeof seams.added)[number]) => {
    if (document.name === seams.failsAt) throw new Error('The disk is full.')
    seams.added.push(document)
  },
}))
vi.mock('#src/parts/patient-picker/PatientPicker.tsx', () => ({
  PatientPicker: ({ onPick }: { onPick: (patient: PatientRow) => void }) => (
    <button type="button" onClick={() => onPick({ id: 'p1', fname: 'Asha', lname: 'Kamat' } as PatientRow)}>
      Pick Asha
    </button>
  ),
}))
vi.mock('#src/parts/patient-form/PatientLine.tsx', () => ({
  PatientLine: ({ patient }: { patient: PatientRow }) => <p>{`${patient.fname} ${patient.lname}`}</p>,
}))

const PNG = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13])
const visit = (id: string, no: string) => ({
  id,
  rev: 1,
  visit_no: no,
  start_dt: '2026-11-20T05:00:00.000Z',
  services: [{ name: 'CT Brain' }],
})

beforeEach(() => {
  Object.assign(seams, {
    isOpen: true,
    kept: [
      { id: 'k0', name: 'letter.png', bytes: PNG },
      { id: 'k1', name: 'second.png', bytes: PNG },
    ],
    visits: [visit('v2', 'V-2'), visit('v1', 'V-1')],
    added: [],
    dropped: [],
    failsAt: '',
    isFull: false,
  })
})
afterEach(cleanup)

const fileButton = () => screen.getByRole('button', { name: /^File/ })
async function chooseAll() {
  await userEvent.click(screen.getByRole('button', { name: 'Pick Asha' }))
  await userEvent.click(screen.getByRole('combobox', { name: 'Document tag' }))
  await userEvent.click(await screen.findByRole('option', { name: 'Referral letter' }))
}

test('all files are filed with the newest visit of the chosen patient, and removed from the device’s waiting place', async () => {
  renderInApp(<SharedFile />)
  expect(fileButton().getAttribute('aria-description')).toBe('Choose the patient first.')
  await userEvent.click(screen.getByRole('button', { name: 'Pick Asha' }))
  expect(fileButton().getAttribute('aria-description')).toBe('You need to select a tag first!')
  await userEvent.click(screen.getByRole('button', { name: 'Choose another patient' }))
  await chooseAll()
  await userEvent.click(fileButton())
  await waitFor(() => expect(seams.dropped).toEqual(['k0', 'k1']))
  expect(seams.added.map(({ visit: { id }, tagId, name }) => [id, tagId, name])).toEqual([
    ['v2', 't1', 'letter.png'],
    ['v2', 't1', 'second.png'],
  ])
})

test('filed files are not filed again if a later one fails', async () => {
  seams.failsAt = 'second.png'
  renderInApp(<SharedFile />)
  await chooseAll()
  await userEvent.click(fileButton())
  expect(await screen.findByText('The disk is full.')).toBeDefined()
  expect(seams.dropped).toEqual(['k0'])
})

test('a patient without a visit is shown as such, and nothing is filed', async () => {
  seams.visits = []
  renderInApp(<SharedFile />)
  await chooseAll()
  expect(screen.getByText(/has no visit on this device/)).toBeDefined()
  expect(fileButton().getAttribute('aria-description')).toBe('Choose the visit first.')
  await userEvent.click(fileButton())
  expect(seams.added).toEqual([])
})

test('Cancel deletes the stored files', async () => {
  renderInApp(<SharedFile />)
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(seams.dropped).toEqual(['k0', 'k1'])
})

test('a file that was opened with the app is sealed once the vault is open; a file that is no document is refused', async () => {
  Object.assign(seams, { kept: [], isOpen: false })
  const view = renderInApp(<SharedFile />)
  act(() => giveFiles([new File([PNG], 'scan.png'), new File(['words'], 'notes.txt')]))
  expect(seams.kept).toEqual([])
  seams.isOpen = true
  view.unmount()
  renderInApp(<SharedFile />)
  await waitFor(() => expect(seams.kept.map(({ name }) => name)).toEqual(['scan.png']))
  expect(await screen.findByText(/jpg, png or pdf|not allowed|Only/i)).toBeDefined()
})

test('files without room stay, and Try again stores them once there is some', async () => {
  Object.assign(seams, { kept: [], isFull: true })
  renderInApp(<SharedFile />)
  act(() => giveFiles([new File([PNG], 'scan.png')]))
  expect(await screen.findByText('This device is full')).toBeDefined()
  expect(screen.getByText(/^scan\.png: not kept on this device yet/)).toBeDefined()
  expect(screen.queryByText('Nothing waits to be filed')).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText(/scan\.png/)).toBeDefined()
  expect(seams.kept).toEqual([])
  seams.isFull = false
  await userEvent.click(await screen.findByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(seams.kept.map(({ name }) => name)).toEqual(['scan.png']))
  expect(screen.queryByText('This device is full')).toBeNull()
})
