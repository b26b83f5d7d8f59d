import { formatDateTime, formatDay } from '#domain/time/formats.ts'
import type { FormToFill } from '#src/sync/kiosk/handed-form.ts'
import { LOCAL_ZONE } from '#src/ui/local-zone.ts'
import classes from './consent-form.module.css'
import { FORM_WORDS as WORDS } from './words.ts'

/** Whose form it is: patients look whether it is theirs before they sign. */
export function PatientFacts({ patient, centre }: Pick<FormToFill, 'patient' | 'centre'>) {
  const visit = [centre.visit_no, formatDateTime(new Date(centre.start_dt), LOCAL_ZONE)]
  const facts = [
    [WORDS.facts.name, patient.name],
    [WORDS.facts.passport, patient.passport],
    [WORDS.facts.gender, patient.gender],
    [WORDS.facts.mobile, patient.mobile],
    [WORDS.facts.dob, patient.dob ? formatDay(patient.dob) : ''],
    [WORDS.facts.centre, [centre.name, centre.branch].filter(Boolean).join(', ')],
    [WORDS.facts.visit, visit.filter(Boolean).join(' · ')],
  ] as const
  return (
    <section className={classes.section} aria-labelledby="consent-patient">
      <h2 id="consent-patient">{WORDS.patient}</h2>
      <dl className={classes.facts}>
        {facts.map(([name, value]) =>
          value === '' ? null : (
            <div key={name}>
              <dt>{name}</dt>
              <dd dir="auto">{value}</dd>
            </div>
          ),
        )}
      </dl>
    </section>
  )
}
