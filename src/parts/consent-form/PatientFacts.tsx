import { Fragment } from 'react'
import type { FormToFill } from '#src/sync/kiosk/kiosk-form.ts'
import { branchZone } from '#src/sync/session/branch-zone.ts'
import classes from './consent-form.module.css'
import { useFormDates, useFormWords } from './form-words.ts'
import type { FormWords } from './words/en.ts'

/** The patient's details, which patients verify before they sign. */
export function PatientFacts({ patient, centre }: Pick<FormToFill, 'patient' | 'centre'>) {
  const words = useFormWords()
  const dates = useFormDates()
  const visit = [centre.visit_no, dates.dateTime(new Date(centre.start_dt), centre.time_zone || branchZone())]
  const facts: readonly (readonly [name: string, values: readonly string[]])[] = [
    [words.facts.name, [patient.name]],
    [words.facts.passport, [patient.passport ?? '']],
    [words.facts.gender, [shownGender(patient.gender, words)]],
    [words.facts.mobile, [patient.mobile]],
    [words.facts.dob, [patient.dob ? dates.day(patient.dob) : '']],
    [words.facts.centre, [centre.name, centre.branch]],
    [words.facts.visit, visit],
  ]
  return (
    <section className={classes.section} aria-labelledby="consent-patient">
      <h2 id="consent-patient">{words.patient}</h2>
      <dl className={classes.facts}>
        {facts.map(([name, values]) => (
          <Fact key={name} name={name} values={values.filter((value) => value !== '')} />
        ))}
      </dl>
    </section>
  )
}

/**
 * A label with its values. Values align with the label, whatever their own direction, and each is isolated, so that no
 * name reorders the digits beside it.
 */
function Fact({ name, values }: { name: string; values: readonly string[] }) {
  if (values.length === 0) return null
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        {values.map((value, at) => (
          <Fragment key={value}>
            {at > 0 && ' · '}
            <bdi>{value}</bdi>
          </Fragment>
        ))}
      </dd>
    </div>
  )
}

const shownGender = (gender: string, { genders }: FormWords): string =>
  gender === 'Male' || gender === 'Female' ? genders[gender] : gender
