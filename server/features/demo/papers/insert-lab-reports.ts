import type { Insertable } from 'kysely'
import type { Database } from '#server/kernel/database/open-database.ts'
import type { LabReport } from '#server/kernel/database/schema.ts'
import type { DemoCentre } from '../centres.ts'
import { demoId, type Random, randomFrom } from '../random.ts'
import type { KeepFile } from './pictures.ts'
import { writePdf } from './request-forms.ts'

/** Number of a centre's newest visits that also have laboratory results. */
const VISITS = 14
const HOUR_MS = 3_600_000

/** A laboratory service and the text of its results. */
const PANELS: readonly { service: string; results: (random: Random) => string[] }[] = [
  {
    service: 'Complete blood count',
    results: (random) => [
      `Haemoglobin  ${(random.between(88, 161) / 10).toFixed(1)} g/dL  (12.0 - 16.0)`,
      `White cells  ${(random.between(38, 162) / 10).toFixed(1)} x 10^9/L  (4.0 - 11.0)`,
      `Platelets  ${random.between(110, 420)} x 10^9/L  (150 - 400)`,
    ],
  },
  {
    service: 'Renal function',
    results: (random) => [
      `Creatinine  ${(random.between(6, 24) / 10).toFixed(1)} mg/dL  (0.6 - 1.2)`,
      `Urea  ${random.between(16, 78)} mg/dL  (15 - 40)`,
      `eGFR  ${random.between(34, 110)} mL/min  (> 60)`,
    ],
  },
  {
    service: 'Liver function',
    results: (random) => [
      `Bilirubin, total  ${(random.between(3, 21) / 10).toFixed(1)} mg/dL  (0.2 - 1.2)`,
      `ALT  ${random.between(12, 96)} U/L  (< 40)`,
      `AST  ${random.between(14, 88)} U/L  (< 40)`,
    ],
  },
  {
    service: 'Thyroid profile',
    results: (random) => [
      `TSH  ${(random.between(2, 92) / 10).toFixed(1)} mIU/L  (0.4 - 4.5)`,
      `Free T4  ${(random.between(7, 21) / 10).toFixed(1)} ng/dL  (0.8 - 1.8)`,
    ],
  },
]

interface DemoVisit {
  id: string
  visit_no: string
  start_dt: Date
  fname: string
  lname: string
}

/** Inserts laboratory results of a centre's newest visits, each a page of PDF. */
export async function insertLabReports(
  database: Database,
  centre: DemoCentre,
  now: Date,
  keepFile: KeepFile | undefined,
): Promise<void> {
  const visits = await selectNewestVisits(database, centre, now)
  if (visits.length === 0) return
  const random = randomFrom(`laboratory of ${centre.key}`)
  const rows: Insertable<LabReport>[] = []
  for (const visit of visits) {
    const count = random.chance(0.4) ? 2 : 1
    const first = random.between(0, PANELS.length - 1)
    for (let n = 0; n < count; n++) {
      const panel = PANELS[(first + n) % PANELS.length]!
      const row = rowOf(
        centre,
        visit,
        panel.service,
        new Date(Math.min(now.getTime(), visit.start_dt.getTime() + (3 + n) * HOUR_MS)),
      )
      const lines = [`${visit.fname} ${visit.lname}`, visit.visit_no, '', ...panel.results(random)]
      rows.push(row)
      if (keepFile)
        await keepFile({
          clientId: centre.id,
          id: row.file_id,
          purpose: 'visit_document',
          ownerId: visit.id,
          name: `${panel.service}.pdf`,
          mime: 'application/pdf',
          bytes: await writePdf({ title: panel.service, lines }, now),
        })
    }
  }
  await database.tenant(centre.id, (tx) => tx.insertInto('lab_report').values(rows).execute())
}

function selectNewestVisits(database: Database, centre: DemoCentre, now: Date): Promise<DemoVisit[]> {
  return database.tenant(centre.id, (tx) =>
    tx
      .selectFrom('visit as v')
      .innerJoin('patient as p', (join) =>
        join.onRef('p.client_id', '=', 'v.client_id').onRef('p.id', '=', 'v.patient_id'),
      )
      .select(['v.id', 'v.visit_no', 'v.start_dt', 'p.fname', 'p.lname'])
      .where('v.client_id', '=', centre.id)
      .where('v.start_dt', '<=', now)
      .orderBy('v.start_dt', 'desc')
      .orderBy('v.id')
      .limit(VISITS)
      .execute(),
  )
}

const rowOf = (centre: DemoCentre, visit: DemoVisit, service: string, created: Date) => ({
  client_id: centre.id,
  id: demoId('lab report', `${visit.id} ${service}`),
  visit_id: visit.id,
  file_id: demoId('lab report file', `${visit.id} ${service}`),
  service,
  created,
})
