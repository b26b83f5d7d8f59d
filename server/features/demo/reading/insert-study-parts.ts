import type { NotNull } from 'kysely'
import type { Tx } from '#server/kernel/context.ts'
import type { Database } from '#server/kernel/database/open-database.ts'
import { DEMO_PEOPLE } from '../centre/people.ts'
import { documentTagIdOf } from '../centre/snippets.ts'
import type { DemoCentre } from '../centres.ts'
import type { KeepFile } from '../papers/pictures.ts'
import { drawForm, writePdf } from '../papers/request-forms.ts'
import { demoId, type Random, randomFrom } from '../random.ts'

/** Number of a centre's newest studies with comments. */
const STUDIES = 40
/** Number of studies with documents: enough to be found, few enough to draw at once. */
const WITH_PAPERS = 6
const MINUTE_MS = 60_000

const COMMENTS = {
  Exam_Reason: [
    'Chronic cough for six weeks, weight loss. To rule out a mass.',
    'Fall from a bicycle yesterday, pain on movement.',
    'Follow-up after treatment, compare with the earlier examination.',
    'Known stones, colicky pain since this morning.',
  ],
  Technician: [
    'Patient could not hold the breath, two series were repeated.',
    'No contrast: creatinine 2.1.',
    'Contrast 80 ml, tolerated well.',
  ],
  Nurse: ['Line in the left arm. Observed for 30 minutes, no reaction.', 'Fasting since last evening.'],
  Normal: [
    'The ward asks for the report before the round at five.',
    'Earlier films were brought along and are at the desk.',
    'Discussed with the referring doctor by phone.',
  ],
} as const

interface DemoStudy {
  id: string
  received_datetime: Date
  assigned_doctor_id: string | null
}

/** Inserts comments, documents and critical results of a centre's newest studies. */
export async function insertStudyParts(
  database: Database,
  centre: DemoCentre,
  now: Date,
  keepFile: KeepFile | undefined,
): Promise<void> {
  const people = DEMO_PEOPLE.filter(
    (person) => person.centre.id === centre.id && person.userType === 'CLIENT',
  )
  const [desk] = people.filter((person) => person.role === 'reception')
  if (!desk) return
  const random = randomFrom(`study parts of ${centre.key}`)
  const studies = await database.tenant(centre.id, async (tx) => {
    const newest = await selectNewest(tx, centre)
    const technician = people.find((person) => person.role === 'technician') ?? desk
    const comments = newest.flatMap((study) => commentsOf(random, study, desk.id, technician.id, now))
    await tx
      .insertInto('study_comment')
      .values(comments.map((comment) => ({ client_id: centre.id, ...comment })))
      .execute()
    await insertCriticals(tx, centre, now)
    return newest
  })
  if (!keepFile) return
  for (const study of studies.slice(0, WITH_PAPERS))
    await insertPapers(database, { centre, study, uploader: desk.id, now, keepFile })
}

function selectNewest(tx: Tx, centre: DemoCentre): Promise<DemoStudy[]> {
  return tx
    .selectFrom('study')
    .select(['id', 'received_datetime', 'assigned_doctor_id'])
    .where('client_id', '=', centre.id)
    .orderBy('received_datetime', 'desc')
    .orderBy('id')
    .limit(STUDIES)
    .execute()
}

function commentsOf(random: Random, study: DemoStudy, desk: string, technician: string, now: Date) {
  const comment = (type: keyof typeof COMMENTS, by: string, minutes: number, is_dr_comment = false) => ({
    id: demoId('comment', `${study.id} ${type}`),
    study_id: study.id,
    type,
    comment: random.pick(COMMENTS[type]),
    comment_by: by,
    is_dr_comment,
    created: new Date(Math.min(study.received_datetime.getTime() + minutes * MINUTE_MS, now.getTime())),
  })
  const doctor = study.assigned_doctor_id
  return [
    comment('Exam_Reason', desk, 1),
    ...(random.chance(0.5) ? [comment('Technician', technician, 4)] : []),
    ...(random.chance(0.3) ? [comment('Nurse', technician, 6)] : []),
    ...(random.chance(0.4) ? [comment('Normal', doctor ?? desk, 12, doctor !== null)] : []),
  ]
}

/** For the newest study with a critical tag nobody has been told yet; for the others somebody has. */
async function insertCriticals(tx: Tx, centre: DemoCentre, now: Date): Promise<void> {
  const tagged = await selectTagged(tx, centre)
  const rows = tagged.map(({ id, tag_critical_id, signed_by_doctor_id, signed_on, verified_on }, index) => {
    const at = signed_on ?? now
    const told =
      index === 0
        ? {}
        : {
            told_to: 'Referring doctor',
            told_how: 'Phone',
            told_on: new Date(at.getTime() + 10 * MINUTE_MS),
            read_back: true,
            closed_by_id: signed_by_doctor_id,
            closed_on: verified_on ?? new Date(at.getTime() + 12 * MINUTE_MS),
          }
    return {
      client_id: centre.id,
      id: demoId('critical', id),
      study_id: id,
      tag_id: tag_critical_id,
      opened_by_id: signed_by_doctor_id,
      opened_on: at,
      doctor_id: signed_by_doctor_id,
      // The demo's days are in the past: no reminders are due.
      is_watched: false,
      ...told,
    }
  })
  if (rows.length > 0) await tx.insertInto('critical_result').values(rows).execute()
}

function selectTagged(tx: Tx, centre: DemoCentre) {
  return tx
    .selectFrom('study')
    .select(['id', 'tag_critical_id', 'signed_by_doctor_id', 'signed_on', 'verified_on'])
    .$narrowType<{ tag_critical_id: NotNull; signed_by_doctor_id: NotNull }>()
    .where('client_id', '=', centre.id)
    .where('tag_critical_id', 'is not', null)
    .where('signed_by_doctor_id', 'is not', null)
    .orderBy('received_datetime', 'desc')
    .orderBy('id')
    .limit(STUDIES)
    .execute()
}

interface PapersOf {
  centre: DemoCentre
  study: DemoStudy
  uploader: string
  now: Date
  keepFile: KeepFile
}

async function insertPapers(
  database: Database,
  { centre, study, uploader, now, keepFile }: PapersOf,
): Promise<void> {
  const request = {
    title: 'Request for examination',
    lines: ['Referred by the outpatient clinic', 'Please report today', 'Contrast: no known allergy'],
  }
  const earlier = {
    title: 'Earlier result',
    lines: ['Haemoglobin 11.2 g/dl', 'Creatinine 0.9 mg/dl', 'C-reactive protein 24 mg/l'],
  }
  const papers = [
    { tag: 'Request form', name: 'request.jpg', mime: 'image/jpeg', bytes: await drawForm(request) },
    {
      tag: 'Laboratory result',
      name: 'result.pdf',
      mime: 'application/pdf',
      bytes: await writePdf(earlier, now),
    },
  ] as const
  for (const { tag, name, mime, bytes } of papers) {
    const fileId = demoId('document file', `${study.id} ${name}`)
    await keepFile({
      clientId: centre.id,
      id: fileId,
      purpose: 'document',
      ownerId: study.id,
      name,
      mime,
      bytes,
    })
    const row = {
      client_id: centre.id,
      id: demoId('document', `${study.id} ${name}`),
      study_id: study.id,
      tag_id: documentTagIdOf(tag),
      file_id: fileId,
      name,
      is_image: mime === 'image/jpeg',
      uploaded_by: uploader,
      created: new Date(study.received_datetime.getTime()),
    }
    await database.tenant(centre.id, (tx) => tx.insertInto('study_document').values(row).execute())
  }
}
