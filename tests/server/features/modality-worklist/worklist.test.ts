import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { MachineView } from '#contract/calls/machine-view.ts'
import { studyUidOf } from '#domain/study/dicom/study-uid.ts'
import { AL_NOOR, SANJEEVANI } from '#server/features/demo/centres.ts'
import { startWorklist } from '#server/features/modality-worklist/start-worklist.ts'
import type { WorklistServer } from '#server/integrations/modality-worklist/worklist-server.ts'
import { askAdmin } from '../look-inside.ts'
import { type DemoServer, NOW, openDemo } from '../open-demo.ts'

const run = promisify(execFile)
const AET = 'READROOM'
const SERVICE = '0197a000-0000-7000-8000-000000000001'
const SLOT = '0197a000-0000-7000-8000-000000000002'

let server: DemoServer
let worklist: WorklistServer
let machine: { id: string; aet: string }
const failures: unknown[] = []

beforeAll(async () => {
  server = await openDemo()
  await askAdmin(
    server,
    `insert into client_setting (client_id, mwl_aet) values ($1, $2)
     on conflict (client_id) do update set mwl_aet = excluded.mwl_aet`,
    [SANJEEVANI.id, AET],
  )
  machine = await insertExam()
  await openWorklist()
})
afterAll(async () => {
  await worklist.close()
  await server.close()
})

async function openWorklist(): Promise<void> {
  worklist = await startWorklist({
    kernel: { ...server.app.kernel, now: () => NOW },
    host: '127.0.0.1',
    port: 0,
    onError: (error) => failures.push(error),
  })
}

/** Inserts a started examination of a patient with a Hindi name, at a machine of the first branch. */
async function insertExam(): Promise<{ id: string; aet: string }> {
  const [visit] = await askAdmin<{ id: string; branch_id: string; patient_id: string }>(
    server,
    'select id, branch_id, patient_id from visit where client_id = $1 order by id limit 1',
    [SANJEEVANI.id],
  )
  const [found] = await askAdmin<{ id: string; aet: string; department_id: string }>(
    server,
    "select id, aet, department_id from machine where client_id = $1 and branch_id = $2 and modality = 'CT' limit 1",
    [SANJEEVANI.id, visit?.branch_id],
  )
  if (!visit || !found) throw new Error('the demo has no visit or machine')
  await askAdmin(
    server,
    "update patient set fname = 'आशा', lname = 'शर्मा', allergies = '{Iodine}' where client_id = $1 and id = $2",
    [SANJEEVANI.id, visit.patient_id],
  )
  await askAdmin(
    server,
    `insert into visit_machine (client_id, id, visit_id, department_id, machine_id, start_dt, end_dt)
     values ($1, $2, $3, $4, $5, $6, $6::timestamptz + interval '20 minutes')`,
    [SANJEEVANI.id, SLOT, visit.id, found.department_id, found.id, NOW],
  )
  await askAdmin(
    server,
    `insert into visit_service (client_id, id, visit_id, name, modality, accession_no, status, start_dt, visit_machine_id)
     values ($1, $2, $3, 'CT Chest', 'CT', 'A900001', 5, $4, $5)`,
    [SANJEEVANI.id, SERVICE, visit.id, NOW, SLOT],
  )
  return found
}

/** Returns what a modality receives; `keys` narrow its query. */
async function ask(calling: string, keys: readonly string[] = [], called = AET): Promise<string> {
  const named = ['PatientName', 'PatientID', 'AccessionNumber', 'StudyInstanceUID', 'Allergies', ...keys]
  const step = [
    'ScheduledStationAETitle',
    'ScheduledProcedureStepStartDate',
    'ScheduledProcedureStepStartTime',
  ]
  const { stdout, stderr } = await run('findscu', [
    '-v',
    '-W',
    '-aet',
    calling,
    '-aec',
    called,
    ...step.flatMap((key) => ['-k', `(0040,0100)[0].${key}`]),
    ...named.flatMap((key) => ['-k', key]),
    '127.0.0.1',
    String(worklist.port),
  ])
  return stdout + stderr
}

