import type { ConsentDetail } from '#contract/calls/consents.ts'
import { hasSecondLanguage } from '#domain/consent/form-content.ts'
import { findLanguage, type Language } from '#domain/language/languages.ts'
import type { Tx } from '#server/kernel/context.ts'
import type { FormVersion } from '../consent-forms/public/form-versions.ts'

type Person = ConsentDetail['patient']

/** The patient and the centre that a form shows beside its questions. */
export interface VisitFacts {
  patient: Person
  centre: ConsentDetail['centre']
  /** The patient's own, else that of the branch; absent if neither has one. */
  language?: Language
}

/**
 * Returns patient and centre of a visit. The Civil ID is the passport (docs/screens.md#the-shell), or the national id
 * if there is none.
 */
export async function getVisitFacts(tx: Tx, visitId: string): Promise<VisitFacts> {
  const row = await tx
    .selectFrom('visit as v')
    .innerJoin('patient as p', (on) =>
      on.onRef('p.client_id', '=', 'v.client_id').onRef('p.id', '=', 'v.patient_id'),
    )
    .innerJoin('client as c', 'c.id', 'v.client_id')
    .innerJoin('branch as b', (on) =>
      on.onRef('b.client_id', '=', 'v.client_id').onRef('b.id', '=', 'v.branch_id'),
    )
    .select([
      'p.fname',
      'p.lname',
      'p.passport',
      'p.ssn',
      'p.gender',
      'p.phone_code',
      'p.mobile',
      'p.dob',
      'p.language',
    ])
    .select([
      'c.name as centre',
      'b.name as branch',
      'b.time_zone',
      'b.patient_language',
      'c.country_id',
      'v.visit_no',
      'v.start_dt',
    ])
    .where('v.id', '=', visitId)
    .executeTakeFirstOrThrow()
  const language = findLanguage(row.language, row.patient_language)
  return {
    ...(language && { language }),
    patient: {
      name: `${row.fname} ${row.lname}`.trim(),
      passport: row.passport || row.ssn,
      gender: row.gender,
      mobile: row.mobile,
      dob: row.dob,
    },
    centre: {
      name: row.centre,
      branch: row.branch,
      time_zone: row.time_zone,
      ...(row.country_id !== null && { country_id: row.country_id }),
      visit_no: row.visit_no,
      start_dt: row.start_dt.toISOString(),
    },
  }
}

/** Returns the form for display. */
export const shownForm = ({ id, content, sha256 }: FormVersion): ConsentDetail['form'] => ({
  id,
  ...content,
  sha256,
  has_slang: hasSecondLanguage(content),
})
