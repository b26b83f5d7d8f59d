import { v7 as uuidv7 } from 'uuid'
import { BASES } from '#contract/kernel/bases.ts'
import type { AnyMaster } from '#contract/masters/engine/define-master.ts'
import { MAIN_MODULES } from '#domain/access/main-modules.ts'
import { machineIdOf } from '#server/features/demo/centre/insert-catalogue.ts'
import { AL_NOOR, SANJEEVANI } from '#server/features/demo/centres.ts'
import { demoId } from '#server/features/demo/random.ts'
import { askAdmin, updateClient } from '../features/look-inside.ts'
import type { Answer, ApiUser, DemoServer } from '../features/open-demo.ts'
import { goodValue, type SampleIds } from './sample-values.ts'
import type { Sample, Writer } from './samples.ts'

/** The signed-in people of the masters' walk; both centres have bought everything. */
export interface Walkers {
  server: DemoServer
  place: SampleIds
  writers: Record<Writer, ApiUser>
  /** Staff without a right to any master. */
  reception: ApiUser
  patient: ApiUser
  /** The administrator and a doctor of another client. */
  stranger: ApiUser
  strangeDoctor: ApiUser
}

export const ALL_MODULES = [...MAIN_MODULES]
const USERNAMES = [
  'admin.sanjeevani',
  'dr.mehta',
  'platform',
  'reception.andheri',
  'patient.asha',
  'admin.alnoor',
  'dr.sabah',
] as const

/** Signs everybody in and inserts the records that others reference. */
export async function gatherWalkers(server: DemoServer): Promise<Walkers> {
  for (const { id } of [SANJEEVANI, AL_NOOR]) await updateClient(server, id, { main_modules: ALL_MODULES })
  const desks = await Promise.all(USERNAMES.map((username) => server.signIn(username)))
  const of = (username: (typeof USERNAMES)[number]) => desks[USERNAMES.indexOf(username)] as ApiUser
  return {
    server,
    place: await putPlace(server),
    writers: {
      'admin.sanjeevani': of('admin.sanjeevani'),
      'dr.mehta': of('dr.mehta'),
      platform: of('platform'),
    },
    reception: of('reception.andheri'),
    patient: of('patient.asha'),
    stranger: of('admin.alnoor'),
    strangeDoctor: of('dr.sabah'),
  }
}

async function putPlace(server: DemoServer): Promise<SampleIds> {
  const [department] = await askAdmin<{ id: string }>(server, "select id from department where name = 'CT'")
  const [pacs] = await askAdmin<{ id: string }>(
    server,
    'select id from pacs where client_id = $1 and hidden is null',
    [SANJEEVANI.id],
  )
  const service = uuidv7()
  await askAdmin(
    server,
    'insert into service (client_id, id, department_id, name, charges) values ($1, $2, $3, $4, 1000)',
    [SANJEEVANI.id, service, department?.id, 'A service of the walk'],
  )
  return {
    branch: SANJEEVANI.branches[0]?.id,
    department: department?.id,
    pacs: pacs?.id,
    service,
    user: demoId('user', 'dr.mehta'),
    machine: machineIdOf(SANJEEVANI.branches[0]?.id ?? '', 'CT 1'),
    templateCat: demoId('template category', 'sanjeevani CT Neuro'),
  }
}

export type Body = Record<string, unknown>

/** The calls of one master in the walk. */
export interface MasterCalls {
  sample: (n: number) => Body
  /** Of a save: the fields that the answer returns unchanged. */
  shown: (sent: Body) => Body
  /** Of a record: the fields that identify it in a save. */
  kept: (record: Body) => Body
  /** The key of the record for devices and in the trail. */
  uid: (record: Body) => string
  unknownId: unknown
  list: (desk: ApiUser, query?: Record<string, string>) => Promise<Answer>
  all: ((desk: ApiUser, k: string) => Promise<Answer>) | undefined
  save: (desk: ApiUser, body: Body, headers?: Record<string, string>) => Promise<Answer>
  remove: (desk: ApiUser, id: unknown) => Promise<Answer>
  /** Returns the copy that a device of this desk pulls. */
  copy: (desk: ApiUser, id: string) => Promise<Body>
}

export function masterCalls(master: AnyMaster, sample: Sample, place: () => SampleIds): MasterCalls {
  const url = (path: string) => BASES[master.base].prefix + path
  const { allCall, fields } = master
  const named = ['id', master.search[0] as string, ...(master.unique ? [master.unique] : [])]
  return {
    sample: (n) => sampleOf(master, sample, n, place()),
    shown: (sent) => {
      const isShown = (name: string) => name in fields && fields[name]?.kind !== 'secret'
      return Object.fromEntries(
        Object.entries(sent).filter(([name]) => isShown(name) || (name === 'id' && !sample.isNumbered)),
      )
    },
    kept: (record) => Object.fromEntries(named.map((name) => [name, record[name]])),
    uid: (record) => String(sample.isNumbered ? record.uid : record.id),
    unknownId: sample.isNumbered ? 999_999 : '00000000-0000-7000-8000-0000000000fe',
    list: (desk, query) => desk.get(url(master.paths.list), query),
    all: allCall && ((desk, k) => desk.get(url(allCall.path), { k })),
    save: (desk, body, headers) => desk.post(url(master.paths.save), body, headers),
    remove: (desk, id) => desk.post(url(master.paths.remove), { id }),
    copy: async (desk, id) => (await desk.get('sync/records', { type: 'master', ids: id })).body.rows[0],
  }
}

function sampleOf(master: AnyMaster, sample: Sample, n: number, place: SampleIds): Body {
  const fields = Object.entries(master.fields).filter(
    ([, field]) => sample.fill !== 'required' || field.required || field.kind === 'active',
  )
  const values = fields.map(([name, field]) => [name, goodValue(field, n, place)])
  return {
    id: uuidv7(),
    ...Object.fromEntries(values),
    // Search words for the walk's records; no two are alike.
    [master.search[0] as string]: `Walk ${n}x`,
    ...sample.input?.(n, place),
  }
}
