import { renderHook } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { StudyRow } from '#contract/calls/studies.ts'
import { useHistory } from '#src/sync/study-parts/use-history.ts'
import { study } from '#tests/features/report/fixtures.ts'

const device = vi.hoisted(() => ({ rows: [] as StudyRow[] }))

vi.mock('#src/sync/api/use-call.ts', () => ({ useCall: () => ({ answer: undefined, isLoading: false }) }))
vi.mock('#src/sync/link/use-link.ts', () => ({ useLink: () => ({ online: false, since: new Date(0) }) }))
vi.mock('#src/sync/session/session.ts', () => ({ useSession: () => undefined }))
vi.mock('#src/sync/studies/use-device-list.ts', () => ({ useDeviceList: () => ({ rows: device.rows }) }))

const person = { pat_id: '1001', pat_name: 'PATIL^ASHA', pat_birthdate: '1980-02-03', pat_sex: 'F' } as const
const [ASHA, RAVI] = ['01990000-0000-7000-8000-00000000000a', '01990000-0000-7000-8000-00000000000b']
const row = (id: string, change: Partial<StudyRow> = {}) =>
  study({ ...person, patient_id: null, id, ...change })

test('offline a number shared by two people shows only the studies of this one', () => {
  const own = row('own')
  device.rows = [
    own,
    row('same', { pat_name: 'Asha Patil', pat_birthdate: null }),
    row('other name', { pat_name: 'Rohan Mehra' }),
    row('other birth', { pat_birthdate: '1991-05-06' }),
    row('no name', { pat_name: '' }),
  ]
  const { result } = renderHook(() => useHistory(own))
  expect([result.current.from, result.current.studies.map(({ id }) => id)]).toEqual(['device', ['same']])
})

test('for a linked study those of its record count, and none linked to another person', () => {
  const own = row('own', { patient_id: ASHA })
  device.rows = [
    own,
    row('linked', { patient_id: ASHA, pat_name: 'A. Patil' }),
    row('not linked'),
    row('of another', { patient_id: RAVI }),
  ]
  const { result } = renderHook(() => useHistory(own))
  expect(result.current.studies.map(({ id }) => id)).toEqual(['linked', 'not linked'])
})
