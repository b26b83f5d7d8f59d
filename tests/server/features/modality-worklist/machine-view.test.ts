import fc from 'fast-check'
import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { MachineView } from '#contract/calls/machine-view.ts'
import { WORKLIST_REASONS, type WorklistReason } from '#domain/study/dicom/worklist-reasons.ts'
import { SANJEEVANI } from '#server/features/demo/centres.ts'
import { questionOf } from '#server/features/modality-worklist/public/find-question.ts'
import { viewOfMachine } from '#server/features/modality-worklist/public/machine-view.ts'
import { hintOf } from '#server/features/modality-worklist/query-hint.ts'
import { worklistSelection } from '#server/features/modality-worklist/store.ts'
import { worklistConditions } from '#server/features/modality-worklist/worklist-conditions.ts'
import { UNKNOWN_MACHINE } from '#server/integrations/modality-worklist/answer-query.ts'
import { askAdmin, readAudit } from '../look-inside.ts'
import { type ApiUser, type DemoServer, NOW, openDemo, PHP } from '../open-demo.ts'

const CLIENT = SANJEEVANI.id
const DAY_MS = 86_400_000

let server: DemoServer
let admin: ApiUser
let machines: { id: string; aet: string; branch_id: string; department_id: string; modality: string }[]
let visits: { id: string; branch_id: string; visit_no: string; pat_id: string; patient_id: string }[]

beforeAll(async () => {
  server = await openDemo({ READROOM_WORKLIST_PORT: '11112' })
  admin = await server.signIn('admin.sanjeevani')
  await askAdmin(
    server,
    `insert into client_setting (client_id, mwl_aet) values ($1, 'READROOM')
     on conflict (client_id) do update set mwl_aet = excluded.mwl_aet`,
    [CLIENT],
  )
  machines = await askAdmin(
    server,
    `select id, aet, branch_id, department_id, modality from machine
     where client_id = $1 and active and hidden is null order by aet, id`,
    [CLIENT],
  )
  visits = await askAdmin(
    server,
    `select distinct on (v.branch_id, p.id) v.id, v.branch_id, v.visit_no, p.pat_id, p.id as patient_id
     from visit v join patient p on p.client_id = v.client_id and p.id = v.patient_id
     where v.client_id = $1 order by v.branch_id, p.id limit 400`,
    [CLIENT],
  )
})
afterAll(() => server.close())

let minted = 0
const mint = () => `0197b000-0000-7000-8000-${String(++minted).padStart(12, '0')}`

interface Exam {
  visit?: number
  type?: string
  status?: number
  /** Undefined: the visit's own branch has it; null: the visit has no machine. */
  machine?: { id: string; department_id: string } | null
  days?: number
  modality?: string
  accession?: string
  uid?: string
}

const visitAt = (no: number) => visits[no % visits.length] as (typeof visits)[number]
const machineAt = (branchId: string) => machines.find(({ branch_id }) => branch_id === branchId)

async function insertExam(exam: Exam): Promise<{ id: string; accession: string }> {
  const id = mint()
  const visit = visitAt(exam.visit ?? 0)
  const at = new Date(NOW.getTime() + (exam.days ?? 0) * DAY_MS)
  const machine = exam.machine === undefined ? machineAt(visit.branch_id) : exam.machine
  const slot = machine ? mint() : null
  if (machine)
    await askAdmin(
      server,
      `insert into visit_machine (client_id, id, visit_id, department_id, machine_id, start_dt, end_dt, blocks)
       values ($1, $2, $3, $4, $5, $6, $6::timestamptz + interval '20 minutes', false)`,
      [CLIENT, slot, visit.id, machine.department_id, machine.id, at],
    )
  const accession = exam.accession ?? `V${minted}`
  await askAdmin(
    server,
    `insert into visit_service (client_id, id, visit_id, name, type, modality, accession_no, status, start_dt,
       visit_machine_id, study_iuid) values ($1, $2, $3, 'CT Chest', $4, $5, $6, $7, $8, $9, $10)`,
    [
      CLIENT,
      id,
      visit.id,
      exam.type ?? 'Exam_Service',
      exam.modality ?? 'CT',
      accession,
      exam.status ?? 5,
      at,
      slot,
      exam.uid ?? '',
    ],
  )
  return { id, accession }
}

