import { cleanup, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { PortalPerson } from '#contract/calls/portal.ts'
import type { SessionFields } from '#domain/access/session.ts'
import { DEFAULT_SHARE_TEXTS } from '#domain/message/share-text.ts'
import { PortalAccessDialog } from '#src/parts/portal-access/PortalAccessDialog.tsx'
import { useLink } from '#src/sync/link/use-link.ts'
import { useSession } from '#src/sync/session/session.ts'
import { scriptServer } from '#tests/helpers/device/scripted-server.ts'
import { sessionFields } from '#tests/helpers/device/session-fields.ts'
import { studyRowOf } from '#tests/helpers/device/study-row.ts'
import { renderInApp } from '#tests/helpers/page/render-in-app.tsx'

vi.mock('#src/sync/link/use-link.ts', () => ({ useLink: vi.fn() }))
vi.mock('#src/sync/session/session.ts', async (load) => ({
  ...(await load<object>()),
  useSession: vi.fn(),
}))
vi.mock('#src/sync/messages/use-messages.ts', () => ({
  useMessages: () => ({ rows: [], error: undefined, refresh: () => undefined }),
}))

const study = studyRowOf({ id: '01970000-0000-7000-8000-000000000001' })
const PERSON: PortalPerson = {
  patient_id: '01970000-0000-7000-8000-0000000000a1',
  pat_id: 'SAN-1',
  name: 'Fatima Al Sabah',
  mobile: '55512345',
  phone_code: '965',
  email: 'fatima@mail.example',
  payment_status: 'Paid',
  is_unpaid: 0,
  username: '',
  active_until: null,
}

/** Opens a person's dialog and gives the access; returns the server's requests. */
async function give(person: Partial<PortalPerson>, session: Partial<SessionFields>) {
  vi.mocked(useSession).mockReturnValue(sessionFields({ modules: ['share_study'], ...session }))
  const { asked } = scriptServer({
    [`portal/person/${study.study_id}`]: () => ({ body: { result: { ...PERSON, ...person } } }),
    'share/settings': () => ({
      body: {
        result: {
          ...DEFAULT_SHARE_TEXTS,
          results_wait_for_payment: 0,
          has_email: 1,
          has_sms: 1,
          has_whatsapp: 1,
        },
      },
    }),
    'portal/giveAccess': () => ({
      body: {
        result: {
          username: 'san-1.ab12',
          password: 'the-secret',
          autoLoginUrl: '/login/san-1.ab12/the-secret',
          expires: '2026-12-21T09:00:00Z',
        },
      },
    }),
    'whatsapp/send-sms': () => ({ body: { message: 'On its way.', result: { id: 'm', state: 'Waiting' } } }),
  })
  renderInApp(<PortalAccessDialog study={study} opened onClose={() => undefined} />)
  await userEvent.click(await screen.findByRole('button', { name: /^Give access/ }))
  await screen.findByText('Automatic sign-in')
  return asked
}

beforeEach(() => vi.mocked(useLink).mockReturnValue({ online: true, since: new Date() }))
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test.each([
  ['of the patient’s own country', '965', '965'],
  ['of the centre if the patient has none', '', '91'],
])('the message goes to the phone code %s', async (_, phone_code, code) => {
  const asked = await give({ phone_code }, { main_modules: ['patient_portal', 'sms_share'] })
  const shown = screen.getByRole<HTMLInputElement>('textbox', { name: 'Phone code' })
  expect(shown.value).toBe(code)
  await userEvent.click(screen.getByRole('button', { name: 'Send' }))
  expect(await screen.findByText('On its way.')).toBeDefined()
  expect(asked.at(-1)?.input).toMatchObject({ to: `${code}55512345` })
})

test('without a channel the access is given, shown and printed', async () => {
  await give({}, { main_modules: ['patient_portal'] })
  expect(screen.getByRole('textbox', { name: 'Automatic sign-in' })).toBeDefined()
  expect(screen.getByRole('button', { name: 'Print' })).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Send' })).toBeNull()
})
