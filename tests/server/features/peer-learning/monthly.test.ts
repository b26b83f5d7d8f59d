import { v7 as mintId } from 'uuid'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { hasPoppler, pageTexts } from '#tests/helpers/paper/poppler.ts'
import { askAdmin } from '../look-inside.ts'
import { type ApiUser, type DemoServer, openDemo, PHP } from '../open-demo.ts'
import { CLIENT, KOTHRUD } from '../parts-fixture.ts'
import { ANDHERI, personId } from '../reports/report-fixture.ts'

// Each paper starts its own thread, which is slow on a busy machine.
vi.setConfig({ testTimeout: 60_000 })

let server: DemoServer
let admin: ApiUser
const MONTH = '2026-10'

beforeAll(async () => {
  server = await openDemo()
  admin = await server.signIn('admin.sanjeevani')
})
afterAll(() => server.close())

const putDraw = (day: string, signed: number, branch = ANDHERI) =>
  askAdmin(
    server,
    `insert into peer_draw (client_id, branch_id, day, signed, share, drawn, made) values ($1, $2, $3, $4, 2, 0, now())`,
    [CLIENT, branch, day, signed],
  )

interface Wish {
  modality: string
  outcome?: 'Agree' | 'Agree_With_Point' | 'Differ'
  category?: string
  point?: string
  day?: string
  branch?: string
}

async function putReading({
  modality,
  outcome,
  category,
  point = '',
  day = `${MONTH}-05`,
  branch = ANDHERI,
}: Wish) {
  const [study] = await askAdmin<{ id: string }>(
    server,
    `update study s set pat_name = 'RAO^MEERA' where s.client_id = $1 and s.id = (select o.id from study o
       where o.client_id = $1 and not exists (select from peer_reading p where p.client_id = o.client_id and p.study_id = o.id)
       order by o.id limit 1) returning s.id`,
    [CLIENT],
  )
  const id = mintId()
  await askAdmin(
    server,
    `insert into peer_reading (client_id, id, study_id, branch_id, day, modality, drawn_on, version_ids, reader_id, given_on,
       outcome, category, point, read_on)
     values ($1, $2, $3, $4, $5, $6, now(), '{}', $7, now(), $8, $9, $10, $11)`,
    [
      CLIENT,
      id,
      study?.id,
      branch,
      day,
      modality,
      personId('dr.iyer'),
      outcome ?? null,
      category ?? null,
      point,
      outcome ? new Date() : null,
    ],
  )
  await askAdmin(server, 'insert into peer_first (client_id, reading_id, user_id) values ($1, $2, $3)', [
    CLIENT,
    id,
    personId('dr.mehta'),
  ])
}

async function wordsOf(payload: object): Promise<string> {
  const response = await server.app.inject({
    method: 'POST',
    url: `${PHP}flow/qualityPack`,
    headers: { authorization: `Bearer ${admin.token}`, 'x-time-zone': 'Asia/Kolkata' },
    payload: { month: MONTH, ...payload },
  })
  expect(response.statusCode).toBe(200)
  return pageTexts(new Uint8Array(response.rawPayload)).join(' ').replaceAll(/\s+/g, ' ')
}

test.skipIf(!hasPoppler)('a month without a draw has no such section', async () => {
  expect(await wordsOf({ branch_id: ANDHERI })).not.toContain('Peer learning')
})

test.skipIf(!hasPoppler)('of fewer than five readings the counts alone are shown', async () => {
  await putDraw(`${MONTH}-05`, 120)
  await putDraw('2026-09-30', 900)
  await putDraw(`${MONTH}-05`, 70, KOTHRUD)
  for (let n = 0; n < 3; n += 1) await putReading({ modality: 'CT', outcome: 'Agree' })
  await putReading({ modality: 'CT', outcome: 'Differ', category: 'Perception', point: 'A nodule.' })
  await putReading({ modality: 'CT' })
  await putReading({ modality: 'CT', outcome: 'Agree', day: '2026-09-30' })
  await putReading({ modality: 'CT', outcome: 'Agree', branch: KOTHRUD })
  const words = await wordsOf({ branch_id: ANDHERI })
  expect(words).toContain('120 studies signed, 5 drawn for a second reading, 4 of them read so far.')
  expect(words).toContain('Fewer than five were read')
  expect(words).not.toContain('A nodule.')
  expect(words).not.toContain('The second reader agreed')
})

test.skipIf(!hasPoppler)(
  'agreement, modalities without small rows, and learning points without names',
  async () => {
    for (let n = 0; n < 3; n += 1) await putReading({ modality: 'CT', outcome: 'Agree' })
    await putReading({ modality: 'MR', outcome: 'Agree' })
    await putReading({
      modality: 'US',
      outcome: 'Differ',
      category: 'Communication',
      point: 'Dr. Anjali Mehta should name the side for Meera Rao, says Iyer.',
    })
    for (let n = 0; n < 3; n += 1)
      await putReading({
        modality: 'MR',
        outcome: 'Agree_With_Point',
        category: 'Good_Catch',
        point: 'Well seen.',
      })
    const words = await wordsOf({ branch_id: ANDHERI, modality: 'CT' })
    for (const said of [
      '120 studies signed, 13 drawn for a second reading, 12 of them read so far.',
      'The second reader agreed in 83.3 % (10 of 12).',
      'CT 8 7 6 85.7 %',
      'Others 5 5 4 80.0 %',
      'Good catch 3 0',
      'Communication and wording 1 1',
      'Perception 1 1',
      '[name] should name the side for [name], says [name].',
      'A nodule.',
    ])
      expect(words).toContain(said)
    const section = words.slice(words.indexOf('Second readings of a random share'))
    for (const name of ['Mehta', 'Iyer', 'RAO', 'Meera', ' MR ', ' US ']) expect(section).not.toContain(name)
    expect(await wordsOf({})).toContain('190 studies signed, 14 drawn')
  },
)
