import { afterAll, beforeAll, expect, test } from 'vitest'
import type { StudyRow } from '#contract/calls/studies.ts'
import { DEMO_PEOPLE } from '#server/features/demo/centre/people.ts'
import { tagIdOf } from '#server/features/demo/centre/tags.ts'
import { AL_NOOR, SANJEEVANI } from '#server/features/demo/centres.ts'
import { askAdmin } from '../look-inside.ts'
import { type ApiUser, type DemoServer, NOW, openDemo } from '../open-demo.ts'

let server: DemoServer
let admin: ApiUser
let all: StudyRow[]

const idOf = (username: string) => DEMO_PEOPLE.find((person) => person.username === username)?.id ?? ''
const [ANDHERI, KOTHRUD] = SANJEEVANI.branches.map((branch) => branch.id)

beforeAll(async () => {
  server = await openDemo()
  admin = await server.signIn('admin.sanjeevani')
  all = await list(admin, { ps: 1000 })
})
afterAll(() => server.close())

async function ask(desk: ApiUser, filter: Record<string, unknown>) {
  const { status, body } = await desk.post('study/getList', filter)
  expect(status, JSON.stringify(body)).toBe(200)
  return body.result as { data: StudyRow[]; page: Record<string, number> }
}
async function list(desk: ApiUser, filter: Record<string, unknown>): Promise<StudyRow[]> {
  return (await ask(desk, filter)).data
}
const ids = (rows: readonly StudyRow[]) => rows.map((row) => row.id)

/** Returns the expected ids, with the filter applied here to all studies of the client. */
function expected(keep: (row: StudyRow) => boolean): string[] {
  const kept = ids(all.filter(keep))
  expect(kept.length, 'the demo holds studies that this filter keeps').toBeGreaterThan(0)
  expect(kept.length, 'and some that it leaves out').toBeLessThan(all.length)
  return kept
}

test('the administrator sees every study of the client and none of another client, newest first', async () => {
  expect(all).toHaveLength(SANJEEVANI.studies)
  expect(new Set(all.map((row) => row.client_id))).toEqual(new Set([SANJEEVANI.id]))
  const times = all.map((row) => row.received_datetime)
  expect(times).toEqual(times.toSorted().toReversed())
  expect(all.some((row) => row.branch_id === null)).toBe(true)
})