async function ask(input: Record<string, unknown>): Promise<MachineView> {
  const { status, body } = await admin.post('interfaces/machineView', input)
  expect(body, JSON.stringify(body)).toHaveProperty('result')
  expect(status).toBe(200)
  return body.result as MachineView
}

const soughtOf = async (number: string, input: Record<string, unknown>) =>
  (await ask({ ...input, number })).sought

describe('the current view of a machine', () => {
  test('it shows the examination as its machine receives it, shortened and in its character set', async () => {
    const machine = machineAt(visitAt(0).branch_id)
    const { accession, id } = await insertExam({})
    const [kept] = await askAdmin<{ fname: string; lname: string }>(
      server,
      'select fname, lname from patient where id = $1',
      [visitAt(0).patient_id],
    )
    await askAdmin(server, "update patient set fname = 'आशा', lname = $2 where id = $1", [
      visitAt(0).patient_id,
      'शर्मा'.repeat(20),
    ])
    await askAdmin(
      server,
      `insert into machine_profile (client_id, aet, first_seen, last_seen, character_set, max_letters, return_keys)
       values ($1, $2, now(), now(), 'ISO_IR 100', 20,
         '{PatientName,PatientID,AccessionNumber,StudyID,ScheduledProcedureStepSequence,ScheduledProcedureStepSequence.Modality}')`,
      [CLIENT, machine?.aet],
    )
    const view = await ask({ aet: machine?.aet, day: '2026-11-21', accession_no: accession })
    expect(view).toMatchObject({
      refusals: [],
      count: 1,
      left_out: 0,
      character_set: 'ISO_IR 100',
      is_unheard: 0,
    })
    expect(view.question).toEqual([
      { keyword: 'AccessionNumber', value: accession },
      { keyword: 'ScheduledProcedureStepStartDate', value: '20261121' },
    ])
    const values = new Map(view.items[0]?.values.map(({ keyword, ...rest }) => [keyword, rest]))
    expect(view.items[0]?.id).toBe(id)
    expect(values.get('SpecificCharacterSet')).toEqual({ value: 'ISO_IR 100', here: null })
    const name = values.get('PatientName')
    expect(name?.value).toMatch(/^Sharma[a-zA-Z]*\^Asha$/)
    expect(name?.value).toHaveLength(20)
    expect(name?.here).toBe(`${'शर्मा'.repeat(20)}^आशा`)
    expect(values.get('PatientID')).toEqual({ value: visitAt(0).pat_id, here: null })
    // Requested but not known: returned empty, not omitted.
    expect(values.get('StudyID')).toEqual({ value: '', here: null })
    expect(values.get('ScheduledProcedureStepSequence.Modality')).toEqual({ value: 'CT', here: null })
    expect([...values.keys()]).not.toContain('PatientBirthDate')
    await askAdmin(server, 'update patient set fname = $2, lname = $3 where id = $1', [
      visitAt(0).patient_id,
      kept?.fname,
      kept?.lname,
    ])
    await askAdmin(server, 'delete from machine_profile where client_id = $1', [CLIENT])
  })

  const elsewhere = () => machines.find(({ branch_id }) => branch_id !== visitAt(0).branch_id)
  const CASES: [WorklistReason, Exam, () => Record<string, unknown>][] = [
    ['no_examination', { type: 'Exam_Consumable' }, () => ({})],
    ['not_started', { status: 2 }, () => ({})],
    ['cancelled', { status: 12 }, () => ({})],
    ['completed', { status: 7 }, () => ({})],
    ['no_machine', { machine: null }, () => ({})],
    ['other_branch', {}, () => ({ aet: elsewhere()?.aet })],
    ['too_far', { days: 9 }, () => ({ day: undefined })],
    ['other_day', { days: 1 }, () => ({})],
    ['other_modality', {}, () => ({ modality: 'MR' })],
    ['other_patient', {}, () => ({ pat_id: 'SOMEBODY' })],
    ['other_accession', {}, () => ({ accession_no: 'SOMETHING' })],
    // It can be requested but not matched, because the machine knows only its first 16 characters.
    ['not_matched', { accession: 'A'.repeat(20) }, () => ({ accession_no: 'A'.repeat(20) })],
    ['cannot_be_written', { modality: 'ct' }, () => ({})],
    ['unknown_machine', {}, () => ({ aet: 'NOBODY' })],
  ]
  test.for(CASES)('a missing examination shows the reason: %s', async ([reason, exam, narrowed]) => {
    const { accession } = await insertExam(exam)
    const input = { aet: machineAt(visitAt(0).branch_id)?.aet, day: '2026-11-21', ...narrowed() }
    const [found] = (await soughtOf(accession.toLowerCase(), input)) ?? []
    expect(found?.accession_no).toBe(accession)
    expect(found?.reasons).toContain(reason)
    if (reason === 'cannot_be_written')
      expect(found?.detail).toBe('ScheduledProcedureStepSequence: Modality: a value is no CS')
    await askAdmin(server, 'delete from visit_service where client_id = $1 and accession_no = $2', [
      CLIENT,
      accession,
    ])
  })

  test('only for its own title: an examination at another machine of the branch shows that', async () => {
    const { branch_id } = visitAt(0)
    const [own, other] = machines.filter((one) => one.branch_id === branch_id)
    expect(other).toBeDefined()
    const { accession } = await insertExam({ machine: other ?? null })
    const input = { aet: own?.aet, day: '2026-11-21' }
    expect((await soughtOf(accession, input))?.[0]?.reasons).toEqual([])
    expect((await soughtOf(accession, { ...input, own_title: 1 }))?.[0]?.reasons).toEqual(['other_machine'])
  })

  test('an examination stays on the list of its branch when its machine moves to another', async () => {
    const { branch_id } = visitAt(0)
    const [moving, asking] = machines
      .filter((one) => one.branch_id === branch_id && one.modality === 'CT')
      .concat(machines.filter((one) => one.branch_id === branch_id && one.modality !== 'CT'))
    const away = elsewhere()?.branch_id
    const { accession } = await insertExam({ machine: moving ?? null, days: 5 })
    const input = { aet: asking?.aet, day: '2026-11-26' }
    const given = async () =>
      (await ask(input)).items.flatMap(({ values }) =>
        values.filter(({ keyword }) => keyword === 'AccessionNumber').map(({ value }) => value),
      )
    expect(await given()).toContain(accession)
    const move = async (to: string | undefined) => {
      const [stored] = await askAdmin<{ rev: number }>(server, 'select rev from machine where id = $1', [
        moving?.id,
      ])
      const saved = await admin.post(
        `${PHP}master/saveMachine`,
        { ...moving, name: `Moving ${moving?.aet}`, branch_id: to, status: 1 },
        { 'if-match': `"${stored?.rev}"` },
      )
      expect(saved.status, JSON.stringify(saved.body)).toBe(200)
    }
    await move(away)
    expect(await given()).toContain(accession)
    await move(branch_id)
    expect(await given()).toContain(accession)
  })

  test('a centre whose worklist is off shows each reason', async () => {
    const { accession } = await insertExam({})
    const input = { aet: machineAt(visitAt(0).branch_id)?.aet, day: '2026-11-21' }
    const set = (mwl: string) =>
      askAdmin(server, 'update client_setting set mwl_aet = $2 where client_id = $1', [CLIENT, mwl])
    const { config } = server.app.kernel
    const { worklist } = config
    config.worklist = undefined
    await set('')
    const view = await ask({ ...input, number: accession })
    expect(view).toMatchObject({ refusals: ['switched_off', 'called_unset'], count: 0, items: [] })
    expect(view.sought?.[0]?.reasons).toEqual(['switched_off', 'called_unset'])
    config.worklist = worklist ?? { host: '127.0.0.1', port: 1 }
    await set('READROOM')
    const { worklist: health } = server.app.kernel
    health.state = 'stopped'
    expect(await ask(input)).toMatchObject({ refusals: ['restarting'], count: 0, items: [] })
    health.state = 'off'
    config.worklist = worklist
    await askAdmin(
      server,
      `insert into client_setting (client_id, mwl_aet) select id, 'READROOM' from client where id <> $1 and
         'appointment_system' = any(main_modules) limit 1
       on conflict (client_id) do update set mwl_aet = excluded.mwl_aet`,
      [CLIENT],
    )
    expect((await ask(input)).refusals).toEqual(['called_shared'])
    await askAdmin(server, "update client_setting set mwl_aet = '' where client_id <> $1", [CLIENT])
    expect((await ask(input)).refusals).toEqual([])
  })

  test('more examinations than the limit are a reason for all of them', async () => {
    const { accession, id } = await insertExam({ days: 3 })
    await askAdmin(
      server,
      `insert into visit_service (client_id, id, visit_id, name, modality, accession_no, status, start_dt, visit_machine_id)
       select client_id, gen_random_uuid(), visit_id, 'CT', 'CT', 'WIDE' || n, 5, start_dt, visit_machine_id
       from visit_service, generate_series(1, 500) n where id = $1`,
      [id],
    )
    const view = await ask({
      aet: machineAt(visitAt(0).branch_id)?.aet,
      day: '2026-11-24',
      number: accession,
    })
    expect(view).toMatchObject({ refusals: ['too_many'], count: 0, items: [] })
    expect(view.sought?.[0]?.reasons).toEqual(['too_many'])
    await askAdmin(server, "delete from visit_service where accession_no like 'WIDE%'")
  })

  test('the machine’s last query is answered as it was sent', async () => {
    const machine = machineAt(visitAt(0).branch_id)
    const none = await admin.post('interfaces/machineView', { aet: machine?.aet, as_asked: 1 })
    expect(none.body.message).toBe('The log has no query of this machine. Compose one instead.')
    const { kernel } = server.app
    const set = {
      SpecificCharacterSet: 'ISO_IR 100',
      PatientName: 'ZZZ*',
      AccessionNumber: '',
      ScheduledProcedureStepSequence: [{ Modality: 'CT', ScheduledProcedureStepStartDate: '20261121' }],
    }
    kernel.exchanges.record({
      clientId: CLIENT,
      kind: 'worklist',
      peer: machine?.aet ?? '',
      outcome: 'ok',
      found: 0,
      raw: JSON.stringify(set),
    })
    await kernel.exchanges.flush()
    const { accession } = await insertExam({})
    const view = await ask({ aet: machine?.aet, as_asked: 1, number: accession })
    expect(view.question).toEqual([
      { keyword: 'PatientName', value: 'ZZZ*' },
      { keyword: 'Modality', value: 'CT' },
      { keyword: 'ScheduledProcedureStepStartDate', value: '20261121' },
    ])
    expect(view).toMatchObject({ asked: NOW.toISOString(), count: 0, character_set: 'ISO_IR 100' })
    expect(view.sought?.[0]?.reasons).toEqual(['not_matched'])
  })

  test('only an administrator of this client who may see patients opens it, and each view is in the audit trail', async () => {
    const [machine] = machines
    await askAdmin(server, "delete from audit_trail where type = 'machine_worklist'")
    const { accession } = await insertExam({})
    await ask({ aet: machine?.aet, number: accession })
    expect(await readAudit(server, CLIENT, 'machine_worklist')).toMatchObject([
      { action: 'read', detail: { aet: machine?.aet, looks_for_number: true } },
    ])
    const doctor = await server.signIn('dr.mehta')
    expect((await doctor.post('interfaces/machineView', { aet: machine?.aet })).body.code).toBe(
      'not_permitted',
    )
    expect((await doctor.get('interfaces/machineTitles')).body.code).toBe('not_permitted')
    const roleOf = `id = (select role_id from app_user where username = 'admin.sanjeevani')`
    const right = ['view_patient_portal_patients']
    await askAdmin(server, `update role set modules = array_remove(modules, $1) where ${roleOf}`, right)
    expect((await admin.post('interfaces/machineView', { aet: machine?.aet })).body.code).toBe(
      'not_permitted',
    )
    await askAdmin(server, `update role set modules = array_append(modules, $1) where ${roleOf}`, right)
    const titles = (await admin.get('interfaces/machineTitles')).body.result
    expect(titles.map(({ aet }: { aet: string }) => aet)).toContain(machine?.aet)
    const other = await server.signIn('admin.alnoor')
    const seen = await other.post('interfaces/machineView', { aet: machine?.aet, number: accession })
    expect(seen.body.result).toMatchObject({ count: 0, sought: [] })
  })
})

