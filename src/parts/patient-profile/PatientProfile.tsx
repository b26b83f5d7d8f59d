import { Card, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import {
  type PatientCard,
  type PatientStudy,
  patientCalls,
  type UpcomingVisit,
} from '#contract/calls/patients.ts'
import type { OutputOf } from '#contract/kernel/define-call.ts'
import { useOwnWords } from '#src/parts/patient-words/own-words.ts'
import { usePatientDates, usePatientLanguage } from '#src/parts/patient-words/patient-words.ts'
import { ageText, sexText } from '#src/parts/patient-words/person-words.ts'
import { useJoined } from '#src/parts/patient-words/use-joined.ts'
import { useTimeInBoth } from '#src/parts/patient-words/use-time-in-both.ts'
import { callApi } from '#src/sync/api/call-api.ts'
import { branchZone } from '#src/sync/session/branch-zone.ts'
import { FactList } from '#src/ui/FactList.tsx'
import { lazyPart } from '#src/ui/lazy-part.tsx'
import { EmptyState } from '#src/ui/notes/EmptyState.tsx'
import { ExaminationCard } from './ExaminationCard.tsx'
import classes from './patient-profile.module.css'

const FiledReportDialog = lazyPart(() =>
  import('../filed-report/FiledReportDialog.tsx').then((part) => ({ default: part.FiledReportDialog })),
)

export type PatientDetail = OutputOf<typeof patientCalls.studyPatientDtl>['result']

/** A patient's card and examinations (docs/screens.md#the-shell). */
export function PatientProfile({ detail }: { detail: PatientDetail }) {
  const [read, setRead] = useState<PatientStudy>()
  const { profile: words } = useOwnWords()
  const { patient, upcoming, studies } = detail
  return (
    <Stack gap="lg">
      <PersonCard patient={patient} />
      {upcoming.length > 0 && <Upcoming visits={upcoming} />}
      <section aria-labelledby="examinations">
        <Title order={2} id="examinations" mb="sm">
          {words.studies}
        </Title>
        {studies.length === 0 ? (
          <EmptyState title={words.empty} hint={words.emptyHint} />
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

// The spec shows the last three as N/A; values in the record are shown.
function PersonCard({ patient }: { patient: PatientCard }) {
  const { facts, notGiven } = useOwnWords().profile
  const { language, words } = usePatientLanguage()
  const { day } = usePatientDates()
  const value = {
    ...patient,
    dob: patient.dob ? day(patient.dob) : '',
    // In English, age and sex stay in the short form of the record.
    ...(language !== 'en' && {
      age: ageText(patient.age, words),
      gender: sexText(patient.gender, words),
    }),
  }
  const names = Object.keys(facts) as (keyof typeof facts)[]
  return (
    <Card withBorder padding="md">
      <FactList facts={names.map((name) => [facts[name], value[name] || notGiven])} width={140} />
    </Card>
  )
}

function Upcoming({ visits }: { visits: readonly UpcomingVisit[] }) {
  const { profile: words } = useOwnWords()
  const timeInBoth = useTimeInBoth()
  const joined = useJoined()
  return (
    <section aria-labelledby="upcoming">
      <Title order={2} id="upcoming" mb="sm">
        {words.upcoming}
      </Title>
      <ul className={classes.visits}>
        {visits.map((visit) => (
          <li key={visit.visit_no}>
            <Text fw={600}>{timeInBoth(new Date(visit.start_dt), branchZone(visit.branch_id))}</Text>
            <Text c="dimmed">{joined(visit.services.join(', '), visit.branch)}</Text>
          </li>
        ))}
      </ul>
    </section>
  )
}
