import { Card, Group, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { ownBookingCalls } from '#contract/calls/bookings.ts'
import { patientCalls } from '#contract/calls/patients.ts'
import type { OutputOf } from '#contract/kernel/define-call.ts'
import { hasAnyModule } from '#domain/access/rules.ts'
import { ExaminationCard } from '#src/parts/patient-profile/ExaminationCard.tsx'
import { useOwnWords } from '#src/parts/patient-words/own-words.ts'
import { useJoined } from '#src/parts/patient-words/use-joined.ts'
import { useTimeInBoth } from '#src/parts/patient-words/use-time-in-both.ts'
import { ProofGate } from '#src/parts/proof/ProofGate.tsx'
import { callApi } from '#src/sync/api/call-api.ts'
import { useKeptCall } from '#src/sync/api/use-kept-call.ts'
import { branchZone } from '#src/sync/session/branch-zone.ts'
import { useSession } from '#src/sync/session/session.ts'
import { TintBadge } from '#src/ui/badges/TintBadge.tsx'
import { lazyPart } from '#src/ui/lazy-part.tsx'
import { PageHeader } from '#src/ui/PageHeader.tsx'
import { ChooseOption } from './ChooseOption.tsx'
import { NotRead } from './NotRead.tsx'

const FiledReportDialog = lazyPart(() =>
  import('#src/parts/filed-report/FiledReportDialog.tsx').then((part) => ({
    default: part.FiledReportDialog,
  })),
)

type Bookings = OutputOf<typeof ownBookingCalls.bookings>['result']

/** A patient's upcoming appointments and past examinations (docs/people.md#own-bookings). */
export default function OwnBookings() {
  const session = useSession()
  const { bookings, home } = useOwnWords()
  if (!session) return null
  return (
    <>
      <PageHeader title={home.welcome(session.name)} subtitle={bookings.subtitle} />
      {hasAnyModule('pat_booking_request')(session) && <ChooseOption />}
      <ProofGate>
        <Bookings />
      </ProofGate>
    </>
  )
}

function Bookings() {
  const { bookings: words } = useOwnWords()
  const joined = useJoined()
  const { answer, error, refresh } = useKeptCall(
    ownBookingCalls.bookings,
    {},
    { isWanted: true, news: '', keptAs: undefined },
  )
  const [read, setRead] = useState<string>()
  if (!answer) return <NotRead error={error} onRetry={refresh} />
  const { upcoming, studies } = answer.result
  return (
    <Stack gap="lg">
      <Section title={words.upcoming}>
        {upcoming.map((visit) => (
          <UpcomingCard key={visit.id} visit={visit} />
        ))}
      </Section>
      <Section title={words.previous}>
        {studies.map((study) => (
          <ExaminationCard
            key={study.study_id}
            study={study}
            person={joined(study.pat_id, study.pat_name)}
            onReport={() => setRead(study.study_id)}
          />
        ))}
      </Section>
      {read && (
        <FiledReportDialog
          opened
          onClose={() => setRead(undefined)}
          load={async () => (await callApi(patientCalls.filedReport, { study_id: read })).result}
        />
      )}
    </Stack>
  )
}

function Section({ title, children }: { title: string; children: ReactNode[] }) {
  const { bookings: words } = useOwnWords()
  return (
    <section aria-label={title}>
      <Title order={2} mb="sm">
        {title}
      </Title>
      {children.length === 0 ? (
        <Text c="dimmed">{words.none}</Text>
      ) : (
        <SimpleGrid
          component="ul"
          cols={{ base: 1, sm: 2, lg: 3 }}
          spacing="sm"
          style={{ listStyle: 'none', margin: 0, padding: 0 }}
        >
          {children}
        </SimpleGrid>
      )}
    </section>
  )
}

function UpcomingCard({ visit }: { visit: Bookings['upcoming'][number] }) {
  const { bookings: words } = useOwnWords()
  const joined = useJoined()
  const timeInBoth = useTimeInBoth()
  return (
    <Card component="li" withBorder padding="md">
      <Stack gap="xs">
        <Group justify="space-between" align="flex-start" wrap="nowrap">
          <Text fw={600} className="tabular">
            {timeInBoth(new Date(visit.start_dt), branchZone(visit.branch_id))}
          </Text>
          <TintBadge colour="blue">{words.status[visit.status]}</TintBadge>
        </Group>
        <Text>{joined(visit.modality, visit.service_name)}</Text>
        <Text c="dimmed" size="sm">
          {joined(visit.pat_id, visit.pat_name, visit.branch)}
        </Text>
      </Stack>
    </Card>
  )
}
