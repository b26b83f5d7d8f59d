import { createHash } from 'node:crypto'
import { SKIP_REASONS } from '#domain/study/lists/skip-reasons.ts'
import { AL_NOOR, SANJEEVANI } from '#server/features/demo/centres.ts'
import { secretHash } from '#server/kernel/auth/secret.ts'
import { NAME_STROKES } from '../features/consents/consent-fixture.ts'
import { type Answer, type ApiUser, type DemoServer, NOW, PHP } from '../features/open-demo.ts'
import { BYTES, upload } from '../features/parts-fixture.ts'
import { CRITICAL_SECRET } from './given.ts'
import { PEOPLE, WHOSE, type Whose } from './people.ts'
import { type Ask, findRecords, PLACES, type Records } from './records.ts'

/** Creates, in every place, a record of each kind that the demo lacks, with the administrator's own calls. */
export async function prepareRecords(server: DemoServer, ask: Ask): Promise<void> {
  for (const { id } of [SANJEEVANI, AL_NOOR])
    await ask(
      `update patient set ssn = 'S' || left(id::text, 12), passport = 'P' || left(id::text, 12) where client_id = $1`,
      [id],
    )
  for (const whose of WHOSE) {
    const isHome = PLACES[whose].client === SANJEEVANI.id
    const desk = await server.signIn(isHome ? 'admin.sanjeevani' : 'admin.alnoor')
    const records = (await findRecords(ask, ['admin'], whose)).get('admin') as Records
    await prepareStudy(server, desk, records)
    await prepareVisit(server, desk, records)
    await prepareConsent(desk, records)
    await prepareBranch(desk, records)
    await ask(
      `insert into follow_up (client_id, id, study_id, modality, modalities, what, after, due_on, due_to, counts_from, set_by_id, set_on)
        select $1, $2, $3, 'MR', '{MR}', 'MRI', '1 year', '2027-11-21', '2027-11-21', '2027-05-21', id, '2026-11-21' from app_user
        where client_id = $1 limit 1`,
      [PLACES[whose].client, idOf('follow-up', records), records.ids.study],
    )
    for (const reason of SKIP_REASONS)
      await ask(
        `insert into study_skip (client_id, id, study_id, user_id, reason, skipped_on)
          select client_id, $2, $3, id, $4, '2026-11-21' from app_user where client_id = $1 and username = $5`,
        [PLACES[whose].client, idOf(reason, records), records.ids.study, reason, PLACES[whose].doctor],
      )
    await preparePeerLearning(ask, whose, records)
    await prepareCriticals(ask, whose)
    await ask(
      `insert into patient_merge (client_id, id, kept_id, merged_id, moved, merged_on, merged_by_id)
        select $1, $2, $3, $4, '{"visits":[],"studies":[],"consents":[],"requests":[],"fields":{}}', now(), id from app_user where client_id = $1 limit 1`,
      [PLACES[whose].client, idOf('merge', records), records.ids.patient, records.ids.second_patient],
    )
  }
}

/**
 * Creates an open critical result for each study that a person's calls name, and the referrer's link to one
 * of the own branch.
 */
async function prepareCriticals(ask: Ask, whose: Whose): Promise<void> {
  const { client, doctor } = PLACES[whose]
  const found = await findRecords(
    ask,
    PEOPLE.map(({ column }) => column),
    whose,
  )
  for (const [column, records] of found) {
    const { study } = records.ids
    await ask(
      `insert into critical_result (client_id, id, study_id, tag_id, opened_by_id, opened_on, doctor_id, is_watched)
        select client_id, $2, $3::uuid, (select id from study_tag where client_id = $1 and type = 'Critical' order by id limit 1),
          id, '2026-11-21', id, false from app_user
        where client_id = $1 and username = $4
          and not exists (select from critical_result where client_id = $1 and study_id = $3::uuid and closed_on is null)`,
      [client, idOf(`critical of ${study}`, records), study, doctor],
    )
    if (whose === 'own' && column === 'admin')
      await ask(
        `insert into critical_link (client_id, id, critical_id, secret_hash, name, finding, channel, created_by, created, expires)
          select client_id, $2, id, $3, 'Dr. Rao', 'Tension pneumothorax.', 'E', opened_by_id, $4, $4::timestamptz + interval '1 day'
          from critical_result where client_id = $1 and study_id = $5 and closed_on is null order by id limit 1`,
        [client, idOf('critical link', records), secretHash(CRITICAL_SECRET), NOW, study],
      )
  }
}

/**
 * Creates one second reading that waits for the senior radiologist, and one with a learning point for the
 * radiologist.
 */