test('a row contains the names for its ids', async () => {
  const row = all.find(({ status, tag_id }) => status === 'Verified' && tag_id)
  const doctor = DEMO_PEOPLE.find((person) => person.id === row?.signed_by_doctor_id)
  expect(row).toMatchObject({
    study_id: row?.id,
    signed_by_doctor: doctor?.name,
    branch: SANJEEVANI.branches.find((branch) => branch.id === row?.branch_id)?.fullName,
    pacs_type: 'Premium',
    verified_by_user: expect.stringContaining('Dr. '),
    tag: expect.stringMatching(/\w/),
    tag_color: expect.stringMatching(/^#/),
    pat_age: expect.stringMatching(/^\d+Y$/),
  })
})

test.each<[string, Record<string, unknown>, (row: StudyRow) => boolean]>([
  ['status', { status: 'Signed' }, (row) => row.status === 'Signed'],
  ['branch_id', { branch_id: ANDHERI }, (row) => row.branch_id === ANDHERI],
  ['branch', { branch: KOTHRUD }, (row) => row.branch_id === KOTHRUD],
  ['modality', { modality: 'CT' }, (row) => row.modality === 'CT'],
  ['patient name', { pat_name: ' kulKARNI' }, (row) => /kulkarni/i.test(row.pat_name)],
  ['patient id', { pat_id: '01001' }, (row) => row.pat_id.includes('01001')],
  ['accession number', { accession_no: '4801' }, (row) => row.accession_no.includes('4801')],
  ['referring physician', { ref_physician: 'sathe' }, (row) => /sathe/i.test(row.ref_physician)],
  ['keyword in the description', { k: 'mammo' }, (row) => /mammo/i.test(row.study_desc)],
  ['keyword in the name', { k: 'patil' }, (row) => /patil/i.test(row.pat_name)],
  [
    'words of a keyword in any order',
    { k: 'brain ct' },
    (row) =>
      ['brain', 'ct'].every((word) =>
        [row.pat_name, row.pat_id, row.accession_no, row.study_desc].some((text) =>
          text.toLowerCase().includes(word),
        ),
      ),
  ],
  ['a keyword of two letters', { k: 'Ka' }, (row) => /ka/i.test([row.pat_name, row.study_desc].join())],
  ['doctor', { assigned_doctor_id: idOf('dr.iyer') }, isOf('dr.iyer', 'both')],
  [
    'writing doctor',
    { assigned_doctor_id: idOf('dr.khan'), assigned_type: 'Assigned' },
    isOf('dr.khan', 'writer'),
  ],
  [
    'signing doctor',
    { assigned_doctor_id: idOf('dr.khan'), assigned_type: 'Signing' },
    isOf('dr.khan', 'signer'),
  ],
  ['nobody', { assigned_type: 'Unassigned' }, (row) => !row.assigned_doctor_id && !row.signed_by_doctor_id],
  ['tag', { tag_ids: tagIdOf(SANJEEVANI.id, 'Urgent') }, (row) => row.tag === 'Urgent'],
  [
    'several tags',
    { tag_ids: ['VIP', 'In-patient'].map((name) => tagIdOf(SANJEEVANI.id, name)).join() },
    (row) => row.tag === 'VIP' || row.tag === 'In-patient',
  ],
  [
    'critical tags',
    {
      tag_ids_critical: ['Critical result', 'Informed by phone']
        .map((name) => tagIdOf(SANJEEVANI.id, name))
        .join(),
    },
    (row) => row.tag_critical !== '',
  ],
  [
    'several at once',
    { status: 'Verified', modality: 'US', branch_id: ANDHERI, k: 'abdomen' },
    (row) =>
      row.status === 'Verified' &&
      row.modality === 'US' &&
      row.branch_id === ANDHERI &&
      /abdomen/i.test(row.study_desc),
  ],
])('filters by %s', async (_, filter, keep) => {
  expect(ids(await list(admin, { ...filter, ps: 1000 }))).toEqual(expected(keep))
})

function isOf(username: string, part: 'writer' | 'signer' | 'both') {
  const id = idOf(username)
  return (row: StudyRow) =>
    (part !== 'signer' && row.assigned_doctor_id === id) ||
    (part !== 'writer' && row.signed_by_doctor_id === id)
}

test.each(['%', '_', '\\', '100%', "'; drop table study; --"])(
  '%s in a text filter is a literal character and not a wildcard',
  async (text) => {
    const found = await list(admin, { pat_name: text })
    expect(found).toEqual([])
  },
)

test('blank filters, and ALL as modality, do not filter', async () => {
  const filter = {
    k: ' ',
    pat_name: '',
    accession_no: '',
    modality: 'ALL',
    tag_ids: '',
    tag_ids_critical: '',
    ps: 1000,
  }
  expect(ids(await list(admin, filter))).toEqual(ids(all))
})

test('a study with several modalities is found by each of them', async () => {
  const [first] = all
  await askAdmin(server, `update study set modality = 'CT,MR' where id = $1`, [first?.id])
  try {
    for (const modality of ['CT', 'MR']) {
      expect(ids(await list(admin, { modality, ps: 1000 }))).toContain(first?.id)
    }
    const used = await admin.get('study/getUsedModalities')
    expect(used.body.result).toEqual(['BMD', 'CR', 'CT', 'DX', 'MG', 'MR', 'US'])
  } finally {
    await askAdmin(server, 'update study set modality = $2 where id = $1', [first?.id, first?.modality])
  }
})

test('a range of days ends with the last millisecond of its last day in the caller’s time zone', async () => {
  const [one, two, three] = all
  // 20 November in Kolkata is from 18:30 UTC on the 19th to 18:30 UTC on the 20th.
  const times = ['2026-11-19T18:30:00.000Z', '2026-11-20T18:29:59.999Z', '2026-11-20T18:30:00.000Z']
  for (const [index, row] of [one, two, three].entries()) {
    await askAdmin(server, 'update study set received_datetime = $2 where id = $1', [row?.id, times[index]])
  }
  try {
    const found = ids(await list(admin, { from_date: '2026-11-20', to_date: '2026-11-20', ps: 1000 }))
    expect(found).toContain(one?.id)
    expect(found).toContain(two?.id)
    expect(found).not.toContain(three?.id)
    const inKuwait = await server.send({
      method: 'POST',
      url: '/api/study/getList',
      payload: { from_date: '2026-11-20', to_date: '2026-11-20', ps: 1000 },
      headers: { authorization: `Bearer ${admin.token}`, 'x-time-zone': 'Asia/Kuwait' },
    })
    expect(ids(inKuwait.body.result.data as StudyRow[])).toContain(three?.id)
  } finally {
    for (const row of [one, two, three]) {
      await askAdmin(server, 'update study set received_datetime = $2 where id = $1', [
        row?.id,
        row?.received_datetime,
      ])
    }
  }
})

test('pages follow one another without a gap or a repeat, even where times are equal', async () => {
  const same = all.slice(5, 45)
  await askAdmin(server, 'update study set received_datetime = $2 where id = any($1)', [ids(same), NOW])
  try {
    const seen: string[] = []
    for (let p = 1; ; p++) {
      const { data, page } = await ask(admin, { p, ps: 25 })
      expect(page).toEqual({
        start: (p - 1) * 25,
        total: data.length,
        total_records: all.length,
        cur_page: p,
      })
      seen.push(...ids(data))
      if (data.length < 25) break
    }
    expect(new Set(seen).size).toBe(all.length)
    expect(seen).toHaveLength(all.length)
  } finally {
    for (const row of same) {
      await askAdmin(server, 'update study set received_datetime = $2 where id = $1', [
        row.id,
        row.received_datetime,
      ])
    }
  }
})

test('a page beyond the end is empty and still returns the count', async () => {
  const { data, page } = await ask(admin, { p: 99, ps: 100 })
  expect(data).toEqual([])
  expect(page).toMatchObject({ total: 0, total_records: all.length, cur_page: 99 })
})

test('no match is an empty list and not an error', async () => {
  const { data, page } = await ask(admin, { pat_name: 'Zaphod Beeblebrox' })
  expect(data).toEqual([])
  expect(page.total_records).toBe(0)
})

test.each([
  [{ from_date: '2026-02-30' }, 'from_date'],
  [{ to_date: '21/11/2026' }, 'to_date'],
  [{ status: 'Burnt' }, 'status'],
  [{ branch_id: 'andheri' }, 'branch_id'],
  [{ tag_ids: '------------------------------------' }, 'tag_ids'],
  [{ assigned_doctor_id: "' or 1=1" }, 'assigned_doctor_id'],
  [{ ps: 5000 }, 'ps'],
  [{ p: 0 }, 'p'],
  [{ k: 'x'.repeat(101) }, 'k'],
  [{ patient_name: 'x' }, 'patient_name'],
])('an invalid filter is refused by its name (%#)', async (filter, field) => {
  const { status, body } = await admin.post('study/getList', filter)
  expect(status).toBe(400)
  expect(Object.keys(body.fields)).toEqual([field])
})

test('a hidden study is in no list and does not open', async () => {
  const hidden = all[7]
  await askAdmin(server, 'update study set hidden = now() where id = $1', [hidden?.id])
  try {
    expect(ids(await list(admin, { ps: 1000 }))).not.toContain(hidden?.id)
    expect(ids(await list(admin, { k: hidden?.pat_name, ps: 1000 }))).not.toContain(hidden?.id)
    expect((await admin.get(`study/rowDetail/${hidden?.id}`)).status).toBe(404)
  } finally {
    await askAdmin(server, 'update study set hidden = null where id = $1', [hidden?.id])
  }
})

test('text search finds nothing of another client, and nothing at all without a client', async () => {
  const kuwait = await server.signIn('admin.alnoor')
  const theirs = await list(kuwait, { k: 'Al-', ps: 1000 })
  expect(theirs.length).toBeGreaterThan(0)
  expect(new Set(theirs.map((row) => row.client_id))).toEqual(new Set([AL_NOOR.id]))
  expect(await list(admin, { k: theirs[0]?.pat_id })).toEqual([])
  const outside = await server.db.database.entry((tx) => tx.selectFrom('study_search').selectAll().execute())
  expect(outside).toEqual([])
})
