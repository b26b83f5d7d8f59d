import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { SentConsentLink } from '#contract/calls/consents.ts'
import type { ConsentFormRecord } from '#contract/masters/consent-form.ts'
import { LinkPanel } from '#src/parts/visit-panel/consent-forms/LinkPanel.tsx'
import { useMadeLinks } from '#src/parts/visit-panel/consent-forms/made-links.ts'
import { useLink } from '#src/sync/link/use-link.ts'
import { useSession } from '#src/sync/session/session.ts'
import { scriptServer } from '#tests/helpers/device/scripted-server.ts'
import { sessionFields } from '#tests/helpers/device/session-fields.ts'
import { renderInApp } from '#tests/helpers/page/render-in-app.tsx'
import { visitRowOf } from '#tests/parts/booking/visit-row.ts'

vi.mock('#src/sync/link/use-link.ts', () => ({ useLink: vi.fn() }))
vi.mock('#src/sync/session/session.ts', async (load) => ({
  ...(await load<object>()),
  useSession: vi.fn(),
}))

const visit = visitRowOf({ id: '01970000-0000-7000-8000-0000000000b1', mobile: '55512345' })
const form: ConsentFormRecord = {
  id: '01970000-0000-7000-8000-0000000000c1',
  name: 'CT contrast',
  name_slang: '',
  questions: [],
  status: 1,
  rev: 1,
  created: '2026-11-01T09:00:00Z',
}

const isShare = ({ path }: { path: string }) => path.endsWith('consent/share')

function Panel() {
  const { links, keep } = useMadeLinks()
  return (
    <LinkPanel
      visit={visit}
      form={form}
      known={undefined}
      link={links.get(form.id)}
      onMade={(link) => keep(form.id, link)}
    />
  )
}

beforeEach(() => {
  vi.mocked(useLink).mockReturnValue({ online: true, since: new Date() })
  vi.mocked(useSession).mockReturnValue(
    sessionFields({ main_modules: ['consent_forms', 'whatsapp_share', 'whatsapp_send'] }),
  )
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test.each([
  ['of the patient’s own country', '965', '965'],
  ['of the centre if the patient has none', '', '91'],
])('the link goes to the phone code %s', async (_, phone_code, code) => {
  const { asked } = scriptServer({
    'consent/makeLink': () => ({
      body: {
        result: {
          url: '/consent-form?id=c&appt_id=s',
          qr_code_img_url: 'data:,',
          expires: '2026-12-21T09:00:00Z',
          phone_code,
        },
      },
    }),
    'consent/share': () => ({ body: { message: 'On its way.', result: { id: 'm', state: 'Waiting' } } }),
  })
  renderInApp(<Panel />)
  await userEvent.click(screen.getByRole('button', { name: /link/i }))
  await userEvent.click(await screen.findByRole('button', { name: 'Send' }))
  await waitFor(() => expect(asked.some(isShare)).toBe(true))
  expect(asked.find(isShare)?.input).toMatchObject({ share_via: 'W', share_to: '55512345', phonecode: code })
})

test('the state of a message is shown, and loaded again after another one was sent', async () => {
  const log: SentConsentLink[] = []
  const row = (id: string, part: Partial<SentConsentLink>): SentConsentLink => ({
    id,
    channel: 'W',
    sent_to: '96555512345',
    state: 'Sent',
    attempts: 1,
    last_error: '',
    created: '2026-11-21T09:00:00Z',
    created_by: 'Pooja Sawant',
    ...part,
  })
  log.push(row('m1', { state: 'Failed', last_error: 'The number has no WhatsApp.' }))
  scriptServer({
    'consent/makeLink': () => ({
      body: {
        result: { url: '/c', qr_code_img_url: 'data:,', expires: '2026-12-21T09:00:00Z', phone_code: '965' },
      },
    }),
    'consent/share': () => {
      log.unshift(row('m2', { state: 'Not_Configured' }))
      return { body: { message: 'Kept.', result: { id: 'm2', state: 'Not_Configured' } } }
    },
    [`consent/sentLinks/${visit.id}`]: () => ({ body: { result: log } }),
  })
  renderInApp(<Panel />)
  const shown = await screen.findByRole('list', { name: 'Sent to the patient' })
  expect(shown.textContent).toContain('WhatsApp · 96555512345')
  expect(shown.textContent).toContain('The number has no WhatsApp.')
  await userEvent.click(screen.getByRole('button', { name: 'Make link' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Send' }))
  await waitFor(() => expect(within(shown).getAllByRole('listitem')).toHaveLength(2))
})
