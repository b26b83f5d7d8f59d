import { act, cleanup, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { CertificateInUse } from '#contract/calls/certificates.ts'
import type { ExchangeItem, ExchangePeer } from '#contract/calls/interfaces.ts'
import Interfaces from '#src/features/interfaces/Interfaces.tsx'
import { readInterfaceParams } from '#src/features/interfaces/interface-params.ts'
import { scriptServer } from '#tests/helpers/device/scripted-server.ts'
import { sessionFields } from '#tests/helpers/device/session-fields.ts'
import { layOut } from '#tests/helpers/page/lay-out.ts'
import { expectRefusedAt } from '#tests/helpers/page/refused-at.ts'
import { renderInApp } from '#tests/helpers/page/render-in-app.tsx'

const PEER = '019a0000-0000-7000-8000-0000000000b1'
const ID = '019a0000-0000-7000-8000-0000000000e1'
const seams: {
  isOnline: boolean
  refusal?: { status: number; body: unknown }
  certificates?: CertificateInUse[]
} = { isOnline: true }
let session = sessionFields()

vi.mock('#src/sync/link/use-link.ts', () => ({
  useLink: () => ({ online: seams.isOnline, since: new Date(0) }),
}))
vi.mock('#src/sync/session/session.ts', () => ({ useSession: () => session }))
vi.mock('#src/ui/time/use-today.ts', () => ({ useToday: () => '2026-11-23' }))

const AT = '2026-11-23T05:12:00.000Z'
const peer: ExchangePeer = {
  id: PEER,
  kind: 'hl7_in',
  name: 'HIS at CITY',
  first_contact: AT,
  last_contact: AT,
  last_at: AT,
  last_outcome: 'refused',
  last_reason: 'ORC-2: no order O7 is known here',
  day_total: 5,
  day_bad: 1,
  is_heard: 1,
  silent_after_hours: null,
  rest_days: [],
  silent_since: null,
}
const row: ExchangeItem = {
  id: ID,
  peer_id: PEER,
  kind: 'hl7_in',
  peer: 'HIS at CITY',
  at: AT,
  last_at: AT,
  times: 1,
  outcome: 'refused',
  code: 'AE',
  reason: 'ORC-2: no order O7 is known here',
  duration_ms: 12,
  bytes: 300,
  found: null,
  pat_id: 'MRN9',
  accession_no: 'A7',
  order_no: 'O7',
  control_id: 'M7',
  has_content: 1,
  can_replay: 1,
  replay_outcome: null,
  replayed_by: '',
}

beforeEach(() => {
  session = sessionFields({ modules: ['manage_masters', 'view_patient_portal_patients'], is_client_admin: 1 })
  seams.isOnline = true
  delete seams.refusal
  delete seams.certificates
  layOut(1_400)
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const REPEAT = { message: 'Handled again', result: { outcome: 'repeat', reason: '' } }

async function open(
  rows: ExchangeItem[] = [row],
  replay: () => { status?: number; body: unknown } = () => ({ body: REPEAT }),
  peers: ExchangePeer[] = [peer],
) {
  const page = { start: 0, total: rows.length, total_records: rows.length, cur_page: 1 }
  const server = scriptServer({
    'interfaces/peers': () => ({ body: { result: peers } }),
    'interfaces/certificates': () => ({ body: { result: seams.certificates ?? [] } }),
    'interfaces/exchanges': () => ({ body: { result: { data: rows, page } } }),
    'interfaces/sums': () => ({ body: { result: [{ at: AT, total: 5, bad: 1 }] } }),
    'interfaces/content': () => ({ body: { result: { content: 'MSH|first\rPID|second' } } }),
    'interfaces/replay': replay,
    'interfaces/setSilence': () => seams.refusal ?? { body: { message: 'Saved' } },
  })
  renderInApp(<Interfaces />, '/interfaces')
  await act(async () => {})
  return server
}

const openRow = async () => {
  await userEvent.click(await screen.findByText('MRN9, A7, O7'))
  return screen.findByRole('dialog', { name: 'Exchange' })
}

test('the page shows the other systems with their last message, and the list with reasons and numbers', async () => {
  await open()
  const card = await screen.findByRole('button', { name: /HIS at CITY/ })
  expect(card.textContent).toContain('5 in 24 hours, 1 not taken')
  expect(card.getAttribute('aria-pressed')).toBe('false')
  await userEvent.click(card)
  expect((await screen.findByRole('button', { name: /HIS at CITY/ })).getAttribute('aria-pressed')).toBe(
    'true',
  )
  expect(screen.getByText('MRN9, A7, O7')).toBeTruthy()
})

test('content is opened only by its button, and a message can be processed again', async () => {
  const server = await open()
  const drawer = within(await openRow())
  expect(drawer.getByText('M7')).toBeTruthy()
  expect(server.asked.some(({ path }) => path.endsWith('content'))).toBe(false)
  await userEvent.click(drawer.getByRole('button', { name: 'Show content' }))
  expect((await drawer.findByLabelText('Content')).textContent).toBe('MSH|first\nPID|second')
  await userEvent.click(drawer.getByRole('button', { name: 'Handle again' }))
  expect(server.asked.filter(({ path }) => path.endsWith('replay'))).toMatchObject([{ input: { id: ID } }])
  const said = await drawer.findByText('Already processed: nothing was changed')
  expect(document.activeElement).toBe(said)
  expect(drawer.queryByRole('button', { name: 'Handle again' })).toBeNull()
  // The lists are loaded again; the drawer stays.
  expect(server.asked.filter(({ path }) => path.endsWith('exchanges'))).toHaveLength(2)
})

test('a repeated refusal is shown at its button, with the focus, and can be retried', async () => {
  const result = { outcome: 'refused', reason: 'ORC-2: no order O7 is known here' }
  await open([row], () => ({ body: { message: 'Handled again', result } }))
  const drawer = within(await openRow())
  await userEvent.click(drawer.getByRole('button', { name: 'Handle again' }))
  const said = await drawer.findByText('Refused again. ORC-2: no order O7 is known here')
  await vi.waitFor(() => expect(document.activeElement).toBe(said))
  expect(drawer.getByRole('button', { name: 'Handle again' })).toBeTruthy()
})

test('a silent system says so on its card, and its alarm is set, changed and removed', async () => {
  const server = await open([row], undefined, [{ ...peer, silent_after_hours: 4, silent_since: AT }])
  const card = await screen.findByRole('button', { name: /HIS at CITY/ })
  expect(card.textContent).toMatch(/Silent, last heard/)
  expect(screen.queryByRole('region', { name: 'Alarm for HIS at CITY' })).toBeNull()
  await userEvent.click(card)
  const form = within(await screen.findByRole('region', { name: 'Alarm for HIS at CITY' }))
  const hours = form.getByRole<HTMLInputElement>('textbox', { name: 'Open hours without a message' })
  expect(hours.value).toBe('4 h')
  const sent = () => server.asked.filter(({ path }) => path.endsWith('setSilence')).map(({ input }) => input)
  await userEvent.clear(hours)
  await userEvent.type(hours, '900')
  await userEvent.click(form.getByRole('button', { name: 'Save alarm' }))
  expect(form.getByText('Enter 1 to 720 hours, or leave it blank')).toBeTruthy()
  expect(sent()).toEqual([])
  await userEvent.clear(hours)
  await userEvent.click(form.getByRole('checkbox', { name: 'Sunday' }))
  await userEvent.type(hours, '12{Enter}')
  await vi.waitFor(() => expect(sent()).toEqual([{ id: PEER, silent_after_hours: 12, rest_days: [0] }]))
  // The cards are loaded again.
  await vi.waitFor(() => expect(server.asked.filter(({ path }) => path.endsWith('peers')).length).toBe(2))
  await userEvent.clear(hours)
  await userEvent.click(form.getByRole('button', { name: 'Save alarm' }))
  await vi.waitFor(() =>
    expect(sent().at(-1)).toEqual({ id: PEER, silent_after_hours: null, rest_days: [0] }),
  )
  // Without a selected day there is no alarm to save.
  for (const day of ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'])
    await userEvent.click(form.getByRole('checkbox', { name: day }))
  await userEvent.click(form.getByRole('button', { name: 'Save alarm' }))
  expect(form.getByText('At least one day must count')).toBeTruthy()
  expect(sent()).toHaveLength(2)
})

test('a system that only this server contacts has no alarm, and a refused setting is shown at its button', async () => {
  await open([row], undefined, [{ ...peer, kind: 'hl7_out', is_heard: 0 }])
  await userEvent.click(await screen.findByRole('button', { name: /HIS at CITY/ }))
  expect(screen.queryByRole('button', { name: 'Save alarm' })).toBeNull()
  cleanup()
  seams.refusal = { status: 403, body: { code: 'not_permitted', message: 'You may not do that.' } }
  await open()
  await userEvent.click(await screen.findByRole('button', { name: /HIS at CITY/ }))
  await userEvent.click(await screen.findByRole('button', { name: 'Save alarm' }))
  await expectRefusedAt(screen.getByRole('region', { name: 'Alarm for HIS at CITY' }), 'You may not do that.')
})

test('many systems do not push the list out of view', async () => {
  const many = Array.from({ length: 20 }, (_, n) => ({
    ...peer,
    id: PEER.replace(/b1$/, `${10 + n}`),
    name: `HIS ${n}`,
  }))
  await open([row], undefined, many)
  expect(screen.getAllByRole('button', { name: /^HIS/ })).toHaveLength(8)
  await userEvent.click(screen.getByRole('button', { name: 'Show all 20 systems' }))
  expect(screen.getAllByRole('button', { name: /^HIS/ })).toHaveLength(20)
})

test('days without messages are shown in the chart', async () => {
  await open()
  await userEvent.click(await screen.findByRole('button', { name: /table/i }))
  const table = screen.getByRole('table', { name: /Exchanges by day/ })
  expect(within(table).getAllByRole('row')).toHaveLength(8)
})

test('without the right to patients no content is shown, and an accepted message is not processed again', async () => {
  session = sessionFields({ modules: ['manage_masters'], is_client_admin: 1 })
  await open([{ ...row, outcome: 'ok', can_replay: 0 }])
  const drawer = within(await openRow())
  expect(drawer.getByText(/needs the right to see patients/)).toBeTruthy()
  expect(drawer.queryByRole('button', { name: 'Show content' })).toBeNull()
  expect(drawer.queryByRole('button', { name: 'Handle again' })).toBeNull()
})

test('offline the page says so and sends no request', async () => {
  seams.isOnline = false
  const server = await open()
  expect(screen.getByText('The log of the interfaces needs the network.')).toBeTruthy()
  expect(server.asked).toEqual([])
})

test('the address holds days, kind, outcome and system; unknown values are left out', () => {
  expect(
    readInterfaceParams(new URLSearchParams('kind=worklist&outcome=bad&peer=x'), '2026-11-23'),
  ).toMatchObject({
    from: '2026-11-17',
    to: '2026-11-23',
    kind: 'worklist',
    outcome: 'bad',
    peerId: 'x',
  })
  expect(readInterfaceParams(new URLSearchParams('kind=fax&outcome=maybe'), '2026-11-23')).toMatchObject({
    kind: undefined,
    outcome: undefined,
  })
})

test('the desk shows the expiry of the certificates of its connections, and always those that need attention', async () => {
  const good = { role: 'server' as const, names: [], subject: 'CN=lab', standing: 'good' as const }
  seams.certificates = [
    {
      role: 'server',
      place: 'pacs.example:443',
      names: ['Main archive'],
      subject: 'CN=pacs.example',
      ends: '2026-11-20T10:00:00.000Z',
      standing: 'expired',
    },
    {
      role: 'client',
      place: '',
      names: ['Main archive'],
      subject: 'CN=readroom',
      ends: '2026-12-01T10:00:00.000Z',
      standing: 'ending',
    },
    ...[1, 2, 3].map((n) => ({ ...good, place: `lab${n}.example:443`, ends: `2027-0${n}-01T10:00:00.000Z` })),
  ]
  await open()
  const panel = within(await screen.findByRole('region', { name: 'Certificates' }))
  expect(panel.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'expired on 20 Nov 2026Main archive · shown by pacs.example:443 · CN=pacs.example',
    'valid until 01 Dec 2026Main archive · client certificate · CN=readroom',
    'valid until 01 Jan 2027shown by lab1.example:443 · CN=lab',
  ])
  await userEvent.click(panel.getByRole('button', { name: 'Show all 5 certificates' }))
  expect(panel.getAllByRole('listitem')).toHaveLength(5)
})
