import { cleanup, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, test, vi } from 'vitest'
import { RateFrame, type RateFrameProps } from '#src/features/masters/catalogue/rates/RateFrame.tsx'

import { expectRefusedAt } from '#tests/helpers/page/refused-at.ts'
import { renderInApp } from '#tests/helpers/page/render-in-app.tsx'

vi.mock('#src/sync/link/use-link.ts', () => ({ useLink: () => ({ online: true, since: new Date() }) }))
afterEach(cleanup)

function Refused() {
  const [failure, setFailure] = useState<string>()
  const rates: RateFrameProps['rates'] = {
    failure,
    isLoading: false,
    isSaving: false,
    changed: ['one'],
    isChanged: () => true,
    save: async () => {
      setFailure('The charges have more decimals than the currency')
      return false
    },
  }
  return (
    <RateFrame
      filters={null}
      tracks="1fr"
      headings={['Service']}
      keys={['one']}
      renderRow={() => null}
      rates={rates}
      isWrong={false}
      onClose={() => undefined}
    />
  )
}

test('refused rates show the message at Save, below any number of rows', async () => {
  renderInApp(<Refused />)
  const save = screen.getByRole('button', { name: 'Save' })
  await userEvent.click(save)
  const foot = save.parentElement as HTMLElement
  await expectRefusedAt(foot, 'The charges have more decimals than the currency')
})
