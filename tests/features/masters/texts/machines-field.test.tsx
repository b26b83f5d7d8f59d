import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { MachinesField } from '#src/features/masters/texts/que-screens/MachinesField.tsx'
import { renderInApp } from '#tests/helpers/page/render-in-app.tsx'

const seams = vi.hoisted(() => ({ machines: { rows: [] as object[], isLoading: true } }))
vi.mock('#src/sync/masters/use-masters.ts', () => ({ useMasters: () => seams.machines }))

afterEach(cleanup)

const open = (branchId: string | null) =>
  renderInApp(
    <MachinesField branchId={branchId} value={[]} error={undefined} disabled={false} onChange={() => {}} />,
  )

test('a branch has no machines only once they are loaded', () => {
  seams.machines = { rows: [], isLoading: true }
  open('b')
  expect(screen.queryByText('This branch has no machines yet.')).toBeNull()
  cleanup()
  seams.machines = { rows: [], isLoading: false }
  open('b')
  expect(screen.getByText('This branch has no machines yet.')).toBeTruthy()
  cleanup()
  seams.machines = { rows: [{ id: 'm', name: 'CT 1', branch_id: 'b', status: 1 }], isLoading: false }
  open('b')
  expect(screen.getByRole('checkbox', { name: 'CT 1' })).toBeTruthy()
})
