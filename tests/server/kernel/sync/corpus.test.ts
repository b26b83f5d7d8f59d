import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CALLS } from '#contract/registry.ts'
import { PLATFORM_CLIENT_ID } from '#domain/access/platform.ts'
import { reportIdOf } from '#domain/report/report-id.ts'
import { SANJEEVANI } from '#server/features/demo/centres.ts'
import { askAdmin } from '../../features/look-inside.ts'
import { type ApiUser, type DemoServer, NOW, openDemo } from '../../features/open-demo.ts'
import { ANDHERI, personId, save } from '../../features/reports/report-fixture.ts'

/** A command that some version of the app has really sent, and its permanent expected result. */
interface OldCommand {
  says: string
  /** The demo's user name of the sender. */
  as: string
  /** The text that was signed before the command arrived; absent if the study had no report. */
  signed?: string
  /** The file of a document that was uploaded before it. */
  document?: string
  /** The study's number of reports, if not one. */
  reports?: number
  /** The visit that its input names (appt_id, or `id` here), with one service if it has any. */
  visit?: OldVisit
  /** The time of the unread notification that its input names. */
  notification?: string
  /** The passkey that made its touch, in base64url. */
  passkey?: { credential_id: string; public_key: string; rp_id: string }
  command: {
    id: string
    call: string
    version: number
    input: { id?: string; study_id?: string; appt_id?: string }
  }
  answers: object
}

interface OldVisit {
  id?: string
  is_radiology: boolean
  status: number
  service?: string
}

const FOLDER = join(import.meta.dirname, 'corpus')
const CHECKSUMS = 'checksums.json'
const read = (name: string) => JSON.parse(readFileSync(join(FOLDER, name), 'utf8'))
// Over the content, so that a formatter may reformat the file.
const sumOf = (name: string) =>
  createHash('sha256')
    .update(JSON.stringify(read(name)))
    .digest('hex')

const files = readdirSync(FOLDER).filter((name) => name !== CHECKSUMS)
const checksums = read(CHECKSUMS) as Record<string, string>
const corpus = files.flatMap((file) => (read(file) as OldCommand[]).map((old) => ({ file, ...old })))
const shipped = [...CALLS.values()].flatMap(({ key, offline }) =>
  offline.kind === 'queue'
    ? Array.from({ length: offline.version }, (_, n) => `${key.replaceAll('/', '.')}@${n + 1}.json`)
    : [],
)

let server: DemoServer
const desks = new Map<string, ApiUser>()

beforeAll(async () => {
  server = await openDemo()
  await prepareCatalogue()
  for (const name of new Set(['dr.iyer', ...corpus.map((old) => old.as)]))
    desks.set(name, await server.signIn(name))
})
afterAll(() => server.close())

test.each(shipped)('%s has its old commands', (name) => {
  expect(
    files,
    `A queued call was added or its version raised. Keep commands of this version as the app sends them, every optional field present and absent, in tests/server/kernel/sync/corpus/${name}, and add its line to ${CHECKSUMS}.`,
  ).toContain(name)
})

test.each(files)('%s is unchanged since it was released', (name) => {
  expect(
    checksums[name],
    `Devices may come back with these commands for years, so ${name} is never edited. Undo the edit; a new shape is a new version of the call with an upcast (contract/kernel/define-call.ts) and a file of its own. The line of a new file in ${CHECKSUMS}: "${name}": "${sumOf(name)}"`,
  ).toBe(sumOf(name))
})

test('no released file is missing', () => {
  expect(
    Object.keys(checksums).filter((name) => !files.includes(name)),
    'Old commands are accepted for ever: put the file back.',
  ).toEqual([])
})

test.each(corpus)('$file: $says', async (old) => {
  const desk = desks.get(old.as)
  await prepare(old)
  const { command } = old
  const sent = { device_id: '01990000-0000-7000-8000-000000000000', commands: [command] }
  const answer = await desk?.post('sync/commands', sent)
  const [done] = answer?.body.answers ?? []
  expect([done?.status, done?.replayed, done?.body]).toMatchObject([200, false, { result: old.answers }])
})

/** Inserts the command's study or visit in its state of that time. */
async function prepare({ visit, ...old }: OldCommand): Promise<void> {
  const { study_id, appt_id } = old.command.input
  const visitId = visit?.id ?? appt_id
  if (visit && visitId !== undefined) await prepareVisit(visitId, visit)
  // Its visit owns the document: until then only its author sees the file.
  if (visit && old.document)
    await prepareFile(old.document, { purpose: 'visit_document', owner: null, as: old.as })
  if (study_id !== undefined) await prepareStudy(study_id, old)
  if (old.passkey) await preparePasskey(old.as, old.passkey)
  if (old.notification) await prepareNotification(old.command.input.id ?? '', old.as, old.notification)
}

