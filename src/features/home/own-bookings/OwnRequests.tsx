import { Card, Group, Stack, Text, Title } from '@mantine/core'
import type { BookingRow } from '#contract/calls/bookings.ts'
import { BOOKING_STATUS_TABLE } from '#domain/status/booking-status.ts'
import { placeZone } from '#src/sync/session/place-zone.ts'
import { SkeletonRows } from '#src/ui/SkeletonRows.tsx'
import { TintBadge } from '#src/ui/TintBadge.tsx'
import { timeInBoth } from '#src/ui/time-in-both.ts'
import { OWN_BOOKINGS_WORDS as WORDS } from './words.ts'

const when = (at: string, { branch_id }: BookingRow) => timeInBoth(new Date(at), placeZone(branch_id))

/** What a patient asked for before, and how far the centre is with it. */
export function OwnRequests({ requests }: { requests: readonly BookingRow[] | undefined }) {
  return (
    <section aria-labelledby="own-requests">
      <Title order={2} id="own-requests" mb="sm">
        {WORDS.requests}
      </Title>
      {requests === undefined ? (
        <SkeletonRows rows={3} height={64} />
      ) : requests.length === 0 ? (
        <Text c="dimmed">{WORDS.none}</Text>
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
  const { label, colour } = BOOKING_STATUS_TABLE[request.status]
  const at = request.visit_start_dt ?? request.start_date
  return (
    <Card withBorder padding="sm">
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <Stack gap={2}>
          <Text fw={600}>{[request.department, request.branch].filter(Boolean).join(' · ')}</Text>
          {at && (
            <Text size="sm" className="tabular">
              {request.visit_start_dt ? when(at, request) : WORDS.asked(when(at, request))}
            </Text>
          )}
          <Text size="xs" c="dimmed">
            {WORDS.sentOn(when(request.created, request))}
          </Text>
        </Stack>
        <TintBadge colour={colour}>{label}</TintBadge>
      </Group>
    </Card>
  )
}
