import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Field, FieldKind } from '#contract/masters/engine/field.ts'
import { FieldText } from '#src/ui/master/FieldText.tsx'
import { FieldWidget, type FieldWidgetProps } from '#src/ui/master/fields/FieldWidget.tsx'
import { renderInApp } from '#tests/helpers/page/render-in-app.tsx'
import { administrator, seams } from './seams.tsx'

const BRANCH = '01990000-0000-7000-8000-0000000000b1'
const DOCTOR = '01990000-0000-7000-8000-0000000000d1'

vi.mock('#src/sync/session/session.ts', () => ({ useSession: () => seams.session }))
vi.mock('#src/sync/link/use-link.ts', () => ({ useLink: () => ({ online: seams.isOnline }) }))
vi.mock('#src/sync/directory/use-directory.ts', () => {
  const branches = [{ id: '01990000-0000-7000-8000-0000000000b1', rev: 1, name: 'Andheri' }]
  const doctors = [{ id: '01990000-0000-7000-8000-0000000000d1', rev: 1, name: 'Dr. Nair' }]
  return {
    useBranches: () => branches,
    useDoctors: () => doctors,
    useBranchDirectory: () => ({ branches, isLoading: false }),
    useDoctorDirectory: () => ({ doctors, isLoading: false }),
  }
})
vi.mock('#src/sync/masters/use-masters.ts', () => ({
  useMasters: () => ({
    rows: [
      { id: '01990000-0000-7000-8000-0000000000b1', rev: 1, created: '', name: 'Andheri', status: 1 },
      { id: '01990000-0000-7000-8000-0000000000b2', rev: 1, created: '', name: 'Closed one', status: 0 },
    ],
  }),
}))

