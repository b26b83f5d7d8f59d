import { cleanup, fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { CriticalTagPopover } from '#src/parts/tags/CriticalTagPopover.tsx'
import { sessionFields } from '#tests/helpers/device/session-fields.ts'
import { renderInApp } from '#tests/helpers/page/render-in-app.tsx'

vi.mock('#src/sync/session/session.ts', () => ({
  useSession: () =>
    sessionFields({
      modules: ['assign_critical_tag_to_study'],
      main_modules: ['assign_critical_tag_to_study'],
    }),
}))
vi.mock('#src/sync/directory/use-directory.ts', () => ({
  useTagDirectory: () => ({
    tags: [{ id: 't1', name: 'Bleed', type: 'Critical', color: '#f00' }],
    isLoading: false,
  }),
}))
afterEach(cleanup)

const STUDY = { id: 's1', tag_critical: '', tag_critical_id: null, tag_color_critical: '' }

function Desk() {
  const [asked, setAsked] = useState<object>()
  return (
    <>
      <button type="button" onClick={() => setAsked({})}>
        Elsewhere
      </button>
      <CriticalTagPopover study={STUDY} asked={asked}>
        Tag
      </CriticalTagPopover>
    </>
  )
}

test('it opens from elsewhere on each request, and stays closed otherwise', async () => {
  renderInApp(<Desk />)
  const tags = () => screen.queryByRole('dialog', { name: /critical/i })
  expect(tags()).toBeNull()
  for (const _ of [1, 2]) {
    fireEvent.click(screen.getByRole('button', { name: 'Elsewhere' }))
    await vi.waitFor(() => expect(tags()?.textContent).toContain('Bleed'))
    fireEvent.keyDown(tags()!, { key: 'Escape' })
    await vi.waitFor(() => expect(tags()).toBeNull())
  }
})
