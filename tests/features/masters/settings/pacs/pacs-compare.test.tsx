import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import type { CheckedServer } from '#contract/calls/pacs-check.ts'
import { PacsCompare } from '#src/features/masters/settings/pacs/PacsCompare.tsx'
import { scriptServer } from '#tests/helpers/device/scripted-server.ts'
import { renderInApp } from '#tests/helpers/page/render-in-app.tsx'

vi.mock('#src/sync/link/use-link.ts', () => ({ useLink: () => ({ online: true, since: new Date() }) }))

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const ID = '01970000-0000-7000-8000-0000000000a1'
const DAY = {
  day: '2026-11-25',
  aet: 'CT1',
  checked_on: '2026-11-26T06:00:00.000Z',
  count_there: 9,
  count_here: 7,
  missing_here: 3,
  missing_there: 1,
  changed_there: 1,
  deleted_here: 0,
  fetched: 2,
}
const SERVER: CheckedServer = {
  id: ID,
  name: 'Main archive',
  status: 1,
  check_days: 14,
  is_read: 1,
  state: 'ok',
  words: '',
  started_on: '2026-11-26T05:59:00.000Z',
  ended_on: '2026-11-26T06:00:00.000Z',
  days_left: 0,
  days: [],
}
const gap = (part: object) => ({
  study_iuid: '1.2',
  kind: 'missing_here',
  day: DAY.day,
  aet: 'CT1',
  found_on: DAY.checked_on,
  fetched_on: null,
  study_id: null,
  pat_id: '',
  pat_name: '',
  accession_no: '',
  modality: '',
  study_desc: '',
  missing_since: null,
  changed: null,
  ...part,
})

function open(servers: CheckedServer[], gaps: object[] = []) {
  const page = { start: 0, total: gaps.length, total_records: gaps.length, cur_page: 1 }
  const server = scriptServer({
    'pacs/checks': () => ({ body: { result: servers } }),
    'pacs/checkGaps': () => ({ body: { result: { data: gaps, page } } }),
    'pacs/checkNow': () => ({ body: { result: { state: 'running' } } }),
  })
  renderInApp(<PacsCompare />)
  return server
}
const cardOf = (name: string) => screen.findByRole('region', { name })

test('without an image server the page says so', async () => {
  open([])
  expect(await screen.findByText('There is no image server yet.')).toBeDefined()
})

test('a day shows what is still missing, and opens its studies with the image server’s data', async () => {
  open(
    [{ ...SERVER, days: [DAY] }],
    [
      gap({}),
      gap({
        study_iuid: '1.3',
        kind: 'changed_there',
        study_id: ID,
        pat_name: 'Asha Rao',
        changed: { fields: { pat_id: 'P2', pat_birthdate: '' }, images: { was: 40, is: 15 } },
      }),
    ],
  )
  const card = within(await cardOf('Main archive'))
  const [, row] = card.getAllByRole('row')
  const cells = within(row as HTMLElement).getAllByRole('cell')
  expect(cells.slice(0, 8).map((cell) => cell.textContent)).toEqual([
    '25 Nov 2026',
    'CT1',
    '9',
    '7',
    '2',
    '1',
    '1',
    '1',
  ])
  await userEvent.click(card.getByRole('button', { name: 'Studies of 25 Nov 2026, CT1' }))
  const items = (await card.findAllByRole('listitem')).map((item) => item.textContent)
  expect(items[0]).toContain('Study 1.2Was missing here and could not be stored')
  expect(items[1]).toContain('Patient ID there: P2')
  expect(items[1]).toContain('Date of birth there: empty')
  expect(items[1]).toContain('Images: 40, there now 15')
})

test('an untrusted loss is recorded after the administrator confirms it', async () => {
  const words = '30 of 40 studies seem to be gone from the image server.'
  const server = open([{ ...SERVER, state: 'unsure', words }])
  const card = within(await cardOf('Main archive'))
  expect(card.getByText(words)).toBeDefined()
  await userEvent.click(card.getByRole('button', { name: 'They are gone' }))
  const question = await screen.findByRole('dialog', { name: 'Mark these studies as gone?' })
  await userEvent.click(within(question).getByRole('button', { name: 'They are gone' }))
  const asked = () => server.asked.filter(({ path }) => path.endsWith('checkNow')).map(({ input }) => input)
  await waitFor(() => expect(asked()).toEqual([{ pacs_id: ID, is_confirmed: 1 }]))
})

test('a server that is not compared says why, and cannot be checked', async () => {
  const server = open([
    { ...SERVER, name: 'Off', status: 0 },
    { ...SERVER, id: ID.replace(/1$/, '2'), name: 'New', is_read: 0, ended_on: null, state: 'never' },
  ])
  expect((await cardOf('Off')).textContent).toContain('Switched off: it is not compared.')
  expect((await cardOf('New')).textContent).toContain('It is compared after that.')
  await userEvent.click(screen.getByRole('button', { name: 'Check Off now' }))
  expect(server.asked.some(({ path }) => path.endsWith('checkNow'))).toBe(false)
})

test('studies that were opened during a comparison are read again when it ends, which marks what is gone', async () => {
  const running = { ...SERVER, state: 'running' as const, ended_on: null, days: [DAY] }
  const servers: CheckedServer[] = [running]
  const gaps: object[] = [gap({ kind: 'missing_there', study_id: ID, pat_name: 'Gita Gone' })]
  open(servers, gaps)
  const card = within(await cardOf('Main archive'))
  await userEvent.click(card.getByRole('button', { name: 'Studies of 25 Nov 2026, CT1' }))
  await card.findByText('Gone at the image server, not marked yet')
  servers[0] = { ...running, state: 'ok', ended_on: '2026-11-26T06:01:00.000Z' }
  gaps[0] = { ...(gaps[0] as object), missing_since: '2026-11-26T06:01:00.000Z' }
  await card.findByText(/^Gone at the image server, marked since/)
})
