import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { ACTS } from '#contract/acts.ts'
import { MAIN_MODULES } from '#domain/access/main-modules.ts'
import { menuOf } from '#domain/access/menu.ts'
import { PERMISSIONS, type Permission } from '#domain/access/permissions.ts'
import { compareSight, type SightPart, sightOf, type Viewer } from '#domain/access/role-sight.ts'
import type { AccessSession } from '#domain/access/rules.ts'

const session = (modules: readonly Permission[], part: Partial<AccessSession> = {}): AccessSession => ({
  user_type: 'CLIENT',
  modules: [...modules],
  main_modules: [...MAIN_MODULES],
  is_patient: 0,
  is_ref_doctor: 0,
  is_doctor: 0,
  is_clinic_doctor: 0,
  is_client_admin: 0,
  can_create_branch: 0,
  pacs_used: 'Self',
  ...part,
})
const viewer = (modules: readonly Permission[], part: Partial<AccessSession> = {}): Viewer => ({
  session: session(modules, part),
  salesReport: 'Self_Created_Only',
  salesInvoice: 'Paid_Only',
})
const wordsOf = (seen: Viewer, part: SightPart) =>
  sightOf(seen, ACTS).flatMap((item) => (item.part === part ? [item.words] : []))

test('a cashier sees the visits, takes money, knows what patients pay, and cannot cancel a receipt', () => {
  const cashier = viewer(['appointments', 'create_receipt'])
  expect(wordsOf(cashier, 'menu')).toEqual([
    'Dashboard',
    'Follow-ups',
    'Scheduler',
    'Visits',
    'Booking Requests',
    'Day close',
    'Dr. Appointments',
    'Sync centre',
    'Devices',
  ])
  const acts = wordsOf(cashier, 'acts')
  expect(acts).toEqual(expect.arrayContaining(['Take a payment', 'Close a day', 'Book and edit a visit']))
  expect(acts).not.toContain('Cancel a receipt')
  expect(wordsOf(cashier, 'fields')).toEqual(
    expect.arrayContaining([
      'What patients pay: amounts, discounts, receipts and balances',
      'Sales: of the visits that they make',
      'Invoices: paid only',
    ]),
  )
  expect(wordsOf(cashier, 'fields')).not.toContain('What referrers earn')
})

test('a role without any right sees its home and no money', () => {
  const nobody = viewer([])
  expect(wordsOf(nobody, 'acts')).toEqual([])
  expect(wordsOf(nobody, 'tiles')).toEqual([])
  expect(wordsOf(nobody, 'home')[0]).toBe('What waits for them, and tiles')
  const marked = compareSight(undefined, sightOf(nobody, ACTS))
  expect(marked.filter(({ mark }) => mark === 'hidden').map(({ words }) => words)).toContain(
    'What patients pay: amounts, discounts, receipts and balances',
  )
  expect(marked.some(({ mark }) => mark === 'gains' || mark === 'loses')).toBe(false)
})

test('a module that the client has not bought removes its actions', () => {
  const merging = (main_modules: AccessSession['main_modules']) =>
    wordsOf(viewer(['merge_patients'], { main_modules }), 'acts')
  expect(merging(['appointment_system'])).toEqual(['Merge patients', 'Take a merge of patients back'])
  expect(merging(['teleradiology'])).toEqual([])
})

test('a referral doctor sees My Patients, whatever the role holds', () => {
  const referrer = viewer(PERMISSIONS, { is_ref_doctor: 1 })
  expect(wordsOf(referrer, 'home')).toEqual(['My Patients'])
  for (const part of ['menu', 'tiles', 'acts', 'fields', 'rest'] as const)
    expect(wordsOf(referrer, part), part).toEqual([])
})

const someModules = fc.uniqueArray(fc.constantFrom(...PERMISSIONS))

test('the menu is the same as the shell’s, and every right of a role appears somewhere', () => {
  fc.assert(
    fc.property(someModules, (modules) => {
      const seen = viewer(modules)
      expect(wordsOf(seen, 'menu')).toEqual(menuOf(seen.session).map(({ label }) => label))
    }),
  )
  for (const name of PERMISSIONS) {
    const before = sightOf(viewer([]), ACTS).map(({ words }) => words)
    const come = sightOf(viewer([name]), ACTS).filter(({ words }) => !before.includes(words))
    expect(come, name).not.toEqual([])
  }
})

test('the marked gains and losses turn one view into the other', () => {
  fc.assert(
    fc.property(someModules, someModules, (had, has) => {
      const [before, after] = [sightOf(viewer(had), ACTS), sightOf(viewer(has), ACTS)]
      const text = ({ part, group, words }: (typeof before)[number]) => `${part} ${group} ${words}`
      const marked = compareSight(before, after)
      const of = (...marks: string[]) => marked.filter(({ mark }) => marks.includes(mark)).map(text)
      expect(of('same', 'gains').toSorted()).toEqual(after.map(text).toSorted())
      expect(of('same', 'loses').toSorted()).toEqual(before.map(text).toSorted())
    }),
  )
})
