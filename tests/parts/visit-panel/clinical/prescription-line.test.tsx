import { cleanup, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import type { PrescriptionLine } from '#contract/calls/visit-records.ts'
import { PrescriptionLineRow } from '#src/parts/visit-panel/clinical/PrescriptionLineRow.tsx'
import { renderInApp } from '#tests/helpers/page/render-in-app.tsx'

afterEach(cleanup)

const LINE: PrescriptionLine = {
  id: '0199f0aa-1111-7000-8000-0123456789ab',
  medicine: 'Aspirin 75 mg',
  dose: ['Night'],
  after_before_meal: 'After',
  duration: '5 days',
}

function show(place: { isFirst: boolean; isLast: boolean }) {
  const told = { onChange: vi.fn(), onMove: vi.fn(), onRemove: vi.fn() }
  renderInApp(<PrescriptionLineRow line={LINE} place={1} {...place} medicines={[]} isNew={false} {...told} />)
  return told
}

test('doses are in the order of the day, whatever was ticked first', async () => {
  const { onChange } = show({ isFirst: false, isLast: false })
  await userEvent.click(screen.getByLabelText('Morning'))
  expect(onChange).toHaveBeenLastCalledWith({ ...LINE, dose: ['Morning', 'Night'] })
})

test('a meal time, a move and a removal are each announced with their line', async () => {
  const { onChange, onMove, onRemove } = show({ isFirst: false, isLast: false })
  await userEvent.click(screen.getByText('Before meal'))
  expect(onChange).toHaveBeenLastCalledWith({ ...LINE, after_before_meal: 'Before' })
  await userEvent.click(screen.getByRole('button', { name: 'Move Aspirin 75 mg up' }))
  expect(onMove).toHaveBeenLastCalledWith(-1)
  await userEvent.click(screen.getByRole('button', { name: 'Remove Aspirin 75 mg' }))
  expect(onRemove).toHaveBeenCalledOnce()
})

test('the first and last line cannot be moved further', () => {
  show({ isFirst: true, isLast: true })
  expect(screen.getByRole('button', { name: 'Move Aspirin 75 mg up' })).toHaveProperty('disabled', true)
  expect(screen.getByRole('button', { name: 'Move Aspirin 75 mg down' })).toHaveProperty('disabled', true)
})
