import { cleanup, renderHook, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { act } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { usePatientForm } from '#src/parts/patient-form/use-patient-form.ts'
import { savePatientNow } from '#src/sync/patients/save-patient.ts'
import { sessionFields } from '#tests/helpers/device/session-fields.ts'
import { renderInApp } from '#tests/helpers/page/render-in-app.tsx'
import { ASHA } from '../booking/desk-of.ts'

vi.mock('#src/sync/session/session.ts', () => ({ useSession: () => sessionFields() }))
vi.mock('#src/sync/current-device.ts', () => ({ useDevice: () => undefined, currentDevice: () => undefined }))
vi.mock('#src/sync/link/use-link.ts', () => ({ useLink: () => ({ online: true }) }))
vi.mock('#src/sync/patients/save-patient.ts', () => ({
  savePatientNow: vi.fn(async () => ({ patient: ASHA, isOnServer: true })),
}))
vi.mock('#src/sync/desk/signed-of-patient.ts', () => ({
  findSignedOf: async () => ({
    examinations: [{ id: 's1', visit_no: 'V1', service: 'CT Brain', start_dt: '2026-11-20T08:00:00.000Z' }],
    more: 0,
  }),
}))
afterEach(cleanup)

test('the form of a patient with signed reports saves another name only after a confirmed question', async () => {
  renderInApp(<div />)
  const { result } = renderHook(() => usePatientForm(ASHA))
  act(() => result.current.form.set({ lname: `${ASHA.lname}son` }))
  for (const [answer, saves] of [
    ['Cancel', 0],
    ['Correct the name', 1],
  ] as const) {
    const saving = result.current.submit()
    await userEvent.click(await screen.findByRole('button', { name: answer }))
    await act(() => saving)
    expect(savePatientNow).toHaveBeenCalledTimes(saves)
    await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  }
})
