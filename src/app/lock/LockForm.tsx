import { Alert, Button, Divider, Group, Paper, PasswordInput, Stack, Text, Title } from '@mantine/core'
import { IconFingerprint } from '@tabler/icons-react'
import { type FormEvent, type ReactNode, useRef, useState } from 'react'
import { useFormIsOut } from '#src/sync/kiosk/use-form-is-out.ts'
import { useLink } from '#src/sync/link/use-link.ts'
import { useUnsentCount } from '#src/sync/outbox/look/use-unsent-count.ts'
import type { LockState } from '#src/sync/session/lock/lock-state.ts'
import { leaveVault, useSession } from '#src/sync/session/session.ts'
import { useTouches } from '#src/sync/touch/use-touches.ts'
import { leaveBy } from '../session-end.ts'
import { SHELL_WORDS } from '../words.ts'
import classes from './lock.module.css'
import { useUnlock } from './use-unlock.ts'
import { LOCK_WORDS as WORDS } from './words.ts'

export interface LockFormProps {
  lock: Pick<Extract<LockState, { kind: 'locked' }>, 'why' | 'isOverdue'>
  titleId: string
  /** In a patient's hands: nobody else can sign in here before the owner has unlocked. */
  isHandedOver?: boolean
}

/** Who locked the screen, if this page knows; the password, and an exit for somebody else. */
export function LockForm({ lock, titleId, isHandedOver = false }: LockFormProps) {
  // The disk contains no name: only a page that was already open knows whose it is.
  const name = useSession()?.name
  const unlocking = useUnlock()
  const isFormOut = useFormIsOut()
  const isOverdue = lock.isOverdue || unlocking.refusal?.kind === 'overdue'
  return (
    <Paper className={classes.card}>
      <Stack>
        <Group gap="sm" wrap="nowrap">
          <img className={classes.mark} src="/icons/icon.svg" alt="" />
          <div>
            <Text c="dimmed" size="sm">
              {SHELL_WORDS.product}
            </Text>
            <Title order={1} id={titleId} className={classes.title}>
              {name === undefined ? WORDS.title : WORDS.titleOf(name)}
            </Title>
          </div>
        </Group>
        {isFormOut && !isHandedOver && (
          <Alert color="blue" role="status" title={WORDS.handBack}>
            {WORDS.handBackHint}
          </Alert>
        )}
        {isOverdue ? (
          <Overdue />
        ) : (
          <>
            <Touch unlocking={unlocking} />
            <Password hint={WORDS[lock.why]} unlocking={unlocking} isHandedOver={isHandedOver || isFormOut} />
          </>
        )}
        <Waiting />
      </Stack>
    </Paper>
  )
}

/** Only the server can unlock it: the same person signs in and continues where they left off. */
function Overdue() {
  return (
    <>
      <Alert color="orange" role="alert">
        {WORDS.overdue}
      </Alert>
      <Button autoFocus onClick={() => void leaveVault()}>
        {WORDS.signIn}
      </Button>
    </>
  )
}

/** Offered if a passkey was set up to unlock this device; the password remains available. */
function Touch({ unlocking: { busy, tryTouch } }: Pick<PasswordProps, 'unlocking'>) {
  const { touches } = useTouches()
  if (touches.length === 0) return null
  return (
    <>
      <Button
        leftSection={<IconFingerprint size={18} aria-hidden />}
        loading={busy === 'touch'}
        disabled={busy === 'password'}
        fullWidth
        onClick={() => void tryTouch()}
      >
        {WORDS.touch}
      </Button>
      <Divider label={WORDS.or} />
    </>
  )
}

interface PasswordProps {
  hint: string
  unlocking: ReturnType<typeof useUnlock>
  isHandedOver: boolean
}

function Password({ hint, unlocking, isHandedOver }: PasswordProps) {
  const [password, setPassword] = useState('')
  const field = useRef<HTMLInputElement>(null)
  const { online } = useLink()
  const { busy, refusal, tryPassword } = unlocking
  const isBusy = busy !== undefined

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (password === '' || isBusy) return
    if (!(await tryPassword(password))) field.current?.select()
  }
  return (
    <form onSubmit={(event) => void submit(event)} aria-label={WORDS.unlock}>
      <Stack>
        <Text size="sm">{hint}</Text>
        <PasswordInput
          ref={field}
          label={WORDS.password}
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
          autoComplete="current-password"
          autoFocus
          required
          withAsterisk={false}
          readOnly={isBusy}
          error={refusal?.kind === 'wrong' ? wrongWords(online) : undefined}
          errorProps={{ role: 'alert' }}
        />
        {refusal?.kind === 'failed' && (
          <Alert color="red" role="alert">
            {refusal.words}
          </Alert>
        )}
        {!online && (
          <Text c="dimmed" size="sm" role="status">
            {WORDS.offline}
          </Text>
        )}
        <Button type="submit" loading={busy === 'password'} disabled={busy === 'touch'} fullWidth>
          {WORDS.unlock}
        </Button>
        {!isHandedOver && (
          <Button
            variant="subtle"
            color="gray"
            fullWidth
            disabled={isBusy}
            onClick={() => void leaveBy(leaveVault)}
          >
            {WORDS.someoneElse}
          </Button>
        )}
      </Stack>
    </form>
  )
}

const wrongWords = (isOnline: boolean): ReactNode =>
  `${WORDS.wrongPassword} ${isOnline ? WORDS.changedElsewhere : WORDS.changedElsewhereOffline}`

/** Says that work waits and will be sent without the person; it names nobody. */
function Waiting() {
  const count = useUnsentCount()
  if (count === 0) return null
  return (
    <Text c="dimmed" size="sm" role="status">
      {WORDS.waiting(count)}
    </Text>
  )
}
