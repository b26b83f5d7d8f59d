import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { UserRecord } from '#contract/masters/user.ts'
import { RemovePasskeys } from '#src/features/masters/people/RemovePasskeys.tsx'
import { scriptServer } from '#tests/helpers/device/scripted-server.ts'
import { renderInApp } from '#tests/helpers/page/render-in-app.tsx'
import { administrator, seams, stubMedia } from '../../../ui/master/seams.tsx'

vi.mock('#src/sync/session/session.ts', () => ({ useSession: () => seams.session }))
vi.mock('#src/sync/link/use-link.ts', () => ({ useLink: () => ({ online: seams.isOnline }) }))

const PERSON = {
  id: '01990000-0000-7000-8000-0000000000aa',
  name: 'Dr. Rao',
  username: 'dr.rao',
} as UserRecord

beforeEach(() => {
  seams.session = administrator()
  seams.isOnline = true
  stubMedia()
})
afterEach(() => {
  cleanup()
  document.body.replaceChildren()
  vi.unstubAllGlobals()
})

test('an administrator is asked first, and then the passkeys of that person are removed', async () => {
  const { asked } = scriptServer({
    'user/removePasskeys': () => ({ body: { message: '2 passkeys removed.' } }),
  })
  renderInApp(<RemovePasskeys record={PERSON} />)
  await userEvent.click(screen.getByRole('button', { name: 'Remove passkeys' }))
  const question = await screen.findByRole('dialog', { name: 'Remove passkeys' })
  expect(question.textContent).toContain('All passkeys and recovery codes of Dr. Rao stop working.')
  expect(asked).toEqual([])
  await userEvent.click(within(question).getByRole('button', { name: 'Remove passkeys' }))
  await waitFor(() => expect(asked.map(({ input }) => input)).toEqual([{ id: PERSON.id }]))
})

test.each([
  ['who is no administrator', () => ({ ...administrator(), is_client_admin: 0 }), PERSON],
  ['for oneself', administrator, { ...PERSON, id: administrator().user_id }],
  ['for somebody who does not sign in', administrator, { ...PERSON, username: '' }],
] as const)('it is not offered %s', (_, session, record) => {
  seams.session = session() as typeof seams.session
  renderInApp(<RemovePasskeys record={record} />)
  expect(screen.queryByRole('button', { name: 'Remove passkeys' })).toBeNull()
})