describe.skipIf(!existsSync('/usr/bin/findscu'))('the modality worklist', () => {
  test('a machine receives the started examination, with its study, number and name in every script', async () => {
    const answer = await ask(machine.aet, ['AccessionNumber=A900001'])
    expect(answer).toContain('शर्मा^आशा')
    expect(answer).toContain('[A900001')
    expect(answer).toContain(studyUidOf(SERVICE))
    expect(answer).toContain('[Iodine')
    expect(answer).toContain(machine.aet)
    // 09:00 UTC in the branch's time zone.
    expect(answer).toContain('[20261121]')
    expect(answer).toContain('[143000]')
    expect(failures).toEqual([])
  })

  test('services neither waiting for their scan nor being scanned are left out', async () => {
    await askAdmin(server, 'update visit_service set status = 7 where id = $1', [SERVICE])
    expect(await ask(machine.aet, ['AccessionNumber=A900001'])).not.toContain('(Pending)')
    await askAdmin(server, 'update visit_service set status = 6 where id = $1', [SERVICE])
    expect(await ask(machine.aet, ['AccessionNumber=A900001'])).toContain('(Pending)')
  })

  test('a name longer than DICOM allows is shortened by its parts, and all others are returned too', async () => {
    await askAdmin(server, 'update visit_service set status = 5 where id = $1', [SERVICE])
    const [other] = await askAdmin<{ id: string; fname: string; lname: string }>(
      server,
      `select p.id, p.fname, p.lname from patient p join visit v on v.client_id = p.client_id and v.patient_id = p.id
        where v.id = (select visit_id from visit_service where id = $1)`,
      [SERVICE],
    )
    const setName = (fname?: string, lname?: string) =>
      askAdmin(server, 'update patient set fname = $2, lname = $3 where id = $1', [other?.id, fname, lname])
    await setName('Gi'.repeat(28), 'Fa'.repeat(28))
    const answer = await ask(machine.aet, ['AccessionNumber=A900001'])
    expect(answer).toMatch(/\[(Fa){15}F\^(Gi){16}\]/)
    await setName(other?.fname, other?.lname)
    expect(failures).toEqual([])
  })

  test('unknown patient data are returned empty, never invented', async () => {
    const answer = await ask(machine.aet, ['AccessionNumber=A900001', 'PregnancyStatus', 'SmokingStatus'])
    const [, ...items] = answer.split('(Pending)')
    expect(items[0]).toMatch(/US \(no value available\)\s+#.*PregnancyStatus/)
    expect(items[0]).toMatch(/CS \(no value available\)\s+#.*SmokingStatus/)
  })

  test('many open examinations of other days and kinds do not hide the requested ones', async () => {
    await askAdmin(
      server,
      `insert into visit_service (client_id, id, visit_id, name, modality, accession_no, status, start_dt, visit_machine_id)
       select client_id, gen_random_uuid(), visit_id, 'CT Old', 'CT', 'OLD' || n, 5,
         $2::timestamptz - interval '2 days', visit_machine_id
       from visit_service, generate_series(1, 560) n where id = $1`,
      [SERVICE, NOW],
    )
    const asked = (...keys: string[]) =>
      ask(
        machine.aet,
        keys.map((key) => `(0040,0100)[0].${key}`),
      )
    const ofToday = await asked('ScheduledProcedureStepStartDate=20261121', 'Modality=CT')
    expect(ofToday).toContain('[A900001')
    expect(ofToday).not.toContain('[OLD')
    expect(await asked('ScheduledProcedureStepStartDate=20261121', 'Modality=NM')).not.toContain('(Pending)')
    expect(await asked('ScheduledProcedureStepStartDate=20261121-20261122')).toContain('[A900001')
    // A query for all of them is too wide, and returns an error instead of an empty list.
    const tooWide = await asked('ScheduledProcedureStepStartTime=1430*')
    expect(tooWide).toMatch(/Final Find Response .*Refused: OutOfResources/)
    expect(tooWide).not.toContain('(Pending)')
    await askAdmin(server, "delete from visit_service where accession_no like 'OLD%'")
  })

  test('a machine of another branch does not receive the examination, with any query', async () => {
    const other = await askAdmin<{ aet: string }>(
      server,
      `select aet from machine m where client_id = $1 and hidden is null and active and not exists (
         select from machine o where o.client_id = m.client_id and o.aet = m.aet and o.branch_id =
           (select v.branch_id from visit v join visit_service s on s.visit_id = v.id where s.id = $2)) limit 1`,
      [SANJEEVANI.id, SERVICE],
    )
    expect(other).toHaveLength(1)
    expect(await ask(other[0]?.aet ?? '', ['AccessionNumber=A900001'])).not.toContain('(Pending)')
    expect(await ask(machine.aet, ['AccessionNumber=A900001'])).toContain('(Pending)')
  })

  test('a machine is known by its queries, and gets responses as its administrator set', async () => {
    const admin = await server.signIn('admin.sanjeevani')
    await ask(machine.aet, ['AccessionNumber=A900001', 'SpecificCharacterSet=ISO_IR 100'])
    await worklist.close()
    await openWorklist()
    const learned = async () =>
      (await admin.get('client/machineProfiles')).body.result.find(
        ({ aet }: { aet: string }) => aet === machine.aet,
      )
    const before = await learned()
    expect(before).toMatchObject({ address: '127.0.0.1', asked_set: 'ISO_IR 100', pdu_max: 16_384, rev: 1 })
    expect(before.asked).toBeGreaterThan(3)
    expect(before.return_keys).toContain('ScheduledProcedureStepSequence.ScheduledStationAETitle')
    const kept = { aet: machine.aet, rev: 1, character_set: 'ISO_IR 100', missing_letters: 'romanise' }
    const refused = await admin.post('client/saveMachineProfile', { ...kept, max_letters: 3 })
    expect(refused.body.fields ?? refused.body.error?.fields).toMatchObject({ max_letters: 'is at least 8' })
    const saved = await admin.post('client/saveMachineProfile', { ...kept, max_letters: 8 })
    expect(saved.body.result).toMatchObject({ rev: 2, character_set: 'ISO_IR 100', max_letters: 8 })
    const stale = await admin.post('client/saveMachineProfile', { ...kept, max_letters: 9 })
    expect(stale.status).toBe(409)
    const answer = await ask(machine.aet, ['AccessionNumber=A900001'])
    expect(answer).toContain('[Sha^Asha]')
    expect(answer).toContain('ISO_IR 100')
    // Its next queries change what is learned, but not what was stored.
    await worklist.close()
    await openWorklist()
    expect(await learned()).toMatchObject({ asked: before.asked + 1, asked_set: '', rev: 2, max_letters: 8 })
    const elsewhere = await server.signIn('admin.alnoor').catch(() => undefined)
    if (elsewhere) expect((await elsewhere.get('client/machineProfiles')).body.result).toEqual([])
    await askAdmin(server, 'delete from machine_profile')
  })

  test('the interface desk shows the same as the machine receives', async () => {
    const admin = await server.signIn('admin.sanjeevani')
    server.app.kernel.config.worklist = { host: '127.0.0.1', port: worklist.port }
    // The clock of the test does not move: an earlier query would count as new.
    await server.app.kernel.exchanges.flush()
    await askAdmin(server, "delete from exchange where kind = 'worklist'")
    const answer = await ask(machine.aet)
    await server.app.kernel.exchanges.flush()
    const { body } = await admin.post('interfaces/machineView', { aet: machine.aet, as_asked: 1 })
    const { count, items } = body.result as MachineView
    expect(count).toBeGreaterThan(0)
    expect(answer.match(/\(Pending\)/g)).toHaveLength(count)
    for (const { values } of items)
      for (const { keyword, value } of values.filter(({ keyword }) => /Name|ID$|Number$/.test(keyword)))
        expect(answer, keyword).toContain(`[${value}`)
    server.app.kernel.config.worklist = undefined
  })

  test('a machine that the client does not have, and an unclaimed title, are refused', async () => {
    await expect(ask('STRANGER')).rejects.toThrow(/Calling AE Title Not Recognized/)
    await expect(ask(machine.aet, [], 'NOBODY')).rejects.toThrow(/Called AE Title Not Recognized/)
  })

  test('a title claimed by two clients belongs to neither', async () => {
    await askAdmin(
      server,
      `insert into client_setting (client_id, mwl_aet) values ($1, $2)
       on conflict (client_id) do update set mwl_aet = excluded.mwl_aet`,
      [AL_NOOR.id, AET],
    )
    await expect(ask(machine.aet)).rejects.toThrow(/Called AE Title Not Recognized/)
    await askAdmin(server, "update client_setting set mwl_aet = '' where client_id = $1", [AL_NOOR.id])
  })
})
