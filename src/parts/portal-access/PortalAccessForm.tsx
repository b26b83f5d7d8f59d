import { Alert, Anchor, Button, Group, Stack, Text, Tooltip } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { type PortalAccess, type PortalPerson, portalCalls } from '#contract/calls/portal.ts'
import type { ShareSettings } from '#contract/calls/sharing.ts'
import type { StudyRow } from '#contract/calls/studies.ts'
import { canOpen } from '#domain/access/screens.ts'
import type { SessionFields } from '#domain/access/session.ts'
import { SHARED_ACTIVATION_DAYS } from '#domain/sharing/results.ts'
import { formatDate } from '#domain/time/formats.ts'
import { callApi } from '#src/sync/api/call-api.ts'
import { useLink } from '#src/sync/link/use-link.ts'
import { branchZone } from '#src/sync/session/branch-zone.ts'
import { confirmAction } from '#src/ui/dialog/confirm-action.ts'
import { FactList } from '#src/ui/FactList.tsx'
import { notifyDone } from '#src/ui/notes/notify.ts'
import { RefusalNote } from '#src/ui/refusal/RefusalNote.tsx'
import { useAct } from '#src/ui/refusal/use-act.ts'
import { GivenAccess } from './GivenAccess.tsx'
import { PORTAL_WORDS as WORDS } from './words.ts'

export interface PortalAccessFormProps {
  study: StudyRow
  session: SessionFields
  person: PortalPerson
  settings: ShareSettings
}

/** Whom the access is for and any obstacles; then the access itself. */
export function PortalAccessForm({ study, session, person, settings }: PortalAccessFormProps) {
  const { online } = useLink()
  const [access, setAccess] = useState<PortalAccess>()
  const [box, act] = useAct()
  const reason = reasonOf(person, online)
  const give = async () => {
    const { result } = await callApi(portalCalls.giveAccess, { study_id: study.study_id })
    setAccess(result)
  }
  return (
    <Stack ref={box}>
      <PersonFacts person={person} access={access} />
      {person.patient_id && canOpen(session, `/patient-profile/${person.patient_id}`) && (
        <Anchor component={Link} to={`/patient-profile/${person.patient_id}`} size="sm">
          {WORDS.profile}
        </Anchor>
      )}
      {access ? (
        <GivenAccess study={study} session={session} person={person} settings={settings} access={access} />
      ) : (
        <>
          {online && reason !== undefined && <Alert color="orange">{reason}</Alert>}
          <Text size="sm" c="dimmed">
            {WORDS.giveNote}
          </Text>
        </>
      )}
      <Group justify="space-between">
        {person.username === '' && !access ? (
          <span />
        ) : (
          <EndLinks study={study} person={person} isOnline={online} />
        )}
        <RefusalNote act={act} />
        {!access && (
          <Tooltip label={reason} disabled={reason === undefined}>
            <Button
              loading={act.isBusy}
              data-disabled={reason !== undefined || undefined}
              aria-disabled={reason !== undefined}
              aria-description={reason}
              onClick={() => reason === undefined && void act.run(give)}
            >
              {WORDS.give(SHARED_ACTIVATION_DAYS)}
            </Button>
          </Tooltip>
        )}
      </Group>
    </Stack>
  )
}

function reasonOf({ patient_id, is_unpaid }: PortalPerson, isOnline: boolean): string | undefined {
  if (!isOnline) return WORDS.offline
  if (patient_id === null) return WORDS.notLinked
  return is_unpaid === 1 ? WORDS.unpaid : undefined
}

function PersonFacts({ person, access }: { person: PortalPerson; access: PortalAccess | undefined }) {
  const until = access?.expires ?? person.active_until
  const facts = [
    [WORDS.patient, [person.name, person.pat_id].filter(Boolean).join(' · ')],
    [WORDS.payment, WORDS.payments[person.payment_status] ?? WORDS.noPayment],
    [WORDS.username, access?.username || person.username || WORDS.noUser],
    [WORDS.access, until ? WORDS.activeUntil(formatDate(new Date(until), branchZone())) : WORDS.inactive],
  ] as const
  return <FactList facts={facts} width={200} />
}

function EndLinks({ study, person, isOnline }: { study: StudyRow; person: PortalPerson; isOnline: boolean }) {
  const [box, act] = useAct()
  const end = async () => {
    const isSure = await confirmAction({
      title: WORDS.endTitle,
      message: WORDS.endQuestion(person.name),
      confirmLabel: WORDS.end,
      danger: true,
    })
    if (!isSure) return
    await act.run(async () => {
      const { message } = await callApi(portalCalls.revokeAccess, { study_id: study.study_id })
      notifyDone(message)
    })
  }
  return (
    <Group gap="xs" ref={box}>
      <Tooltip label={WORDS.offline} disabled={isOnline}>
        <Button
          variant="default"
          loading={act.isBusy}
          data-disabled={!isOnline || undefined}
          aria-disabled={!isOnline}
          onClick={() => isOnline && void end()}
        >
          {WORDS.end}
        </Button>
      </Tooltip>
      <RefusalNote act={act} />
    </Group>
  )
}
