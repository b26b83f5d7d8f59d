import { sql } from 'kysely'
import { isUnwritten } from '#domain/status/report-status.ts'
import { hashPassword } from '#server/features/auth/public/password.ts'
import type { Tx } from '#server/kernel/context.ts'
import type { Database } from '#server/kernel/database/open-database.ts'
import { DEMO_PASSWORD } from '../centre/people.ts'
import type { DemoCentre } from '../centres.ts'
import { demoId } from '../random.ts'
import type { DemoStudy } from './studies.ts'

/** The AI company of the demo; it answers with this user and the demo's password. */
export const DEMO_AI_COMPANY = {
  id: demoId('ai company', 'lumina'),
  name: 'Lumina Reads',
  format: 'Html',
  user: 'lumina',
  aeTitle: 'LUMINA',
} as const

const PARTS = [
  { modality: 'CT', bodypart: 'Brain' },
  { modality: 'CT', bodypart: 'Chest' },
  { modality: 'CR', bodypart: 'Chest' },
  { modality: 'DX', bodypart: 'Chest' },
  { modality: 'MG', bodypart: 'Breast' },
].map((part) => ({ ...part, id: demoId('ai part', `${part.modality} ${part.bodypart}`), viewer_url: '' }))

const RESULT = `<h3>Automatic reading</h3><p>No opacity above the threshold in either lung. No pleural effusion detected. Heart size within the expected range (cardiothoracic ratio 0.46).</p><table><tbody><tr><th>Finding</th><th>Score</th></tr><tr><td>Nodule</td><td>0.04</td></tr><tr><td>Consolidation</td><td>0.07</td></tr><tr><td>Pneumothorax</td><td>0.01</td></tr></tbody></table>`

/** Inserts the company, which belongs to the platform. */
export async function insertAiCompany(database: Database): Promise<void> {
  const { id, name, format, user } = DEMO_AI_COMPANY
  const hash = await hashPassword(DEMO_PASSWORD)
  await database.entry((tx) =>
    sql`select entry.add_ai_company(${id}, ${name}, ${format}, ${user}, ${hash}, ${JSON.stringify(PARTS)}::jsonb)`.execute(
      tx,
    ),
  )
}

/** Inserts the centre's offered body parts, one result that waits for its doctor, and one study in process. */
export async function insertAi(
  tx: Tx,
  centre: DemoCentre,
  studies: readonly DemoStudy[],
  now: Date,
): Promise<void> {
  if (centre.branches.length === 0) return
  const offered = PARTS.map(({ id }) => ({
    client_id: centre.id,
    bodypart_id: id,
    ae_title: DEMO_AI_COMPANY.aeTitle,
  }))
  await tx.insertInto('client_ai_bodypart').values(offered).execute()
  const [ready, reading] = studies.filter(isReadable)
  if (ready) await insertAiReport(tx, ready, now, 'Ready')
  if (reading) await insertAiReport(tx, reading, now, 'In_Process')
}

/** Returns true for a chest radiograph without a report. */
function isReadable({ row, timeline }: DemoStudy): boolean {
  return isUnwritten(timeline.status) && /chest/i.test(row.study_desc ?? '') && partOf(row) !== undefined
}

const partOf = ({ modality }: DemoStudy['row']) =>
  PARTS.find((part) => part.modality === modality && part.bodypart === 'Chest')

async function insertAiReport(
  tx: Tx,
  { row }: DemoStudy,
  now: Date,
  status: 'Ready' | 'In_Process',
): Promise<void> {
  const id = demoId('ai report', row.id)
  const { modality = '', bodypart = '' } = partOf(row) ?? {}
  const record = { id: row.study_iuid, class: 'study', aetitle: DEMO_AI_COMPANY.aeTitle, modality, bodypart }
  const sentOn = new Date(now.getTime() - 20 * 60_000)
  await tx
    .insertInto('ai_report')
    .values({
      client_id: row.client_id,
      id,
      study_id: row.id,
      ai_company_id: DEMO_AI_COMPANY.id,
      status,
      modality,
      bodypart,
      ae_title: DEMO_AI_COMPANY.aeTitle,
      records: JSON.stringify([record]),
      sent_on: sentOn,
      ...(status === 'Ready' && {
        report_html: RESULT,
        received_on: new Date(sentOn.getTime() + 4 * 60_000),
      }),
    })
    .execute()
  await tx
    .updateTable('study')
    .set({ ai_report_id: id, ai_status: status })
    .where('client_id', '=', row.client_id)
    .where('id', '=', row.id)
    .execute()
}
