import { cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { TemplateEditor } from '#src/features/masters/texts/templates/TemplateEditor.tsx'
import { renderInApp } from '#tests/helpers/page/render-in-app.tsx'

vi.mock('#src/sync/link/use-link.ts', () => ({ useLink: () => ({ online: true }) }))
vi.mock('#src/ui/master/FormFields.tsx', () => ({ FormFields: () => null }))
vi.mock('#src/features/masters/texts/templates/PartText.tsx', () => ({ PartText: () => null }))
vi.mock('#src/features/masters/texts/templates/InsertMenu.tsx', () => ({ InsertMenu: () => null }))
// A form whose conclusion breaks a rule of the master; nothing is sent.
vi.mock('#src/features/masters/texts/templates/use-template-form.ts', () => ({
  useTemplateForm: () => {
    const [errors, setErrors] = useState({})
    return {
      values: { name: 'CT Brain' },
      base: {},
      errors,
      isDirty: true,
      isSaving: false,
      setValue: () => undefined,
      submit: async () => {
        setErrors({ conclusion: 'Conclusion is too long.' })
        return undefined
      },
    }
  },
}))
afterEach(cleanup)

test('a broken rule in a hidden text is shown at the button, and the focus moves to its tab', async () => {
  renderInApp(
    <TemplateEditor
      pane={{ key: 'new', record: undefined, categoryId: null }}
      readOnly={false}
      fitsCategory={() => true}
      onSaved={() => undefined}
    />,
  )
  expect(screen.getByText(/^Fields: .*\[\[Side: left \| right\]\]/)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByRole('alert')).toHaveProperty('textContent', 'Conclusion is too long.')
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('tab', { name: 'Conclusion' })))
})
