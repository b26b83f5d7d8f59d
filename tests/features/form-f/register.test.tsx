import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { FormFEntry } from '#contract/calls/form-f.ts'
import FormFRegister from '#src/features/form-f/FormFRegister.tsx'
import { REGISTER_COLUMNS } from '#src/features/form-f/register-columns.ts'
import { registerPaper } from '#src/features/form-f/register-paper.ts'
import { REGISTER_WORDS as WORDS } from '#src/features/form-f/words.ts'
import type { PaperContext } from '#src/parts/papers/paper-context.ts'
import { renderInApp } from '#tests/helpers/render-in-app.tsx'
import { sessionFields } from '#tests/helpers/session-fields.ts'

const world = vi.hoisted(() => ({
  online: true,
  entries: [] as unknown[],
  applies: 1,
  asked: [] as object[],
}))
vi.mock('#src/sync/session/session.ts', () => ({ useSession: () => sessionFields() }))
vi.mock('#src/sync/link/use-link.ts', () => ({ useLink: () => ({ online: world.online }) }))
vi.mock('#src/sync/directory/use-directory.ts', () => ({
  useBranches: () => [{ id: 'b1', name: 'Andheri', time_zone: 'Asia/Kolkata' }],
}))
vi.mock('#src/sync/api/use-kept-call.ts', () => ({
  useKeptCall: (_call: unknown, input: object, { isWanted }: { isWanted: boolean }) => {
    world.asked.push(input)
    const { applies, entries } = world
    const result = { branch: 'Andheri', registration_no: 'MH/1', applies, entries }
    return { answer: isWanted ? { result } : undefined, refresh: () => undefined }
  },
}))

const WHOLE: FormFEntry = {
  id: 's1',
  appt_id: 'v1',
  visit_no: 'V-7',
  started_on: '2026-11-21T05:00:00.000Z',
  pat_id: 'P-1',
  name: 'Sunita Rao',
  gender: 'Female',
  service: 'Anomaly scan',
  machine: 'US 1',
  machine_no: 'USG-77',
  woman_on: '2026-11-21T04:50:00.000Z',
  doctor_on: '2026-11-21T04:55:00.000Z',
  result_on: '2026-11-21T05:30:00.000Z',
  doctor: 'Dr Anjali Mehta, MMC 12345',
  lmp_date: null,
  answers: {
    age: '27',
    weeks: '20',
    referral: 'Doctor or Genetic Counselling Centre',
    referrer: 'Dr Sheth',
    mtp: 'None',
  },
  missing: [],
}
const OPEN: FormFEntry = {
  ...WHOLE,
  id: 's2',
  visit_no: 'V-8',
  doctor: '',
  lmp_date: '2026-07-04',
  answers: { referral: 'Self-referral', selfReasons: 'Bleeding' },
  missing: ['The doctor’s part is not filled and signed.', 'The result is not written and signed.'],
}

const sent = vi.hoisted(() => [] as unknown[])
vi.mock('#src/workers/excel-client.ts', () => ({
  // What goes to a thread is cloned.
  openExcel: () => ({
    begin: async (_name: string, columns: unknown) => void sent.push(structuredClone(columns)),
    add: async (rows: unknown) => void sent.push(structuredClone(rows)),
    finish: async () => new Blob(),
    close: () => undefined,
  }),
}))
const kept = vi.hoisted(() => [] as string[])
vi.mock('#src/ui/download-blob.ts', () => ({ downloadBlob: (_: Blob, name: string) => void kept.push(name) }))

beforeEach(() => Object.assign(world, { online: true, applies: 1, entries: [WHOLE, OPEN], asked: [] }))
afterEach(cleanup)

test('each ultrasound stands with what is missing, and the page names the lawyer', () => {
  renderInApp(<FormFRegister />, '/form-f?month=2026-11')
  expect(world.asked[0]).toEqual({ branch_id: 'b1', month: '2026-11' })
  const [, whole, open] = within(screen.getByRole('table', { name: WORDS.table })).getAllByRole('row')
  expect(whole!.textContent).toContain('Sunita Rao')
  expect(whole!.textContent).toContain('Complete')
  expect(open!.textContent).toContain('The doctor’s part is not filled and signed.')
  expect(screen.getByText('2 ultrasounds, 1 with something missing.')).toBeTruthy()
  expect(
    screen.getByText(/have Form F, this register and your procedure checked by your lawyer/),
  ).toBeTruthy()
  expect(screen.getByRole('button', { name: 'PDF' })).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Excel' })).toBeTruthy()
})

test('a month without one, a branch where it does not apply, and no network are said', () => {
  Object.assign(world, { entries: [], applies: 0 })
  renderInApp(<FormFRegister />, '/form-f')
  expect(screen.getByText(WORDS.empty)).toBeTruthy()
  expect(screen.getByText(WORDS.notApplied)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'PDF' })).toBeNull()
  cleanup()
  world.online = false
  renderInApp(<FormFRegister />, '/form-f')
  expect(screen.getByText(WORDS.offline)).toBeTruthy()
})

test('the sheet has all columns of the form, the paper the chosen ones', () => {
  const cells = (entry: FormFEntry) =>
    Object.fromEntries(REGISTER_COLUMNS.map(({ title, textOf }) => [title, textOf(entry, 'Asia/Kolkata', 0)]))
  expect(cells(WHOLE)).toMatchObject({
    'LMP or weeks': '20 weeks',
    'Referred by': 'Dr Sheth',
    Machine: 'US 1, USG-77',
    'Indication for MTP': 'None',
    Missing: 'Complete',
    Started: '21 Nov 2026 10:30 AM',
  })
  expect(cells(OPEN)).toMatchObject({
    'LMP or weeks': '04 Jul 2026',
    'Referred by': 'Self-referral, Bleeding',
  })
  // A sheet is lettered A to Z.
  expect(REGISTER_COLUMNS.length).toBeLessThanOrEqual(26)
  const register = { branch: 'Andheri', registration_no: 'MH/1', applies: 1 as const, entries: [WHOLE, OPEN] }
  const context = {
    zone: 'Asia/Kolkata',
    now: new Date(),
    sheet: 'A4',
    withLetterhead: true,
    branch: undefined,
    company: undefined,
  }
  const { parts } = registerPaper(register, '2026-11', context as PaperContext)
  const table = parts.find(({ kind }) => kind === 'table')
  expect(table?.kind === 'table' && table.rows).toHaveLength(2)
  expect(table?.kind === 'table' && table.columns.reduce((sum, { share }) => sum + share, 0)).toBe(100)
})

test('the Excel button writes every ultrasound with all columns', async () => {
  renderInApp(<FormFRegister />, '/form-f?month=2026-11')
  fireEvent.click(screen.getByRole('button', { name: 'Excel' }))
  await waitFor(() => expect(kept).toEqual(['Form F register 2026-11.xlsx']))
  expect(sent[0]).toHaveLength(REGISTER_COLUMNS.length)
  expect(sent[1]).toHaveLength(2)
})
