import { Card, Group, Stack, Text, Title } from '@mantine/core'
import type { BookingRow } from '#contract/calls/bookings.ts'
import { BOOKING_STATUS_TABLE } from '#domain/status/booking-status.ts'
import { useOwnWords } from '#src/parts/patient-words/own-words.ts'
import { useJoined } from '#src/parts/patient-words/use-joined.ts'
import { useTimeInBoth } from '#src/parts/patient-words/use-time-in-both.ts'
import { branchZone } from '#src/sync/session/branch-zone.ts'
import { TintBadge } from '#src/ui/badges/TintBadge.tsx'
import { SkeletonRows } from '#src/ui/notes/SkeletonRows.tsx'

/** The patient's earlier requests and their state. */
export function OwnRequests({ requests }: { requests: readonly BookingRow[] | undefined }) {
  const { frame, request: words } = useOwnWords()
  return (
    <section aria-labelledby="own-requests">
      <Title order={2} id="own-requests" mb="sm">
        {words.own}
      </Title>
      {requests === undefined ? (
        <SkeletonRows rows={3} height={64} label={frame.loading} />
      ) : requests.length === 0 ? (
        <Text c="dimmed">{words.none}</Text>
      ) : (
        <Stack gap="xs">
          {requests.map((request) => (
            <RequestCard key={request.id} request={request} />
          ))}
        </Stack>
      )}
    </section>
  )
}

function RequestCard({ request }: { request: BookingRow }) {
  const { request: words } = useOwnWords()
  const joined = useJoined()
  const timeInBoth = useTimeInBoth()
  const when = (instant: string) => timeInBoth(new Date(instant), branchZone(request.branch_id))
  const at = request.visit_start_dt ?? request.start_date
  return (
    <Card withBorder padding="sm">
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <Stack gap={2}>
          <Text fw={600}>{joined(request.department, request.branch)}</Text>
          {at && (
            <Text size="sm" className="tabular">
              {request.visit_start_dt ? when(at) : words.asked(when(at))}
            </Text>
          )}
          <Text size="xs" c="dimmed">
            {words.sentOn(when(request.created))}
          </Text>
        </Stack>
        <TintBadge colour={BOOKING_STATUS_TABLE[request.status].colour}>
          {words.status[request.status]}
        </TintBadge>
      </Group>
    </Card>
  )
}
