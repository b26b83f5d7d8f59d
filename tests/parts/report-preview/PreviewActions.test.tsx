import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { PreviewActions } from '#src/parts/report-preview/PreviewActions.tsx'
import { detail, report, study } from '#tests/features/report/fixtures.ts'
import { renderInApp } from '#tests/helpers/page/render-in-app.tsx'

const session = {
  modules: ['add_addendum'],
  main_modules: ['booklet'],
  report_edit_type: 'Addendum',
  can_sign: 1,
}
vi.mock('#src/sync/session/session.ts', () => ({ useSession: () => session }))
vi.mock('#src/parts/booklet/BookletView.tsx', () => ({
  BookletView: ({ onClose }: { onClose: () => void }) => <button onClick={onClose}>close booklet</button>,
}))

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

/** The view without the images beside it. */
const ALONE = { isBeside: false, onBeside: () => undefined }

const signed = detail({
  study: study({ status: 'Signed' }),
  reports: [report({ status: 'Signed', signed_hash: 'ab' })],
})

test('an unpaid report can be neither downloaded nor printed, and the buttons say why', () => {
  const made = { progress: 1, blob: new Blob(['%PDF-']), isHeld: true }
  renderInApp(<PreviewActions detail={signed} pdf={made} isOldRevision={false} {...ALONE} />)
  const print = vi.spyOn(document.body, 'append')
  for (const name of ['Download', 'Print']) {
    const button = screen.getByRole('button', { name })
    expect(button.getAttribute('aria-description')).toBe(
      'Payment is pending; you may not print or download this report.',
    )
    fireEvent.click(button)
  }
  expect(print).not.toHaveBeenCalled()
})

test('a replaced revision can be neither verified nor appended to', () => {
  renderInApp(<PreviewActions detail={signed} pdf={{ progress: 0 }} isOldRevision {...ALONE} />)
  expect(screen.queryByRole('button', { name: 'Addendum' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Verify' })).toBeNull()
})
