import { cleanup, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { IdentityHistory } from '#src/parts/study-drawer/IdentityHistory.tsx'
import type { IdentityStep } from '#src/parts/study-drawer/identity-steps.ts'
import { editStudy } from '#src/sync/study-parts/edit-study.ts'
import { scriptServer } from '#tests/helpers/device/scripted-server.ts'
import { sessionFields } from '#tests/helpers/device/session-fields.ts'
import { studyRowOf } from '#tests/helpers/device/study-row.ts'
import { renderInApp } from '#tests/helpers/page/render-in-app.tsx'

vi.mock('#src/sync/session/session.ts', () => ({
  useSession: () => sessionFields({ modules: ['edit_patient_and_study'] }),
}))
vi.mock('#src/sync/link/use-link.ts', () => ({ useLink: () => ({ online: true, since: new Date() }) }))
vi.mock('#src/sync/study-parts/edit-study.ts', () => ({ editStudy: vi.fn(async () => undefined) }))
afterEach(cleanup)

const SERVICE = '01970000-0000-7000-8000-0000000000e1'
const step = (no: number, part: Partial<IdentityStep>): IdentityStep => ({
  id: `01970000-0000-7000-8000-00000000000${no}`,
  at: '2026-11-20T08:00:00.000Z',
  by: 'Meera Pillai',
  kind: 'edit',
  service_id: null,
  visit: '',
  fields: [],
  ...part,
})
const link = step(1, {
  kind: 'link',
  service_id: SERVICE,
  visit: 'V-17 · CT Brain',
  fields: [{ field: 'pat_name', before: 'Asha Kale', after: 'Meera Rao' }],
})
const edit = step(2, { fields: [{ field: 'pat_birthdate', before: '', after: '1984-03-02' }] })
const unlink = step(3, { ...link, id: edit.id.replace(/2$/, '3'), kind: 'unlink' })
const study = (part = {}) => studyRowOf({ id: '01970000-0000-7000-8000-000000000009', ...part })

async function agree(name: RegExp) {
  await userEvent.click(screen.getByRole('button', { name }))
  const question = await screen.findByRole('dialog', { name: 'Undo this step?' })
  await userEvent.click(within(question).getByRole('button', { name: 'Undo' }))
}

test('the history shows the person, the action, the old and the new value', () => {
  renderInApp(
    <IdentityHistory
      study={study({ is_linked: 1 })}
      steps={[edit, link, step(4, { kind: 'link', by: '' })]}
    />,
  )
  const rows = screen.getAllByRole('listitem').map((row) => row.textContent)
  expect(rows[0]).toMatch(/Corrected by Meera Pillai, .*Date of birth: empty → 02 Mar 1984/)
  expect(rows[1]).toMatch(/Linked by Meera Pillai, .*V-17 · CT Brain.*Patient name: Asha Kale → Meera Rao/)
  expect(rows[2]).toContain('Linked by the rule (accession number and patient agree)')
})

test('a correction is undone with its old values, while it is current', async () => {
  renderInApp(<IdentityHistory study={study({ pat_birthdate: '1984-03-02' })} steps={[edit]} />)
  await agree(/Corrected/)
  expect(editStudy).toHaveBeenCalledWith(study().id, { pat_birthdate: null }, { pat_birthdate: '1984-03-02' })
  cleanup()
  renderInApp(<IdentityHistory study={study({ pat_birthdate: '1990-01-01' })} steps={[edit]} />)
  expect(screen.queryByRole('button')).toBeNull()
})

test('a link is undone by an unlink, and an unlink by the same link', async () => {
  const answer = () => ({ body: { message: 'Saved', result: { study: study() } } })
  const { asked } = scriptServer({ 'study/linkToVisit': answer, 'study/unlinkFromVisit': answer })
  renderInApp(<IdentityHistory study={study({ is_linked: 1 })} steps={[link]} />)
  await agree(/Linked/)
  await vi.waitFor(() => expect(asked.at(-1)?.input).toEqual({ study_id: study().id }))
  cleanup()
  renderInApp(<IdentityHistory study={study({ is_linked: 0 })} steps={[unlink, link]} />)
  expect(screen.getAllByRole('button')).toHaveLength(1)
  await agree(/Unlinked/)
  await vi.waitFor(() =>
    expect(asked.at(-1)?.input).toEqual({ study_id: study().id, service_id: SERVICE, is_confirmed: 1 }),
  )
})

test('under a signed report a link stays, and says why', async () => {
  renderInApp(<IdentityHistory study={study({ is_linked: 1, signed_reports: 1 })} steps={[link]} />)
  const button = screen.getByRole('button', { name: /Undo/ })
  expect(button.getAttribute('aria-description')).toBe('A study with a signed report stays with its visit.')
})
