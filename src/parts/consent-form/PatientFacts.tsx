import type { FormToFill } from '#src/sync/kiosk/handed-form.ts'
import { placeZone } from '#src/sync/session/place-zone.ts'
import classes from './consent-form.module.css'
import { useFormDates, useFormWords } from './form-words.ts'
import type { FormWords } from './words/en.ts'

/** Whose form it is: patients look whether it is theirs before they sign. */
export function PatientFacts({ patient, centre }: Pick<FormToFill, 'patient' | 'centre'>) {
  const words = useFormWords()
  const dates = useFormDates()
  const visit = [centre.visit_no, dates.dateTime(new Date(centre.start_dt), centre.time_zone || placeZone())]
  const facts = [
    [words.facts.name, patient.name],
    [words.facts.passport, patient.passport ?? ''],
    [words.facts.gender, shownGender(patient.gender, words)],
    [words.facts.mobile, patient.mobile],
    [words.facts.dob, patient.dob ? dates.day(patient.dob) : ''],
    [words.facts.centre, [centre.name, centre.branch].filter(Boolean).join(', ')],
    [words.facts.visit, visit.filter(Boolean).join(' · ')],
  ] as const
  return (
    <section className={classes.section} aria-labelledby="consent-patient">
      <h2 id="consent-patient">{words.patient}</h2>
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

const shownGender = (gender: string, { genders }: FormWords): string =>
  gender === 'Male' || gender === 'Female' ? genders[gender] : gender