beforeEach(() => {
  seams.session = administrator()
  seams.isOnline = true
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

/** Renders a field with its state, as a form does; returns its current value. */
function show(field: Field, start: unknown, more: Partial<FieldWidgetProps> = {}) {
  const held = { value: start }
  function Held() {
    const [value, setValue] = useState(start)
    const change = (next: unknown) => {
      held.value = next
      setValue(next)
    }
    return <FieldWidget field={field} name="it" value={value} onChange={change} {...more} />
  }
  renderInApp(<Held />)
  return () => held.value
}

const typed = async (text: string) => {
  const box = screen.getByLabelText(/^It/)
  await userEvent.clear(box)
  await userEvent.type(box, text)
  await userEvent.tab()
}
const chosen = async (...options: string[]) => {
  for (const option of options) {
    await userEvent.click(screen.getByRole('combobox', { name: /^It/ }))
    await userEvent.click(await screen.findByRole('option', { name: option }))
  }
}
const label = 'It'

// One row per kind: its field, the input, and the resulting value of the form.
const KINDS: {
  [K in FieldKind]?: [Extract<Field, { kind: K }>, unknown, () => Promise<void> | void, unknown]
} = {
  text: [{ kind: 'text', label }, '', () => typed('A name'), 'A name'],
  code: [{ kind: 'code', label, max: 4 }, '', () => typed('ABCDE'), 'ABCD'],
  digits: [{ kind: 'digits', label, max: 5 }, '', () => typed('1a2-3'), '123'],
  email: [{ kind: 'email', label }, '', () => typed('a@b.in'), 'a@b.in'],
  phone: [{ kind: 'phone', label }, '', () => typed('+91 98200 11223'), '9198200112'],
  url: [{ kind: 'url', label }, '', () => typed('https://a.in'), 'https://a.in'],
  port: [{ kind: 'port', label }, null, () => typed('11112'), 11112],
  int: [{ kind: 'int', label, min: 0, max: 99 }, null, () => typed('12.5'), 125],
  percent: [{ kind: 'percent', label }, null, () => typed('12.555'), 12.55],
  money: [{ kind: 'money', label }, null, () => typed('1200.505'), 1200.505],
  choice: [{ kind: 'choice', label, options: ['A', 'B'] }, null, () => chosen('B'), 'B'],
  flag: [{ kind: 'flag', label }, 0, () => userEvent.click(screen.getByLabelText(/^It/)), 1],
  active: [{ kind: 'active', label }, 1, () => userEvent.click(screen.getByLabelText('It: Active')), 0],
  colour: [
    { kind: 'colour', label, default: '#ff0000' },
    '#ff0000',
    () => void fireEvent.change(screen.getByLabelText(/^It$/), { target: { value: '#00ff00' } }),
    '#00ff00',
  ],
  time: [
    { kind: 'time', label },
    '',
    () => void fireEvent.change(screen.getByLabelText('It'), { target: { value: '09:30' } }),
    '09:30',
  ],
  day: [
    { kind: 'day', label },
    '',
    () => void fireEvent.change(screen.getByLabelText('It'), { target: { value: '2026-11-21' } }),
    '2026-11-21',
  ],
  modalities: [{ kind: 'modalities', label }, [], () => chosen('CT', 'MR'), ['CT', 'MR']],
  reference: [{ kind: 'reference', label, to: 'branch' }, null, () => chosen('Andheri'), BRANCH],
  references: [{ kind: 'references', label, to: 'branch' }, [], () => chosen('Andheri'), [BRANCH]],
  chargeMap: [
    { kind: 'chargeMap', label, by: 'radiologyDoctor' },
    { [BRANCH]: 5 },
    () => userEvent.type(screen.getByLabelText('It: Dr. Nair'), '250'),
    { [BRANCH]: 5, [DOCTOR]: 250 },
  ],
  secret: [{ kind: 'secret', label }, '', () => typed('hush'), 'hush'],
}

test.each(Object.entries(KINDS))('%s: the form has the entered value', async (_, row) => {
  const [field, start, act, expected] = row
  const held = show(field, start)
  await act()
  expect(held()).toEqual(expected)
})

test('every typed kind has a row here; a text editor and a file have separate tests', () => {
  const kinds: FieldKind[] = ['richText', 'file']
  expect(Object.keys(KINDS).length + kinds.length).toBe(23)
})

test('a removed charge is left out of the saved values', async () => {
  const held = show({ kind: 'chargeMap', label, by: 'branch' }, { [BRANCH]: 5 })
  await userEvent.clear(screen.getByLabelText('It: Andheri'))
  expect(held()).toEqual({})
})

test('a stored secret says so, and is not shown; it can be changed, kept or removed', async () => {
  const held = show({ kind: 'secret', label }, undefined, { isSet: true })
  expect(screen.getByText('Set')).toBeDefined()
  expect(screen.queryByLabelText('It')).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Change It' }))
  await userEvent.type(screen.getByLabelText('It'), 'new')
  expect(held()).toBe('new')
  await userEvent.click(screen.getByRole('button', { name: 'Keep the old one' }))
  expect(held()).toBeUndefined()
  await userEvent.click(screen.getByRole('button', { name: 'Remove' }))
  expect(held()).toBe('')
  expect(screen.getByText('Is removed when you save')).toBeDefined()
})

test('a reference offers active records, and the current one', async () => {
  show({ kind: 'reference', label, to: 'branch' }, null)
  await userEvent.click(screen.getByRole('combobox', { name: /^It/ }))
  await screen.findByRole('option', { name: 'Andheri' })
  expect(screen.queryByRole('option', { name: 'Closed one' })).toBeNull()
})

test('a file of another kind is refused with the title and words of the catalogue', async () => {
  show({ kind: 'file', label, use: 'image', purpose: 'letterhead' }, null)
  const input = document.querySelector<HTMLInputElement>('input[type="file"]')
  const program = new File(['MZ'], 'picture.png', { type: 'image/png' })
  if (input) fireEvent.change(input, { target: { files: [program] } })
  const dialog = await screen.findByRole('dialog', { name: 'Image Error!' })
  expect(dialog.textContent).toContain('Invalid image! Only .jpg and .png images are allowed.')
})

test('offline a file cannot be picked, and the button says why', async () => {
  seams.isOnline = false
  show({ kind: 'file', label, use: 'image', purpose: 'letterhead' }, null)
  const upload = screen.getByRole('button', { name: 'Upload: It' })
  expect(upload.getAttribute('aria-disabled')).toBe('true')
  await userEvent.hover(upload)
  expect((await screen.findByRole('tooltip')).textContent).toBe(
    'This needs the network. You are offline now.',
  )
})

test.each<[Field, unknown, string]>([
  [{ kind: 'percent', label }, 12.5, '12.5 %'],
  [{ kind: 'money', label }, 1200, '₹1,200.00'],
  [{ kind: 'int', label, min: 0, max: 9, unit: 'minutes' }, 5, '5 minutes'],
  [{ kind: 'active', label }, 0, 'Inactive'],
  [{ kind: 'flag', label }, 1, 'Yes'],
  [{ kind: 'colour', label, default: '#000000' }, '#00ff00', '#00ff00'],
  [{ kind: 'day', label }, '2026-11-21', '21 Nov 2026'],
  [{ kind: 'modalities', label }, ['CT', 'MR'], 'CT, MR'],
  [{ kind: 'choice', label, options: ['a'], labels: { a: 'First' } }, 'a', 'First'],
  [{ kind: 'richText', label }, '<p>One</p><p>two</p>', 'One two'],
  [{ kind: 'secret', label }, 1, 'Set'],
  [{ kind: 'text', label }, '', ''],
])('in a list %o with %o reads %s', (field, value, expected) => {
  renderInApp(
    <output aria-label="cell">
      <FieldText field={field} value={value} />
    </output>,
  )
  expect(within(screen.getByLabelText('cell')).queryByText('undefined')).toBeNull()
  expect(screen.getByLabelText('cell').textContent).toBe(expected)
})
