import { cleanup, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { PrescriptionTab } from '#src/parts/visit-panel/clinical/PrescriptionTab.tsx'
import { sessionFields } from '#tests/helpers/device/session-fields.ts'
import { renderInApp } from '#tests/helpers/page/render-in-app.tsx'
import { visitRowOf } from '#tests/parts/booking/visit-row.ts'

const world = vi.hoisted(() => ({ online: true, found: [] as string[] }))
const VISIT = visitRowOf()
const OF_BRANCH = { header_file_id: 'header-of-branch', footer_file_id: 'footer-of-branch' }

vi.mock('#src/sync/session/session.ts', async (load) => ({
  ...(await load<object>()),
  useSession: () => sessionFields(),
}))
vi.mock('#src/sync/link/use-link.ts', () => ({
  useLink: () => ({ online: world.online, since: new Date() }),
}))
vi.mock('#src/sync/directory/use-directory.ts', () => ({
  useBranches: () => [
    { id: VISIT.branch_id, name: 'Andheri', ...OF_BRANCH },
    { id: 'another', name: 'Bandra', header_file_id: 'header-of-another', footer_file_id: '' },
  ],
}))
vi.mock('#src/sync/api/use-kept-call.ts', () => ({ useKeptCall: () => ({ answer: undefined }) }))
vi.mock('#src/sync/desk/use-visit.ts', () => ({ useVisitParts: () => ({ rows: [], error: undefined }) }))
vi.mock('#src/sync/files/find-file.ts', () => ({
  findFile: async (id: string) => {
    world.found.push(id)
    return new Uint8Array()
  },
}))
vi.mock('#src/parts/visit-panel/clinical/RecordHead.tsx', () => ({
  RecordHead: () => null,
  RecordProblems: () => null,
}))

afterEach(() => {
  cleanup()
  world.found.length = 0
  world.online = true
})

const show = () => renderInApp(<PrescriptionTab visit={{ ...VISIT, isWaiting: false }} />)

test('the letterhead of a prescription is loaded to the device when its tab opens, before anything is printed', async () => {
  show()
  await waitFor(() => expect(world.found.toSorted()).toEqual(['footer-of-branch', 'header-of-branch']))
})

test('offline no request is sent', async () => {
  world.online = false
  show()
  await new Promise((done) => setTimeout(done))
  expect(world.found).toEqual([])
})
