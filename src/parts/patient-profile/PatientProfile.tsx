import { Card, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import {
  type PatientCard,
  type PatientStudy,
  patientCalls,
  type UpcomingVisit,
} from '#contract/calls/patients.ts'
import type { OutputOf } from '#contract/kernel/define-call.ts'
import { formatDay } from '#domain/time/formats.ts'
import { callApi } from '#src/sync/api/call-api.ts'
import { placeZone } from '#src/sync/session/place-zone.ts'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { lazyPart } from '#src/ui/lazy-part.tsx'
import { timeInBoth } from '#src/ui/time-in-both.ts'
import { ExaminationCard } from './ExaminationCard.tsx'
import classes from './patient-profile.module.css'
import { PROFILE_WORDS as WORDS } from './words.ts'

const FiledReportDialog = lazyPart(() =>
  import('../filed-report/FiledReportDialog.tsx').then((part) => ({ default: part.FiledReportDialog })),
)

export type PatientDetail = OutputOf<typeof patientCalls.studyPatientDtl>['result']

/** A patient's card and examinations (docs/screens.md#the-shell). */
export function PatientProfile({ detail }: { detail: PatientDetail }) {
  const [read, setRead] = useState<PatientStudy>()
  const { patient, upcoming, studies } = detail
  return (
    <Stack gap="lg">
      <PersonCard patient={patient} />
      {upcoming.length > 0 && <Upcoming visits={upcoming} />}
      <section aria-labelledby="examinations">
        <Title order={2} id="examinations" mb="sm">
          {WORDS.studies}
        </Title>
        {studies.length === 0 ? (
          <EmptyState title={WORDS.empty} hint={WORDS.emptyHint} />
        ) : (
          <SimpleGrid component="ul" className={classes.cards} cols={{ base: 1, sm: 2, lg: 3 }} spacing="sm">
            {studies.map((study) => (
              <ExaminationCard key={study.study_id} study={study} onReport={() => setRead(study)} />
            ))}
          </SimpleGrid>
        )}
      </section>
      {read && (
        <FiledReportDialog
          opened
          onClose={() => setRead(undefined)}
          load={async () => (await callApi(patientCalls.filedReport, { study_id: read.study_id })).result}
        />
      )}
    </Stack>
  )
}

// The spec shows the last three as N/A; what the record does hold is shown.
function PersonCard({ patient }: { patient: PatientCard }) {
  const value = {
    ...patient,
    dob: patient.dob ? formatDay(patient.dob) : '',
  }
  const names = Object.keys(WORDS.facts) as (keyof typeof WORDS.facts)[]
  return (
    <Card withBorder padding="md">
      <dl className={classes.facts}>
        {names.map((name) => (
          <div key={name}>
            <dt>{WORDS.facts[name]}</dt>
            <dd>{value[name] || WORDS.notGiven}</dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}

function Upcoming({ visits }: { visits: readonly UpcomingVisit[] }) {
  return (
    <section aria-labelledby="upcoming">
      <Title order={2} id="upcoming" mb="sm">
        {WORDS.upcoming}
      </Title>
      <ul className={classes.visits}>
        {visits.map((visit) => (
          <li key={visit.visit_no}>
            <Text fw={600}>{timeInBoth(new Date(visit.start_dt), placeZone(visit.branch_id))}</Text>
            <Text c="dimmed">{[visit.services.join(', '), visit.branch].filter(Boolean).join(' · ')}</Text>
          </li>
        ))}
      </ul>
    </section>
  )
}
