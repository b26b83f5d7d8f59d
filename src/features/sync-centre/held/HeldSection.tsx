import { Button, Group, Text, Title } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import type { HeldCommand } from '#contract/calls/delivery.ts'
import { ERROR_CODES, type ErrorCode } from '#contract/kernel/error-codes.ts'
import { formatMoment } from '#domain/time/formats.ts'
import { callWords } from '#src/sync/outbox/look/call-words.ts'
import { discardHeld, releaseHeld, useHeld } from '#src/sync/sealed/use-held.ts'
import { READER_ZONE } from '#src/sync/session/branch-zone.ts'
import { useSession } from '#src/sync/session/session.ts'
import { confirmAct } from '#src/ui/dialog/confirm-act.tsx'
import { notifyDone } from '#src/ui/notes/notify.ts'
import { ActBox } from '#src/ui/refusal/ActBox.tsx'
import { useAct } from '#src/ui/refusal/use-act.ts'
import { useTickingTime } from '#src/ui/time/ticking-clock.ts'
import classes from '../sync-centre.module.css'
import { HELD_WORDS as WORDS } from './words.ts'

/**
 * The changes that the server holds: the person's own with two actions; for an administrator also those of
 * other persons, for information.
 */
export function HeldSection({ isOnline }: { isOnline: boolean }) {
  const { commands, refresh } = useHeld(isOnline)
  const userId = useSession()?.user_id
  const title = useId()
  if (commands.length === 0) return null
  const own = commands.filter(({ user_id }) => user_id === userId)
  const discard = async (id: string) => {
    const options = { title: WORDS.discardTitle, message: WORDS.discardMessage, confirmLabel: WORDS.discard }
    const act = async () => {
      await discardHeld([id])
      notifyDone(WORDS.discarded)
    }
    await confirmAct({ ...options, danger: true, act })
    refresh()
  }
  return (
    <section className={classes.section} aria-labelledby={title}>
      <Group justify="space-between" align="flex-end" mb={6}>
        <div className={classes.heldHead}>
          <Title order={2} id={title}>
            {WORDS.title} <span className={classes.count}>{commands.length}</span>
          </Title>
          <Text c="dimmed" size="sm">
            {WORDS.hint}
          </Text>
        </div>
        {own.length > 1 && (
          <ReleaseButton ids={own.map(({ id }) => id)} variant="light" onAnswer={refresh}>
            {WORDS.releaseAll(own.length)}
          </ReleaseButton>
        )}
      </Group>
      <ul className={classes.items} aria-labelledby={title}>
        {commands.map((command) => (
          <li key={command.id} className={classes.held}>
            <HeldText command={command} isOwn={command.user_id === userId} />
            {command.user_id === userId && (
              <Group gap="xs" role="group" aria-label={WORDS.select(callWords(command.call))}>
                <ReleaseButton ids={[command.id]} onAnswer={refresh}>
                  {WORDS.release}
                </ReleaseButton>
                <Button size="xs" variant="default" onClick={() => void discard(command.id)}>
                  {WORDS.discard}
                </Button>
              </Group>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

interface ReleaseButtonProps {
  ids: readonly string[]
  variant?: 'light'
  /** Called after any response of the server, because the held changes may have changed. */
  onAnswer: () => void
  children: ReactNode
}

function ReleaseButton({ ids, variant, onAnswer, children }: ReleaseButtonProps) {
  const parts = useAct()
  const [, act] = parts
  const release = async () => notifyDone(WORDS.released(await releaseHeld(ids), ids.length))
  return (
    <ActBox parts={parts} maw={320}>
      <Button
        size="xs"
        variant={variant}
        loading={act.isBusy}
        onClick={() => void act.run(release).then(onAnswer)}
      >
        {children}
      </Button>
    </ActBox>
  )
}

function HeldText({ command, isOwn }: { command: HeldCommand; isOwn: boolean }) {
  const { call, device_name, made, reason, refusal, user_name } = command
  const now = useTickingTime(true)
  const moment = formatMoment(new Date(made), new Date(now), READER_ZONE)
  return (
    <div className={classes.heldText}>
      <Text fw={600}>{callWords(call)}</Text>
      <Text size="sm" c="dimmed">
        {WORDS.item(device_name || WORDS.namelessDevice, moment)}, {WORDS.reasons[reason]}.
      </Text>
      {!isOwn && (
        <Text size="sm" c="dimmed">
          {WORDS.by(user_name)}
        </Text>
      )}
      {refusal !== '' && <Text size="sm">{WORDS.refused(refusalWords(refusal))}</Text>}
    </div>
  )
}

const refusalWords = (code: string) => (code in ERROR_CODES ? ERROR_CODES[code as ErrorCode].message : code)
