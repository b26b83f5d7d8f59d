import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { ImageServerNote } from '#src/features/worklist/ImageServerNote.tsx'
import { scriptServer } from '#tests/helpers/device/scripted-server.ts'
import { renderInApp } from '#tests/helpers/page/render-in-app.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const server = (name: string, state: string, detail: string) => ({
  id: '0190aaaa-0000-7000-8000-000000000001',
  name,
  state,
  detail,
  last_ok: null,
  last_try: null,
})

test('an image server that is down is named with its message; one that responds is not', async () => {
  const result = [server('Main CT', 'down', 'It refuses the connection.'), server('Annex', 'ok', '')]
  scriptServer({ 'pacs/status': () => ({ body: { result } }) })
  renderInApp(<ImageServerNote isOnline />)
  expect(await screen.findByText(/Image server Main CT: It refuses the connection\./)).toBeDefined()
  expect(screen.queryByText(/Annex/)).toBeNull()
})

test('offline no note about image servers is shown, because their state is unknown', () => {
  const { asked } = scriptServer({ 'pacs/status': () => ({ body: { result: [] } }) })
  renderInApp(<ImageServerNote isOnline={false} />)
  expect(screen.queryByText(/Image server/)).toBeNull()
  expect(asked).toEqual([])
})