describe('the selection and its reasons', () => {
  test('the selection is exactly its conditions, each with a reason', () => {
    const db = new Kysely<unknown>({
      dialect: {
        createAdapter: () => new PostgresAdapter(),
        createDriver: () => new DummyDriver(),
        createIntrospector: (one) => new PostgresIntrospector(one),
        createQueryCompiler: () => new PostgresQueryCompiler(),
      },
    })
    const plain = (text: string) => text.replaceAll(/\$\d+/g, '$').replaceAll(/\s+/g, ' ').trim()
    const question = { clientId: CLIENT, calling: 'CT1', ...hintOf({}) }
    const conditions = worklistConditions(question, NOW)
    const { sql: text } = worklistSelection(question, NOW).compile(db)
    const [, where = ''] = /where (s\.client_id = \$ .*) limit \$\) as found order by/.exec(plain(text)) ?? []
    const held = conditions.map(({ holds }) => `(${plain(holds.compile(db).sql)})`)
    expect(
      where,
      'The worklist is narrowed by something that has no reason: add it to worklistConditions.',
    ).toBe(['s.client_id = $', ...held].join(' and '))
    for (const { reason } of conditions)
      for (const named of reason.compile(db).parameters.filter((one) => typeof one === 'string'))
        expect(WORKLIST_REASONS).toContain(named)
  })

  test('each service of the client is selected or has a reason, and never both', async () => {
    // Visits of each branch, and some more of the first.
    const places = [...new Map(visits.map(({ branch_id }, no) => [branch_id, no])).values(), 7].slice(0, 5)
    const numbers = new Set(places.map((place) => visitAt(place).visit_no))
    const types = ['Exam_Service', 'Exam_Service', 'Exam_Service', 'Exam_Consumable']
    for (let n = 0; n < 60; n++) {
      const place = places[n % places.length] ?? 0
      const visit = visitAt(place)
      const own = machines.filter(({ branch_id }) => branch_id === visit.branch_id)
      await insertExam({
        visit: place,
        type: types[n % 4] ?? '',
        status: [5, 6, 5, 1, 7, 12, 4, 5][n % 8] ?? 5,
        machine: n % 9 === 0 ? null : (own[n % own.length] ?? machines[n % machines.length] ?? null),
        days: [0, 0, 1, -1, 0, 8, -9, 0, 0.6][n % 9] ?? 0,
        modality: ['CT', 'MR', '', 'ct', 'CT', 'US'][n % 6] ?? '',
        ...(n % 11 === 0 && { accession: `LONG-${String(n).padStart(16, '0')}` }),
        ...(n % 13 === 0 && { uid: 'no uid' }),
      })
    }
    const aets = [...new Set(machines.map(({ aet }) => aet)), 'NOBODY']
    const optional = (...values: string[]) =>
      fc.oneof(
        { weight: 4, arbitrary: fc.constant(undefined) },
        { weight: 1, arbitrary: fc.constantFrom(...values) },
      )
    const wide = { day: undefined, modality: undefined, pat_id: undefined, accession_no: undefined }
    const own = machineAt(visitAt(0).branch_id)?.aet ?? ''
    const questions = fc.record({
      aet: fc.constantFrom(...aets),
      as_asked: fc.constant(0 as const),
      day: optional('2026-11-20', '2026-11-21', '2026-11-22', '2026-11-29'),
      modality: optional('CT', 'MR', 'U*', 'ct'),
      pat_id: optional(visitAt(0).pat_id, visitAt(7).pat_id, 'NONE'),
      accession_no: optional(`LONG-${'0'.repeat(16)}`, 'V*', 'NONE'),
      own_title: fc.constantFrom(0 as const, 1 as const),
    })
    const counts = { given: 0, missing: 0 }
    // Planning the statement takes longer than running it.
    const PREPARES = { prepares: true }
    await fc.assert(
      fc.asyncProperty(questions, async (input) => {
        await server.db.database.tenant(
          CLIENT,
          async (tx) => {
            for (const number of numbers) {
              const view = await viewOfMachine(tx, {
                clientId: CLIENT,
                calling: input.aet,
                query: questionOf(input, undefined),
                profile: UNKNOWN_MACHINE,
                number,
                now: NOW,
                state: 'running',
              })
              const given = new Set(view.items.map(({ id }) => id))
              expect(view.items).toHaveLength(view.count)
              expect(view.sought).not.toEqual([])
              for (const { id, reasons } of view.sought ?? []) {
                counts[given.has(id) ? 'given' : 'missing']++
                expect({ id, isGiven: given.has(id), reasons }).toEqual({
                  id,
                  isGiven: reasons.length === 0,
                  reasons,
                })
              }
            }
          },
          PREPARES,
        )
      }),
      { numRuns: 12, examples: [[{ ...wide, aet: own, as_asked: 0, own_title: 0 }]] },
    )
    // Both sides have entries.
    expect(counts.given).toBeGreaterThan(0)
    expect(counts.missing).toBeGreaterThan(counts.given)
  })
})
