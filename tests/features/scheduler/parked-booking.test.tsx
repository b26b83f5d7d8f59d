import 'fake-indexeddb/auto'
import { cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { BookingInput } from '#contract/calls/visits.ts'
import { SchedulerPanels } from '#src/features/scheduler/SchedulerPanels.tsx'
import type { SchedulerParams } from '#src/features/scheduler/use-scheduler-params.ts'
import { RefusedDeskWork } from '#src/parts/refused-work/RefusedDeskWork.tsx'
import { VisitPanel } from '#src/parts/visit-panel/VisitPanel.tsx'
import { setDevice } from '#src/sync/current-device.ts'
import { recordPayment } from '#src/sync/desk/record-payment.ts'
import { useVisitsOfPatient } from '#src/sync/desk/use-visits-of-patient.ts'
import type { Device } from '#src/sync/device.ts'
import { enqueue } from '#src/sync/outbox/make/enqueue.ts'
import { sessionFields } from '#tests/helpers/device/session-fields.ts'
import { renderInApp } from '#tests/helpers/page/render-in-app.tsx'
import { anAuthor, newUser, openBare } from '#tests/sync/support/test-page.ts'

vi.mock('#src/sync/link/use-link.ts', () => ({ useLink: () => ({ online: false, since: new Date(0) }) }))
vi.mock('#src/sync/session/session.ts', () => ({ useSession: () => sessionFields() }))

// The growing field uses fonts, which happy-dom does not have.
Object.assign(document, { fonts: new EventTarget() })

const [VISIT, BRANCH, PATIENT, DEPARTMENT, SLOT, LINE, SERVICE] = Array.from(
  { length: 7 },
  (_, n) => `0199f0aa-${n}111-7000-8000-0123456789ab`,
) as [string, string, string, string, string, string, string]
const START = '2099-11-23T05:00:00.000Z'

const BOOKING: BookingInput = {
  id: VISIT,
  is_radiology: 1,
  branch_id: BRANCH,
  patient_id: PATIENT,
  discount_head_id: null,
  ref_dr_scheme_id: null,
  ref_dr_scheme_type: '',
  start_dt: START,
  end_dt: START,
  tag_id: null,
  package_id: null,
  departments: [
    {
      id: DEPARTMENT,
      ref_hospital_id: null,
      ref_dr_id: null,
      other_ref_dr_ids: null,
      machines: [
        {
          id: SLOT,
          machine_id: null,
          doctor_id: null,
          start_dt: START,
          end_dt: START,
          services: [{ id: LINE, service_id: SERVICE, charges: 700, discount: 0 }],
        },
      ],
    },
  ],
}

/** A booking that was paid and started offline, and that the server then refused. */
beforeEach(async () => {
  const databases = await openBare(newUser())
  const author = { ...anAuthor(databases.userId), isOnline: () => false }
  setDevice({ databases, author, wake: () => undefined, refresh: () => undefined } as unknown as Device)
  const patient = { id: PATIENT, fname: 'Asha', lname: 'Kulkarni', mobile: '7000000001', gender: 'Female' }
  await enqueue('patient/save', patient as never, { label: 'Register' })
  const save = await enqueue('appt/save', BOOKING, { label: 'Book appointment' })
  await enqueue('appt/startVisit', { appt_id: VISIT }, { label: 'Start' })
  const visit = { id: VISIT, rev: 0, branch_id: BRANCH, patient_id: PATIENT, is_radiology: 1 } as const
  await recordPayment(visit, [{ mode: 'Cash', amount: 300 }])
  const row = (await databases.outbox.find(save))!
  const refusal = { code: 'slot_taken' as const, message: 'This slot is already booked.', current: [] }
  const { e } = await databases.outbox.seal({ ...row, body: { ...row.body, refusal } })
  const lastError = { kind: 'refused', status: 422, code: 'slot_taken', at: 1 } as const
  await databases.work.outbox.update(save, { state: 'parked', e, lastError })
})
afterEach(() => {
  cleanup()
  setDevice(undefined)
})

test('the note of the desk links to it by the name of its patient', async () => {
  renderInApp(<RefusedDeskWork />)
  const link = await screen.findByRole('link', { name: /Correct: Asha Kulkarni/ })
  expect(link.getAttribute('href')).toBe(`/scheduler?edit=${VISIT}`)
  expect(screen.getByText(/This slot is already booked/)).toBeTruthy()
  expect(screen.getByRole('link', { name: /Sync centre/ }).getAttribute('href')).toBe('/sync')
})

test.each([1, 2, 3, 4] as const)('its visit opens on tab %d as it was typed', async (tab) => {
  renderInApp(<VisitPanel visitId={VISIT} tab={tab} onClose={() => undefined} />)
  expect((await screen.findAllByText(/Asha Kulkarni/)).length).toBeGreaterThan(0)
  expect(screen.queryByText(/stopped working/)).toBeNull()
})

test('its form opens with the typed values and the reason of the refusal', async () => {
  const place = { branchId: BRANCH, isRadiology: 1, editId: VISIT, go: () => undefined }
  renderInApp(
    <SchedulerPanels
      place={place as unknown as SchedulerParams}
      panel={undefined}
      onPanel={() => undefined}
    />,
  )
  expect(await screen.findByText('This slot is already booked.')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Update Appointment' })).toBeTruthy()
})

test('no list shows the partial visit that its payment would create', async () => {
  function Count() {
    const visits = useVisitsOfPatient(PATIENT)
    return <p>{visits === undefined ? 'unknown' : `${visits.length} visits`}</p>
  }
  renderInApp(<Count />)
  await waitFor(() => expect(screen.getByText('0 visits')).toBeTruthy())
})
