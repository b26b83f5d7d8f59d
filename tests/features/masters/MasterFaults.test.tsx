import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { MAIN_MODULES } from '#domain/access/main-modules.ts'
import { MasterFaults } from '#src/features/masters/MasterFaults.tsx'
import { type ScriptedAnswer, scriptServer } from '#tests/helpers/device/scripted-server.ts'
import { renderInApp } from '#tests/helpers/page/render-in-app.tsx'
import { administrator, seams } from '../../ui/master/seams.tsx'

vi.mock('#src/sync/session/session.ts', () => ({ useSession: () => seams.session }))
vi.mock('#src/sync/link/use-link.ts', () => ({ useLink: () => ({ online: seams.isOnline }) }))

const asked = vi.fn((): ScriptedAnswer => ({ body: { result: [] } }))

beforeEach(() => {
  seams.session = administrator({ modules: ['manage_masters'], main_modules: [...MAIN_MODULES] })
  seams.isOnline = true
  asked.mockReset()
  asked.mockReturnValue({ body: { result: [] } })
  scriptServer({ 'master/faults': asked })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('each fault shows its number, consequence and subjects, and opens its drawer', async () => {
  const result = [
    { kind: 'titles_twice', count: 1, names: ['CT_1: Andheri, Kothrud'] },
    { kind: 'unpriced_services', count: 7, names: ['A', 'B', 'C', 'D', 'E'] },
  ]
  asked.mockReturnValue({ body: { result } })
  renderInApp(<MasterFaults />)
  const title = await screen.findByRole('link', { name: /1 AE title belongs to two branches/ })
  expect(title.getAttribute('href')).toBe('/master/branches')
  expect(title.textContent).toContain('Studies from such a machine reach no worklist.')
  expect(title.textContent).toContain('CT_1: Andheri, Kothrud')
  const services = screen.getByRole('link', { name: /7 radiology services have no price/ })
  expect(services.getAttribute('href')).toBe('/master/radiology-services')
  expect(services.textContent).toContain('A · B · C · D · E and 2 more')
})

test('faultless masters show nothing, and a person who manages no master sends no request', async () => {
  renderInApp(<MasterFaults />)
  await vi.waitFor(() => expect(asked).toHaveBeenCalled())
  expect(screen.queryByRole('region')).toBeNull()
  cleanup()
  asked.mockClear()
  seams.session = administrator({ modules: ['appointments'], main_modules: [...MAIN_MODULES] })
  renderInApp(<MasterFaults />)
  expect(asked).not.toHaveBeenCalled()
})
