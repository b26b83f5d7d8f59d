import { type Selectable, sql } from 'kysely'
import type { SavedConsent } from '#contract/calls/consents.ts'
import type { ConsentRow } from '#contract/calls/visit-records.ts'
import type { Tx } from '#server/kernel/context.ts'
import type { PatientConsent } from '#server/kernel/database/schema.ts'
import { type ConsentFacts, evidenceHash } from '../evidence-hash.ts'

export type StoredConsent = Selectable<PatientConsent>

/** Returns consents in wire format, in order of creation. The caller checks the rights. */
export async function selectConsentRows(tx: Tx, ids: readonly string[]): Promise<ConsentRow[]> {
  return rowsWhere(tx, sql`p.id = any(${[...ids]}::uuid[])`)
}

/** Returns all consents and withdrawals of a visit. */
export function selectConsentsOfVisit(tx: Tx, visitId: string): Promise<ConsentRow[]> {
  return rowsWhere(tx, sql`p.visit_id = ${visitId}`)
}

// The name is that of the version that was read, even if the form was renamed.
async function rowsWhere(tx: Tx, condition: ReturnType<typeof sql>): Promise<ConsentRow[]> {
  const { rows } = await sql<Omit<ConsentRow, 'signed_on' | 'created'> & { signed_on: Date; created: Date }>`
    select p.id, p.rev, p.visit_id as appt_id, p.patient_id, p.consent_form_id, f.content ->> 'name' as name, p.kind,
      p.withdraws_id, p.language, p.sign_by, p.signer_name, p.via, p.signed_on, p.created
    from patient_consent p
    join consent_form_version f on f.client_id = p.client_id and f.consent_form_id = p.consent_form_id
      and f.sha256 = p.form_sha256
    where ${condition}
    order by p.created, p.id`.execute(tx)
  return rows.map((row) => ({
    ...row,
    signed_on: row.signed_on.toISOString(),
    created: row.created.toISOString(),
  }))
}

export function findConsent(tx: Tx, clientId: string, id: string): Promise<StoredConsent | undefined> {
  return tx
    .selectFrom('patient_consent')
    .selectAll()
    .where('client_id', '=', clientId)
    .where('id', '=', id)
    .executeTakeFirst()
}

/** Returns the latest consent of a form at a visit that was not withdrawn. */
export async function findStanding(
  tx: Tx,
  visit: { client_id: string; id: string },
  formId: string,
): Promise<StoredConsent | undefined> {
  return tx
    .selectFrom('patient_consent as p')
    .selectAll('p')
    .where('p.client_id', '=', visit.client_id)
    .where('p.visit_id', '=', visit.id)
    .where('p.consent_form_id', '=', formId)
    .where('p.kind', '=', 'Signed')
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('patient_consent as w')
            .select('w.id')
            .whereRef('w.client_id', '=', 'p.client_id')
            .whereRef('w.withdraws_id', '=', 'p.id'),
        ),
      ),
    )
    .orderBy('p.created', 'desc')
    .orderBy('p.id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

export function findWithdrawal(
  tx: Tx,
  clientId: string,
  consentId: string,
): Promise<StoredConsent | undefined> {
  return tx
    .selectFrom('patient_consent')
    .selectAll()
    .where('client_id', '=', clientId)
    .where('withdraws_id', '=', consentId)
    .executeTakeFirst()
}

/** Adds an evidence record with its hash; such records never change. */
export async function insertConsent(tx: Tx, facts: ConsentFacts): Promise<void> {
  const { ques_ans, strokes, patient } = facts
  await tx
    .insertInto('patient_consent')
    .values({
      ...facts,
      ques_ans: JSON.stringify(ques_ans),
      strokes: JSON.stringify(strokes),
      patient: JSON.stringify(patient),
      sha256: evidenceHash(facts),
    })
    .execute()
}

/** Returns the answers of a stored consent for a person who opens the form again. */
export const savedOf = (row: StoredConsent): SavedConsent => ({
  id: row.id,
  fasting: row.fasting as SavedConsent['fasting'],
  height: row.height,
  weight: row.weight,
  lmp_type: row.lmp_type as SavedConsent['lmp_type'],
  lmp_date: row.lmp_date,
  ques_ans: row.ques_ans as SavedConsent['ques_ans'],
  sign_by: row.sign_by as SavedConsent['sign_by'],
  signer_name: row.signer_name,
  language: row.language as SavedConsent['language'],
  signed_on: row.signed_on.toISOString(),
})
