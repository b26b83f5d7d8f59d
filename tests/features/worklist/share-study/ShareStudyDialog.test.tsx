import { cleanup, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { DEFAULT_SHARE_TEXTS } from '#domain/message/share-text.ts'
import { ShareStudyDialog } from '#src/features/worklist/share-study/ShareStudyDialog.tsx'
import { sessionFields } from '#tests/helpers/device/session-fields.ts'
import { studyRowOf } from '#tests/helpers/device/study-row.ts'
import { renderInApp } from '#tests/helpers/page/render-in-app.tsx'

const seams = vi.hoisted(() => ({
  isOnline: true,
  asked: [] as { key: string; input: Record<string, unknown> }[],
  answers: new Map<string, unknown>(),
  session: undefined as unknown,
}))

vi.mock('#src/sync/api/call-api.ts', () => ({
  ApiError: class extends Error {},
  OfflineError: class extends Error {},
  callApi: async ({ key }: { key: string }, input: Record<string, unknown>) => {
    seams.asked.push({ key, input })
    const answer = seams.answers.get(key)
    if (answer instanceof Error) throw answer
    return answer
  },
}))
vi.mock('#src/sync/link/use-link.ts', () => ({
  useLink: () => ({ online: seams.isOnline, since: new Date(0) }),
}))
vi.mock('#src/sync/session/session.ts', () => ({ useSession: () => seams.session }))
vi.mock('#src/sync/messages/use-messages.ts', () => ({
  useMessages: () => ({ rows: [], error: undefined, refresh: () => undefined }),
}))

const study = studyRowOf({ id: 'study-1', pat_name: 'Asha Kamat', study_desc: 'CT Chest' })
const LINK = '/shared/secret'
const made = (key: string) => seams.asked.filter((one) => one.key === key).map(({ input }) => input)

beforeEach(() => {
  seams.isOnline = true
  seams.asked = []
  seams.session = sessionFields({
    modules: ['share_study'],
    main_modules: ['whatsapp_share', 'sms_share', 'email_share', 'telegram_share'],
  })
  seams.answers = new Map<string, unknown>([
    [
      'share/settings',
      {
        result: {
          ...DEFAULT_SHARE_TEXTS,
          results_wait_for_payment: 0,
          has_email: 1,
          has_sms: 0,
          has_whatsapp: 0,
        },
      },
    ],
    ['share/recipient', { result: { email: '', mobile: '', phone_code: '' } }],
    ['generateViewerShareUrl', { message: '', result: { id: 'l', link: LINK, expires: '', with_report: 0 } }],
    ['studies/shareStudyWithPatientEmail', { message: 'On its way.', result: { id: 'm', state: 'Waiting' } }],
    ['share/revoke', { message: '' }],
  ])
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const open = (part = {}) =>
  renderInApp(<ShareStudyDialog study={{ ...study, ...part }} opened onClose={() => undefined} />)

test('sharing by e-mail requires an address and sends the link in the client’s text', async () => {
  open()
  const user = userEvent.setup()
  await user.click(await screen.findByText('E-mail'))
  await user.click(screen.getByRole('button', { name: 'Share' }))
  expect(await screen.findByText('Enter email-id')).toBeDefined()
  expect(made('generateViewerShareUrl')).toEqual([])
  await user.type(screen.getByRole('textbox', { name: 'E-mail' }), 'asha@mail.in')
  await user.click(screen.getByRole('button', { name: 'Share' }))
  expect(await screen.findByText('On its way.')).toBeDefined()
  expect(made('generateViewerShareUrl')).toMatchObject([
    { share_via: 'E', share_to: 'asha@mail.in', is_expiry: 0, dtl: { study_id: 'study-1' } },
  ])
  expect(made('studies/shareStudyWithPatientEmail')[0]?.content).toBe(
    `Dear Asha Kamat, the images of your CT Chest are ready: ${location.origin}${LINK}`,
  )
})

test('the addresses of the linked patient fill the fields, each way with its own, and can be changed', async () => {
  seams.answers.set('share/recipient', {
    result: { email: 'meera@mail.in', mobile: '098200-12345', phone_code: '965' },
  })
  open()
  const user = userEvent.setup()
  const number = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Mobile number' })
  expect(number.value).toBe('09820012345')
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: /code/i }).value).toBe('965')
  expect(seams.asked.find(({ key }) => key === 'share/recipient')?.input).toEqual({ study_id: 'study-1' })
  await user.click(screen.getByText('E-mail'))
  const email = screen.getByRole<HTMLInputElement>('textbox', { name: 'E-mail' })
  expect(email.value).toBe('meera@mail.in')
  await user.clear(email)
  await user.type(email, 'son@mail.in')
  await user.click(screen.getByRole('button', { name: 'Share' }))
  expect(await screen.findByText('On its way.')).toBeDefined()
  expect(made('generateViewerShareUrl')).toMatchObject([{ share_via: 'E', share_to: 'son@mail.in' }])
})

