import { cleanup, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, test, vi } from 'vitest'
import type { PatientRow } from '#contract/calls/patient-desk.ts'
import { MergeHistory } from '#src/features/patients/MergeHistory.tsx'
import { scriptServer } from '#tests/helpers/device/scripted-server.ts'
import { expectRefusedAt } from '#tests/helpers/page/refused-at.ts'
import { renderInApp } from '#tests/helpers/page/render-in-app.tsx'

vi.mock('#src/sync/link/use-link.ts', () => ({ useLink: () => ({ online: true, since: new Date() }) }))

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const MERGE = {
  id: '01970000-0000-7000-8000-0000000000ab',
  name: 'Mira Rao',
  pat_id: 'SAN-7',
  merged_by: 'Front desk',
  merged_on: '2026-11-20T08:00:00.000Z',
  visits: 1,
  studies: 0,
  undone_on: null,
}

test('a merge that cannot be undone says why at its button', async () => {
  const script = {
    'patient/merges/p1': () => ({ body: { result: [MERGE] } }),
    'patient/unmerge': () => ({ status: 409, body: { code: 'refused', message: 'It was changed since' } }),
  }
  scriptServer(script)
  const patient = { id: 'p1' } as PatientRow
  const { container } = renderInApp(<MergeHistory patient={patient} onUndone={() => undefined} />)
  await userEvent.click(await screen.findByRole('button', { name: /Mira Rao/ }))
  const question = await screen.findByRole('dialog')
  const [, sure] = within(question).getAllByRole('button').slice(-2)
  await userEvent.click(sure!)
  await expectRefusedAt(container, 'It was changed since')
})
