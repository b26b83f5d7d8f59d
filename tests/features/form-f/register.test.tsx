import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { FormFEntry } from '#contract/calls/form-f.ts'
import FormFRegister from '#src/features/form-f/FormFRegister.tsx'
import { REGISTER_COLUMNS } from '#src/features/form-f/register-columns.ts'
import { registerPaper } from '#src/features/form-f/register-paper.ts'
import { REGISTER_WORDS as WORDS } from '#src/features/form-f/words.ts'
import type { PaperContext } from '#src/parts/papers/paper-context.ts'
import { sessionFields } from '#tests/helpers/device/session-fields.ts'
import { renderInApp } from '#tests/helpers/page/render-in-app.tsx'

const world = vi.hoisted(() => ({
  online: true,
  entries: [] as unknown[],
  applies: 1,
  report: null as object | null,
  due: [] as object[],
  asked: [] as object[],
  call: vi.fn(),
  refresh: vi.fn(),
}))
vi.mock('#src/sync/api/call-api.ts', () => ({ callApi: world.call }))
vi.mock('#src/sync/session/session.ts', () => ({ useSession: () => sessionFields() }))
vi.mock('#src/sync/link/use-link.ts', () => ({ useLink: () => ({ online: world.online }) }))
vi.mock('#src/sync/directory/use-directory.ts', () => ({
  useBranches: () => [{ id: 'b1', name: 'Andheri', time_zone: 'Asia/Kolkata' }],
}))
vi.mock('#src/sync/api/use-kept-call.ts', () => ({
  useKeptCall: ({ key }: { key: string }, input: object, { isWanted }: { isWanted: boolean }) => {
    if (key === 'appt/formFReportsDue')
      return { answer: isWanted ? { result: { reports: world.due } } : undefined }
    world.asked.push(input)
    const { applies, entries, report } = world
    const result = {
      branch: 'Andheri',
      registration_no: 'MH/1',
      applies,
      report_from: applies === 1 ? '2026-09' : null,
      report,
      entries,
    }
    return { answer: isWanted ? { result } : undefined, refresh: world.refresh }
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
  is_invasive: 0,
  invasive_on: null,
  invasive_result_on: null,
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
  missing: ['The doctor’s part is not filled in and signed.', 'The result is not written and signed.'],
}

const INVASIVE: FormFEntry = {
  ...WHOLE,
  id: 's3',
  is_invasive: 1,
  answers: {
    ...WHOLE.answers,
    performers: 'Dr Anjali Mehta, MMC 12345',
    familyHistory: 'Thalassaemia of a brother',
    basis: 'Bio-chemical',
    formGOn: '20 Nov 2026',
    invasiveProcedures: 'i. Amniocentesis',
    complications: 'None',
  },
}

const sent = vi.hoisted(() => [] as unknown[])
vi.mock('#src/workers/excel-client.ts', () => ({
  // Data for a thread is cloned.
  openExcel: () => ({
    begin: async (_name: string, columns: unknown) => void sent.push(structuredClone(columns)),
    add: async (rows: unknown) => void sent.push(structuredClone(rows)),
    finish: async () => new Blob(),
    close: () => undefined,
  }),
}))
const kept = vi.hoisted(() => [] as string[])
vi.mock('#src/ui/files/download-blob.ts', () => ({
  downloadBlob: (_: Blob, name: string) => void kept.push(name),
}))

beforeEach(() => {
  vi.setSystemTime(new Date('2026-11-04T06:00:00.000Z'))
  world.call.mockReset()
  world.refresh.mockReset()
  Object.assign(world, { online: true, applies: 1, report: null, due: [], entries: [WHOLE, OPEN], asked: [] })
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

test('each ultrasound shows its missing parts, and the page names the lawyer', () => {
  renderInApp(<FormFRegister />, '/form-f?month=2026-11')
  expect(world.asked[0]).toEqual({ branch_id: 'b1', month: '2026-11' })
  const [, whole, open] = within(screen.getByRole('table', { name: WORDS.table })).getAllByRole('row')
  expect(whole!.textContent).toContain('Sunita Rao')
  expect(whole!.textContent).toContain('Complete')
  expect(open!.textContent).toContain('The doctor’s part is not filled in and signed.')
  expect(screen.getByText('2 ultrasounds, 1 with something missing.')).toBeTruthy()
  expect(
    screen.getByText(/have Form F, this register and your procedure checked by your lawyer/),
  ).toBeTruthy()
  expect(screen.getByRole('button', { name: 'PDF' })).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Excel' })).toBeTruthy()
})

test('an empty month, a branch without Form F, and a lost network show a message', () => {
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

test('the sheet has all columns of the form, the paper the selected ones', () => {
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
  const { parts } = paperOf([WHOLE, OPEN])
  const tables = parts.filter(({ kind }) => kind === 'table')
  // No section C without an invasive procedure.
  expect(tables).toHaveLength(1)
  const [table] = tables
  expect(table?.kind === 'table' && table.rows).toHaveLength(2)
  expect(table?.kind === 'table' && table.columns.reduce((sum, { share }) => sum + share, 0)).toBe(100)
})

test('an invasive procedure has its section C on the sheet, and in a separate table on the paper', () => {
  const cells = Object.fromEntries(
    REGISTER_COLUMNS.map(({ title, textOf }) => [title, textOf(INVASIVE, 'Asia/Kolkata', 0)]),
  )
  expect(cells).toMatchObject({
    Procedure: 'Anomaly scan (invasive)',
    'C: doctors': 'Dr Anjali Mehta, MMC 12345',
    'C: family history, basis': 'Thalassaemia of a brother, Bio-chemical',
    'C: consent in Form G': '20 Nov 2026',
    'C: procedure': 'i. Amniocentesis',
    'C: complications': 'None',
  })
  const tables = paperOf([WHOLE, INVASIVE]).parts.filter(({ kind }) => kind === 'table')
  expect(tables).toHaveLength(2)
  const [, sectionC] = tables
  if (sectionC?.kind !== 'table') throw new Error('no section C')
  expect(sectionC.columns.reduce((sum, { share }) => sum + share, 0)).toBe(100)
  // Numbered as above.
  expect(sectionC.rows).toHaveLength(1)
  expect(sectionC.rows[0]).toEqual(expect.arrayContaining(['2', 'Sunita Rao', 'i. Amniocentesis']))
})

function paperOf(entries: FormFEntry[]) {
  const register = {
    branch: 'Andheri',
    registration_no: 'MH/1',
    applies: 1 as const,
    report_from: null,
    report: null,
    entries,
  }
  const context = {
    zone: 'Asia/Kolkata',
    now: new Date(),
    sheet: 'A4',
    withLetterhead: true,
    branch: undefined,
    company: undefined,
  }
  return registerPaper(register, '2026-11', context as PaperContext)
}

test('the Excel button writes every ultrasound with all columns', async () => {
  renderInApp(<FormFRegister />, '/form-f?month=2026-11')
  fireEvent.click(screen.getByRole('button', { name: 'Excel' }))
  await waitFor(() => expect(kept).toEqual(['Form F register 2026-11.xlsx']))
  expect(sent[0]).toHaveLength(REGISTER_COLUMNS.length)
  expect(sent[1]).toHaveLength(2)
})

const report = () => screen.getByRole('group', { name: WORDS.report.label })

test('the page shows the due date of the month’s report, its delay, and what is missing', () => {
  renderInApp(<FormFRegister />, '/form-f?month=2026-11')
  expect(report().textContent).toContain('Nov 2026 goes to the Appropriate Authority by 05 Dec 2026')
  expect(screen.queryByRole('button', { name: 'Mark as sent' })).toBeNull()
  cleanup()
  renderInApp(<FormFRegister />, '/form-f?month=2026-10')
  expect(report().textContent).toContain('by 05 Nov 2026. It is not marked as sent.')
  expect(report().textContent).toContain('1 ultrasound has something missing')
  cleanup()
  vi.setSystemTime(new Date('2026-11-05T19:00:00.000Z'))
  world.entries = []
  world.due = [
    { branch_id: 'b1', month: '2026-09', due_on: '2026-10-05' },
    { branch_id: 'b1', month: '2026-10', due_on: '2026-11-05' },
    { branch_id: 'other', month: '2026-08', due_on: '2026-09-05' },
  ]
  renderInApp(<FormFRegister />, '/form-f?month=2026-10')
  expect(report().textContent).toContain('was due at the Appropriate Authority by 05 Nov 2026')
  expect(report().textContent).not.toContain('missing')
  expect(within(report()).getByRole('button', { name: 'Sep 2026' })).toBeTruthy()
  expect(within(report()).queryByRole('button', { name: 'Aug 2026' })).toBeNull()
  cleanup()
  renderInApp(<FormFRegister />, '/form-f?month=2026-08')
  expect(report().textContent).toContain('Reports are tracked here from Sep 2026 on.')
  cleanup()
  // Nothing else is open: the month can be marked anyway.
  world.due = []
  renderInApp(<FormFRegister />, '/form-f?month=2026-08')
  expect(report().textContent).toContain('Reports are tracked here from Sep 2026 on.')
  expect(within(report()).getByRole('button', { name: 'Mark as sent' })).toBeTruthy()
})

test('before the end of the month, or without Form F, no report can be marked', () => {
  renderInApp(<FormFRegister />, '/form-f?month=2026-11')
  expect(screen.queryByRole('button', { name: 'Mark as sent' })).toBeNull()
  cleanup()
  world.applies = 0
  renderInApp(<FormFRegister />, '/form-f?month=2026-08')
  expect(screen.queryByRole('group', { name: WORDS.report.label })).toBeNull()
  cleanup()
  // A sent report stays readable; nobody corrects it where Form F does not apply.
  world.report = {
    sent_on: '2026-09-03',
    way: 'By hand',
    reference: 'AA/77',
    noted_by: 'Pooja Sawant',
    noted_on: '2026-09-03T06:00:00.000Z',
    has_changed: 0,
  }
  renderInApp(<FormFRegister />, '/form-f?month=2026-08')
  expect(report().textContent).toContain('was sent on 03 Sep 2026')
  expect(screen.queryByRole('button', { name: 'Correct' })).toBeNull()
})

test('a month without an ultrasound has a paper that says so, if Form F applies', async () => {
  world.entries = []
  renderInApp(<FormFRegister />, '/form-f?month=2026-10')
  expect(screen.getByRole('button', { name: 'PDF' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Excel' })).toBeNull()
  const { parts } = paperOf([])
  expect(parts.filter(({ kind }) => kind === 'table')).toEqual([])
  const texts = parts.flatMap((part) => (part.kind === 'text' ? [part.text] : []))
  expect(texts).toContain('No ultrasound in this month.')
  expect(texts.join(' ')).not.toContain('0 ultrasounds')
})

test('a person marks the report with day, way and number', async () => {
  world.call.mockResolvedValue({ result: { report: null } })
  renderInApp(<FormFRegister />, '/form-f?month=2026-10')
  await userEvent.click(screen.getByRole('button', { name: 'Mark as sent' }))
  const dialog = await screen.findByRole('dialog', { name: WORDS.report.note.title })
  expect(dialog.textContent).toContain('1 ultrasound has something missing')
  const day = within(dialog).getByLabelText(/^Sent on/)
  await userEvent.clear(day)
  await userEvent.click(within(dialog).getByRole('button', { name: 'Save' }))
  expect(within(dialog).getByText('Enter the day.')).toBeTruthy()
  expect(within(dialog).getByText('Enter the number of the receipt, letter or message.')).toBeTruthy()
  expect(world.call).not.toHaveBeenCalled()
  await userEvent.type(day, '3 11 2026')
  await userEvent.type(within(dialog).getByLabelText(/^Reference number/), ' AA/77 ')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(world.refresh).toHaveBeenCalled())
  expect(world.call.mock.calls[0]?.[1]).toEqual({
    branch_id: 'b1',
    month: '2026-10',
    sent: { sent_on: '2026-11-03', way: 'By hand', reference: 'AA/77' },
  })
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('a marked report shows its author, and can be corrected and withdrawn', async () => {
  world.report = {
    sent_on: '2026-11-03',
    way: 'By hand',
    reference: 'AA/77',
    noted_by: 'Pooja Sawant',
    noted_on: '2026-11-03T06:00:00.000Z',
    has_changed: 0,
  }
  renderInApp(<FormFRegister />, '/form-f?month=2026-10')
  expect(report().textContent).toContain(
    'was sent on 03 Nov 2026: by hand, number AA/77. Marked by Pooja Sawant, 03 Nov 2026 11:30 AM.',
  )
  expect(report().textContent).not.toContain('missing')
  world.call.mockResolvedValue({ result: { report: null } })
  await userEvent.click(screen.getByRole('button', { name: 'Correct' }))
  const dialog = await screen.findByRole('dialog', { name: WORDS.report.correct.title })
  expect(within(dialog).getByLabelText<HTMLInputElement>(/^Reference number/).value).toBe('AA/77')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Not sent after all' }))
  await waitFor(() => expect(world.refresh).toHaveBeenCalled())
  expect(world.call.mock.calls[0]?.[1]).toEqual({ branch_id: 'b1', month: '2026-10', sent: null })
})

test('a register that changed after its report was marked as sent says so, on the page and before the next mark', async () => {
  world.report = {
    sent_on: '2026-11-03',
    way: 'By hand',
    reference: 'AA/77',
    noted_by: 'Pooja Sawant',
    noted_on: '2026-11-03T06:00:00.000Z',
    has_changed: 1,
  }
  renderInApp(<FormFRegister />, '/form-f?month=2026-10')
  expect(report().textContent).toContain(WORDS.report.changed)
  await userEvent.click(screen.getByRole('button', { name: 'Correct' }))
  const dialog = await screen.findByRole('dialog', { name: WORDS.report.correct.title })
  expect(dialog.textContent).toContain(WORDS.report.dialog.changed)
})
