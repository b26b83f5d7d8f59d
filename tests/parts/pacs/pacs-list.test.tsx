import { act, cleanup, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { PacsList } from '#src/parts/pacs/PacsList.tsx'
import { scriptServer } from '#tests/helpers/device/scripted-server.ts'
import { layOut } from '#tests/helpers/page/lay-out.ts'
import { renderInApp } from '#tests/helpers/page/render-in-app.tsx'
import { administrator } from '#tests/ui/master/seams.tsx'

vi.mock('#src/sync/session/session.ts', () => ({ useSession: () => administrator() }))
vi.mock('#src/sync/link/use-link.ts', () => ({ useLink: () => ({ online: true, since: new Date() }) }))

beforeEach(() => {
  layOut(1_400)
})
afterEach(() => {
  cleanup()
  document.body.replaceChildren()
  vi.unstubAllGlobals()
})

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
const server = (n: number, own: string, shown: string) => ({
  id: `01990000-0000-7000-8000-00000000000${n}`,
  rev: 1,
  created: '2026-11-01T08:00:00Z',
  type: 'Basic',
  name: `Archive ${n}`,
  db_host: 'pacs.example',
  db_port: 8042,
  status: 1,
  client_certificate_expires: own,
  server_certificate_expires: shown,
})

test('the list shows how long an image server is reachable: the earlier expiry of its two certificates', async () => {
  const rows = [
    server(1, inDays(300), inDays(400)),
    server(2, inDays(300), inDays(20)),
    server(3, inDays(-1), inDays(300)),
    server(4, '', ''),
  ]
  const page = { start: 0, total: rows.length, total_records: rows.length, cur_page: 1 }
  scriptServer({
    'pacs/list': () => ({ body: { result: { data: rows, page } } }),
    'pacs/status': () => ({ body: { result: [] } }),
  })
  renderInApp(<PacsList />)
  await act(async () => {})
  expect(await screen.findByRole('columnheader', { name: /Certificates until/ })).toBeTruthy()
  const cellOf = async (name: string) => {
    const row = (await screen.findByText(name)).closest('[role="row"]') as HTMLElement
    const badge = [...row.querySelectorAll<HTMLElement>('.mantine-Badge-root')].find(({ textContent }) =>
      /20\d\d/.test(textContent ?? ''),
    )
    const day = /\d\d [A-Z][a-z]{2} 20\d\d/.exec(row.textContent ?? '')?.[0]
    return { day, colour: badge?.style.cssText.match(/orange|red/)?.[0] }
  }
  expect((await cellOf('Archive 1')).colour).toBeUndefined()
  expect((await cellOf('Archive 1')).day).toBeDefined()
  expect((await cellOf('Archive 2')).colour).toBe('orange')
  expect((await cellOf('Archive 3')).colour).toBe('red')
  expect((await cellOf('Archive 4')).day).toBeUndefined()
})
