import { cleanup, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { PatientFormDrawer } from '#src/parts/patient-form/PatientFormDrawer.tsx'
import { savePatientNow } from '#src/sync/patients/save-patient.ts'
import { sessionFields } from '#tests/helpers/device/session-fields.ts'
import { renderInApp } from '#tests/helpers/page/render-in-app.tsx'
import { ASHA } from '../booking/desk-of.ts'

const line = vi.hoisted(() => ({ online: true }))
vi.mock('#src/sync/session/session.ts', () => ({ useSession: () => sessionFields() }))
vi.mock('#src/sync/current-device.ts', () => ({ useDevice: () => ({}), currentDevice: () => undefined }))
vi.mock('#src/sync/link/use-link.ts', () => ({ useLink: () => line }))
vi.mock('#src/sync/patients/search.ts', () => ({
  findTakenNumbersHere: async () => ({}),
  findLikely: async () => [],
}))
vi.mock('#src/sync/patients/save-patient.ts', () => ({
  savePatientNow: vi.fn(async () => ({ patient: ASHA, isOnServer: true })),
}))
beforeEach(() => vi.mocked(savePatientNow).mockClear())
afterEach(cleanup)

const open = (patient: typeof ASHA) =>
  renderInApp(<PatientFormDrawer patient={patient} onSaved={() => {}} onClose={() => {}} />)
const sent = () => vi.mocked(savePatientNow).mock.calls[0]?.[0]
const field = () => screen.findByRole('combobox', { name: 'Language' })

test.each([true, false])(
  'the chosen language is sent with what stood before (online: %s)',
  async (online) => {
    line.online = online
    // A copy from before the field existed.
    const { language: _language, ...older } = ASHA
    open({ ...older, rev: 1 })
    await userEvent.click(await field())
    const names = screen.getAllByRole('option').map(({ textContent }) => textContent)
    expect(names).toEqual(['English', 'हिन्दी', 'العربية'])
    await userEvent.click(screen.getByRole('option', { name: 'العربية' }))
    await userEvent.click(screen.getByRole('button', { name: 'Save' }))
    await vi.waitFor(() => expect(sent()).toMatchObject({ language: 'ar', before: { language: null } }))
    expect(vi.mocked(savePatientNow).mock.calls[0]?.[1]).toMatchObject({ isOnline: online })
  },
)

test('without a choice the field says that the branch’s language counts', async () => {
  open({ ...ASHA, language: null })
  expect((await field()).getAttribute('placeholder')).toBe('The branch’s')
})