async function preparePeerLearning(ask: Ask, whose: Whose, records: Records): Promise<void> {
  const { client, branch, doctor } = PLACES[whose]
  const isOwn = whose === 'own'
  await ask(
    `insert into client_setting (client_id, peer_learning) values ($1, true)
      on conflict (client_id) do update set peer_learning = true`,
    [client],
  )
  for (const [name, isRead] of [
    ['second reading', false],
    ['learning point', true],
  ] as const) {
    const id = idOf(name, records)
    await ask(
      `insert into peer_reading (client_id, id, study_id, branch_id, day, modality, drawn_on, version_ids, reader_id, given_on,
          outcome, category, point, read_on)
        select $1::uuid, $3, s.id, $2::uuid, '2026-11-20', s.modality, '2026-11-21', '{}', u.id, '2026-11-21',
          case when $4::boolean then 'Differ' end, case when $4::boolean then 'Perception' end, '', case when $4::boolean then '2026-11-21'::timestamptz end
        from study s join app_user u on u.client_id = s.client_id
          and u.username = $5
        where s.client_id = $1::uuid and s.branch_id = $2::uuid and s.hidden is null
          and not exists (select from peer_reading p where p.client_id = s.client_id and p.study_id = s.id)
        order by s.id limit 1`,
      [client, branch, id, isRead, isOwn ? 'dr.mehta' : doctor],
    )
    await ask(
      `insert into peer_first (client_id, reading_id, user_id) select $1::uuid, $2, id from app_user
        where client_id = $1::uuid and username = $3`,
      [client, id, isOwn ? 'dr.iyer' : doctor],
    )
  }
}

/** Returns the same id at each run. */
const idOf = (name: string, { ids }: Pick<Records, 'ids'>) => {
  const hex = createHash('sha256').update(`${name} ${ids.branch}`).digest('hex')
  return `019a0000-0000-7000-8000-${hex.slice(0, 12)}`
}

const done = ({ status, body }: Answer, what: string) => {
  if (status !== 200) throw new Error(`${what} answered ${status} ${JSON.stringify(body)}`)
}

async function prepareStudy(server: DemoServer, desk: ApiUser, records: Records): Promise<void> {
  const { ids } = records
  const file = await upload(server, desk, {
    id: idOf('study file', records),
    owner: ids.study,
    name: 'form.pdf',
    bytes: BYTES.pdf,
  })
  done(file, 'upload')
  const document = { id: idOf('1', records), study_id: ids.study, tag_id: ids.document_tag, file_id: file.id }
  done(await desk.post(`${PHP}addStudyDocument`, { ...document, name: 'form.pdf' }), 'addStudyDocument')
  const filter = { id: idOf('2', records), flag: 'archives', name: 'Mine', filter: {} }
  done(await desk.post('study/saveFilter', filter), 'study/saveFilter')
  const text = { to: '919820012345', msg: 'Text', study_id: ids.study }
  done(await desk.post('whatsapp/send-sms', text), 'whatsapp/send-sms')
}

async function prepareVisit(server: DemoServer, desk: ApiUser, records: Records): Promise<void> {
  const { ids } = records
  const comment = { id: idOf('3', records), appt_id: ids.visit, type: 'Normal', comment: 'Text' }
  done(await desk.post(`${PHP}appt/addComment`, comment), 'appt/addComment')
  const file = await upload(server, desk, {
    id: idOf('visit file', records),
    owner: ids.visit,
    name: 'form.pdf',
    bytes: BYTES.pdf,
    purpose: 'visit_document',
  })
  done(file, 'upload')
  const document = { id: idOf('4', records), appt_id: ids.visit, tag_id: ids.document_tag, file_id: file.id }
  done(await desk.post(`${PHP}appt/addDocument`, { ...document, name: 'form.pdf' }), 'appt/addDocument')
  const refund = { id: idOf('5', records), mode: 'Cash', amount: 1, remarks: 'Because' }
  done(await desk.post(`${PHP}appt/createRefunds`, { appt_id: ids.visit, refunds: [refund] }), 'refund')
}

interface Question {
  id: string
  ans_type: string
  ans_options: string
}

async function prepareConsent(desk: ApiUser, records: Records): Promise<void> {
  const { ids } = records
  const form = await desk.get('consent/formQuestions', { consent_form_id: ids.consent_form })
  done(form, 'consent/formQuestions')
  const answers = (form.body.result as Question[]).map(({ id, ans_type, ans_options }) => {
    const [first = ''] = ans_options.split('|')
    return [id, ans_type === 'Multiple' ? [first] : ans_type === 'Text' ? 'Text' : first]
  })
  const consent = {
    id: idOf('consent', records),
    appt_id: ids.visit,
    consent_form_id: ids.consent_form,
    fasting: '',
    height: '',
    weight: '',
    lmp_type: '',
    lmp_date: null,
    ques_ans: Object.fromEntries(answers),
    sign_by: 'Self',
    signer_name: 'Name',
    via: 'Kiosk',
    language: 'en',
    strokes: NAME_STROKES,
    signed_on: NOW.toISOString(),
  }
  done(await desk.post(`${PHP}consent/sign`, consent), 'consent/sign')
}

async function prepareBranch(desk: ApiUser, records: Records): Promise<void> {
  const { ids } = records
  const lock = { id: idOf('6', records), branch_id: ids.branch, month: '2026-07' }
  done(await desk.post(`${PHP}monthlock/lock`, lock), 'monthlock/lock')
}