async function preparePasskey(as: string, passkey: NonNullable<OldCommand['passkey']>): Promise<void> {
  const bytes = (text: string) => Buffer.from(text, 'base64url')
  await askAdmin(
    server,
    `insert into passkey (client_id, id, user_id, credential_id, public_key, rp_id, name, made)
     values ($1, gen_random_uuid(), $2, $3, $4, $5, 'Old key', '2026-11-01')`,
    [SANJEEVANI.id, personId(as), bytes(passkey.credential_id), bytes(passkey.public_key), passkey.rp_id],
  )
}

async function prepareNotification(id: string, as: string, created: string): Promise<void> {
  await askAdmin(
    server,
    `insert into notification (client_id, id, user_id, kind, subject_type, subject_id, created)
     values ($1, $2, $3, 'study_assigned', 'study', $2, $4)`,
    [SANJEEVANI.id, id, personId(as), created],
  )
}

async function prepareVisit(id: string, visit: OldVisit): Promise<void> {
  await askAdmin(
    server,
    `insert into patient (client_id, id, pat_id, fname, lname) values ($1, $2::uuid, 'OLD-' || $2::text, 'Test', 'Patient')
     on conflict do nothing`,
    [SANJEEVANI.id, id],
  )
  await askAdmin(
    server,
    `insert into visit (client_id, id, visit_no, patient_id, branch_id, start_dt, status, is_radiology)
     values ($1, $2::uuid, 'OLD-' || $2::text, $2::uuid, $3, $4, $5, $6) on conflict do nothing`,
    [SANJEEVANI.id, id, ANDHERI, NOW, visit.status, visit.is_radiology],
  )
  if (visit.service === undefined) return
  await askAdmin(
    server,
    `insert into visit_service (client_id, id, visit_id, name, start_dt, status, charges, net_charges)
     values ($1, $2, $3, 'MRI Knee', $4, $5, 7000, 7000) on conflict do nothing`,
    [SANJEEVANI.id, visit.service, id, NOW, visit.status],
  )
}

/** Inserts what old bookings name: a department of the platform with a machine and two services, with fixed ids. */
async function prepareCatalogue(): Promise<void> {
  const [department, machine, knee, brain] = [1, 2, 3, 4].map(
    (n) => `01993000-0000-7000-8000-00000000000${n}`,
  )
  await askAdmin(
    server,
    `insert into department (client_id, id, name, isradiology, modalities) values ($1, $2, 'Old MRI', true, '{MR}')`,
    [PLATFORM_CLIENT_ID, department],
  )
  await askAdmin(
    server,
    `insert into machine (client_id, id, branch_id, department_id, name, aet, modality)
     values ($1, $2, $3, $4, 'Old MRI 1', 'OLD_MR1', 'MR')`,
    [SANJEEVANI.id, machine, ANDHERI, department],
  )
  await askAdmin(
    server,
    `insert into service (client_id, id, department_id, name, charges)
     values ($1, $2, $4, 'Old MRI Knee', 1200.5), ($1, $3, $4, 'Old MRI Brain', 800)`,
    [SANJEEVANI.id, knee, brain, department],
  )
}

async function prepareStudy(
  id: string,
  { as, signed, document, reports = 1 }: Omit<OldCommand, 'visit'>,
): Promise<void> {
  await askAdmin(
    server,
    `insert into study (client_id, id, study_iuid, branch_id, pat_id, pat_name, modality, received_datetime,
       assigned_doctor_id, signed_by_doctor_id, no_of_reports)
     values ($1, $2::uuid, $2::text, $3, 'SAN-1', 'Test Patient', 'CT', $4, $5, $5, $6) on conflict do nothing`,
    [SANJEEVANI.id, id, ANDHERI, new Date(NOW.getTime() - 3_600_000), personId('dr.iyer'), reports],
  )
  if (document) await prepareFile(document, { purpose: 'document', owner: id, as })
  const writer = desks.get('dr.iyer')
  if (signed === undefined || !writer) return
  const { body } = await save(writer, id, { status: 'Signed', text: signed })
  expect(body.result.report.id).toBe(reportIdOf(id, 1))
}

/** Inserts a file that was uploaded before the document that names it. */
async function prepareFile(
  id: string,
  { purpose, owner, as }: { purpose: string; owner: string | null; as: string },
): Promise<void> {
  await askAdmin(
    server,
    `insert into file (client_id, id, sha256, mime, bytes, name, purpose, owner_id, created_by)
     values ($1, $2, '\\x00', 'application/pdf', 1, 'form.pdf', $3, $4, $5) on conflict do nothing`,
    [SANJEEVANI.id, id, purpose, owner, personId(as)],
  )
}
