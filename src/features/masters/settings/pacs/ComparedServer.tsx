import { Alert, Group, Text, Title } from '@mantine/core'
import { type CheckedServer, pacsCheckCalls } from '#contract/calls/pacs-check.ts'
import { formatDateTime } from '#domain/time/formats.ts'
import { callApi } from '#src/sync/api/call-api.ts'
import { branchZone } from '#src/sync/session/branch-zone.ts'
import { TintBadge } from '#src/ui/badges/TintBadge.tsx'
import { confirmAct } from '#src/ui/dialog/confirm-act.tsx'
import { OnlineButton } from '#src/ui/master/OnlineButton.tsx'
import { ActBox } from '#src/ui/refusal/ActBox.tsx'
import { useAct } from '#src/ui/refusal/use-act.ts'
import classes from '../settings.module.css'
import { ComparedDays } from './ComparedDays.tsx'
import { COMPARE_WORDS as WORDS } from './compare-words.ts'

export interface ComparedServerProps {
  server: CheckedServer
  isOnly: boolean
  onAsked: () => void
}

/** One image server: the result of its last comparison, in words, and its days. */
export function ComparedServer({ server, isOnly, onAsked }: ComparedServerProps) {
  const { id, name, state, words, days, days_left, ended_on, check_days } = server
  const parts = useAct()
  const [, act] = parts
  const refusal = refusalOf(server)
  const ask = async (isConfirmed: boolean) => {
    await callApi(pacsCheckCalls.checkNow, {
      pacs_id: id,
      ...(isConfirmed && { is_confirmed: 1 as const }),
    })
    onAsked()
  }
  const confirm = () =>
    confirmAct({
      title: WORDS.confirmTitle,
      message: WORDS.confirmNote(name),
      confirmLabel: WORDS.confirm,
      danger: true,
      act: () => ask(true),
    })
  const isSame = state === 'ok' && days.length === 0
  return (
    <section className={classes.section} aria-label={name}>
      <Group justify="space-between" align="flex-start" gap="sm">
        <div>
          <Group gap="sm">
            <Title order={3} size="h5">
              {name}
            </Title>
            <TintBadge colour={WORDS.colours[state]}>{WORDS.states[state]}</TintBadge>
          </Group>
          <Text size="sm" c="dimmed" role="status">
            {[
              ended_on === null
                ? ''
                : WORDS.last(formatDateTime(new Date(ended_on), branchZone()), check_days),
              state === 'running' && days_left > 0 ? WORDS.left(days_left) : '',
              refusal ?? (state === 'never' ? WORDS.begins : ''),
            ]
              .filter(Boolean)
              .join(' ')}
          </Text>
        </div>
        <ActBox parts={parts} align="flex-end">
          <Group gap="xs">
            {state === 'unsure' && (
              <OnlineButton variant="default" refusal={refusal} onClick={() => void confirm()}>
                {WORDS.confirm}
              </OnlineButton>
            )}
            <OnlineButton
              variant="default"
              loading={act.isBusy}
              refusal={refusal ?? (state === 'running' ? WORDS.goesOn : undefined)}
              aria-label={WORDS.nowOf(name)}
              onClick={() => void act.run(() => ask(false))}
            >
              {WORDS.now}
            </OnlineButton>
          </Group>
        </ActBox>
      </Group>
      {words !== '' && (
        <Alert variant="light" color={WORDS.colours[state]}>
          {words}
        </Alert>
      )}
      {isSame && isOnly && <Text size="sm">{`${WORDS.same} ${WORDS.sameHint}`}</Text>}
      {days.length > 0 && <ComparedDays server={server} />}
    </section>
  )
}

function refusalOf({ status, check_days, is_read }: CheckedServer): string | undefined {
  if (status === 0) return WORDS.off
  if (check_days === 0) return WORDS.notWanted
  return is_read === 0 ? WORDS.firstReading : undefined
}
