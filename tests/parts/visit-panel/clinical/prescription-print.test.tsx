import { cleanup, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { clinicalRecordIdOf } from '#domain/clinical/record-id.ts'
import { PrescriptionTab } from '#src/parts/visit-panel/clinical/PrescriptionTab.tsx'
import { sessionFields } from '#tests/helpers/device/session-fields.ts'
import { renderInApp } from '#tests/helpers/page/render-in-app.tsx'
import { paperContext } from '#tests/helpers/paper/desk-paper-fixture.ts'
import { visitRowOf } from '#tests/parts/booking/visit-row.ts'

const [VISIT_ID, USER_ID] = ['0199f0aa-1111-7000-8000-0123456789ab', '0199f0aa-2111-7000-8000-0123456789ab']
const VISIT = { ...visitRowOf(), id: VISIT_ID }
const SESSION = {
  ...sessionFields(),
  user_id: USER_ID,
  is_clinic_doctor: 1 as const,
  name: 'Dr. Lakshmi Rao',
}
const world = vi.hoisted(() => ({
  known: undefined as string | undefined,
  filed: '',
  printed: [] as unknown[],
}))

vi.mock('#src/sync/session/session.ts', async (load) => ({
  ...(await load<object>()),
  useSession: () => SESSION,
}))
vi.mock('#src/sync/link/use-link.ts', () => ({ useLink: () => ({ online: false, since: new Date() }) }))
vi.mock('#src/sync/directory/use-directory.ts', () => ({ useBranches: () => [] }))
vi.mock('#src/sync/api/use-kept-call.ts', () => ({
  useKeptCall: ({ key }: { key: string }) => ({
    answer:
      key.includes('profile') && world.known !== undefined
        ? { result: { dr_licence_code: world.known } }
        : undefined,
  }),
}))
vi.mock('#src/sync/desk/use-visit.ts', () => ({
  useVisitParts: () => ({
    rows: [
      {
        id: clinicalRecordIdOf(VISIT.id, SESSION.user_id, 'PRESCRIPTION'),
        doctor: 'Dr. Lakshmi Rao',
        dr_licence_code: world.filed,
        prescriptions: [],
      },
    ],
  }),
}))
vi.mock('#src/parts/visit-panel/clinical/use-clinical-writer.ts', () => ({
  useClinicalWriter: () => ({
    text: { version: 0, content: '[]' },
    save: () => Promise.resolve(),
    write: () => undefined,
    adopt: () => undefined,
  }),
}))
vi.mock('#src/parts/visit-panel/clinical/RecordHead.tsx', () => ({
  RecordHead: () => null,
  RecordProblems: () => null,
}))
vi.mock('#src/parts/visit-panel/clinical/ConflictNote.tsx', () => ({ ConflictNote: () => null }))
vi.mock('#src/parts/visit-panel/clinical/PrescriptionEditor.tsx', () => ({
  PrescriptionEditor: ({ onPrint }: { onPrint: () => void }) => <button onClick={onPrint}>Print</button>,
}))
vi.mock('#src/parts/papers/PaperDialog.tsx', () => ({
  PaperDialog: ({ makePaper, note }: { makePaper: (context: object) => unknown; note?: string }) => {
    world.printed.push(makePaper(paperContext()))
    return <p role="note">{note ?? 'complete'}</p>
  },
}))

afterEach(() => {
  cleanup()
  Object.assign(world, { known: undefined, filed: '', printed: [] })
})

async function print(): Promise<string> {
  renderInApp(<PrescriptionTab visit={{ ...VISIT, isWaiting: false }} />)
  await userEvent.click(screen.getByRole('button', { name: 'Print' }))
  await screen.findByRole('note')
  return JSON.stringify(world.printed.at(-1))
}

test('a prescription that no server has yet is printed with the licence that this device knows', async () => {
  world.known = 'MMC 2009/06/1544'
  expect(await print()).toContain('MMC 2009/06/1544')
  expect(screen.getByRole('note').textContent).toBe('complete')
})

test('a filed prescription keeps its own licence on a device that does not know the doctor’s', async () => {
  world.filed = 'MMC 2009/06/1544'
  expect(await print()).toContain('MMC 2009/06/1544')
  expect(screen.getByRole('note').textContent).toBe('complete')
})

test('without a known licence the person reads that the paper lacks it', async () => {
  await print()
  expect(screen.getByRole('note').textContent).toBe(
    'Your licence code is not on this device yet. Connect once, then print.',
  )
})
