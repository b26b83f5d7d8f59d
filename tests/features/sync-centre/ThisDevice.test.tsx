import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { ThisDevice } from '#src/features/sync-centre/device/ThisDevice.tsx'
import { type DeviceFacts, useDeviceFacts } from '#src/sync/device-facts/use-device-facts.ts'
import { renderInApp } from '#tests/helpers/page/render-in-app.tsx'

vi.mock('#src/sync/device-facts/use-device-facts.ts', () => ({
  useDeviceFacts: vi.fn(),
  renameDevice: vi.fn(),
}))
vi.mock('#src/sync/session/session.ts', () => ({ useSession: () => undefined }))
afterEach(cleanup)

const show = (journal: DeviceFacts['journal']) => {
  const facts = { name: 'Desk 1', journal, storageUsed: 0, storageGranted: 0, isPersistent: true }
  vi.mocked(useDeviceFacts).mockReturnValue(facts)
  renderInApp(<ThisDevice link={{ online: true, since: new Date() }} />)
  return screen.getByText('Kept in case the server is restored from a backup').parentElement?.textContent
}

test('changes kept for a restored server are shown with the client’s number of days and their size', () => {
  const since = new Date(Date.now() - 40 * 86_400_000)
  const text = show({ days: 60, count: 12, bytes: 3_145_728, since })
  expect(text).toMatch(/12 changes since .+, 3\.0 MB/)
  expect(text).toContain('for 60 days, at most 200 MB')
})

test('the days are shown even if nothing is kept yet', () => {
  expect(show({ days: 1, count: 0, bytes: 0 })).toContain('Nothing yetfor 1 day, at most 200 MB')
})