test('if the address is not available it is typed', async () => {
  seams.answers.set('share/recipient', new Error('The server could not answer.'))
  open()
  const number = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Mobile number' })
  expect(number.value).toBe('')
})

test('WhatsApp without the gateway opens its page in a window created by the click', async () => {
  const places: string[] = []
  const popUp = { opener: window, location: { replace: (url: string) => places.push(url) }, close: vi.fn() }
  vi.stubGlobal('open', () => popUp)
  open()
  const user = userEvent.setup()
  await user.type(await screen.findByRole('textbox', { name: 'Mobile number' }), '98200 12345')
  await user.click(screen.getByRole('button', { name: 'Share in WhatsApp' }))
  expect(await screen.findByText(/WhatsApp is open/)).toBeDefined()
  expect(places[0]).toMatch(/^https:\/\/wa\.me\/919820012345\?text=Dear%20Asha/)
  expect(popUp.opener).toBeNull()
})

test('Telegram gets one address, the report’s once it is signed, and the text without it', async () => {
  const places: string[] = []
  vi.stubGlobal('open', () => ({ location: { replace: (url: string) => places.push(url) }, close: vi.fn() }))
  open({ status: 'Signed' })
  const user = userEvent.setup()
  await user.click(await screen.findByText('Telegram'))
  await user.click(screen.getByRole('button', { name: 'Share in Telegram' }))
  expect(await screen.findByText(/Telegram is open/)).toBeDefined()
  const asked = new URL(places[0] ?? '')
  expect(asked.searchParams.get('url')).toBe(`${location.origin}${LINK}&report`)
  expect(asked.searchParams.get('text')).toBe(
    'Dear Asha Kamat, the images and the report of your CT Chest are ready',
  )
  // Not every Telegram reads a plus as a space.
  expect(asked.search).not.toContain('+')
})

test('a link whose message could not be handed over is revoked', async () => {
  seams.answers.set('studies/shareStudyWithPatientEmail', new Error('Error!'))
  open()
  const user = userEvent.setup()
  await user.click(await screen.findByText('E-mail'))
  await user.type(screen.getByRole('textbox', { name: 'E-mail' }), 'asha@mail.in')
  await user.click(screen.getByRole('button', { name: 'Share' }))
  expect(await screen.findByText('Error!')).toBeDefined()
  expect(made('share/revoke')).toEqual([{ id: 'l' }])
})

test('an expiry counts in minutes unless another unit is chosen, and the past is refused', async () => {
  open()
  const user = userEvent.setup()
  await user.click(await screen.findByText('E-mail'))
  await user.type(screen.getByRole('textbox', { name: 'E-mail' }), 'asha@mail.in')
  await user.click(screen.getByRole('switch', { name: 'The link expires' }))
  const after = screen.getByRole('textbox', { name: 'After' })
  await user.clear(after)
  await user.type(after, '0')
  await user.click(screen.getByRole('button', { name: 'Share' }))
  expect(await screen.findByText('The link would be over already')).toBeDefined()
  await user.clear(after)
  await user.type(after, '45')
  await user.click(screen.getByRole('button', { name: 'Share' }))
  await screen.findByText('On its way.')
  expect(made('generateViewerShareUrl')).toMatchObject([{ is_expiry: 1, expiry: 45, expiry_type: 'Minutes' }])
})

test('offline, and unpaid if payment is required, sharing says why it is not possible', async () => {
  seams.isOnline = false
  open()
  expect(await screen.findByText('Sharing needs the network')).toBeDefined()
  cleanup()
  seams.isOnline = true
  const settings = seams.answers.get('share/settings') as { result: object }
  seams.answers.set('share/settings', { result: { ...settings.result, results_wait_for_payment: 1 } })
  open({ payment_status: 'Pending' })
  const button = await screen.findByRole('button', { name: /^Share/ })
  expect(button.getAttribute('aria-disabled')).toBe('true')
  expect(button.getAttribute('aria-description')).toBe('This study is shared once the bill is paid.')
})
