import { type OwnSession, ownDeviceCalls } from '#contract/calls/own-devices.ts'
import { formatMoment } from '#domain/time/formats.ts'
import { callApi } from '#src/sync/api/call-api.ts'
import { READER_ZONE } from '#src/sync/session/branch-zone.ts'
import { confirmAct } from '#src/ui/dialog/confirm-act.tsx'
import { notifyDone } from '#src/ui/notes/notify.ts'
import { ReasonButton } from '#src/ui/ReasonButton.tsx'
import { ActBox } from '#src/ui/refusal/ActBox.tsx'
import { useAct } from '#src/ui/refusal/use-act.ts'
import { ageText } from '#src/ui/time/age-text.ts'
import { useTickingTime } from '#src/ui/time/ticking-clock.ts'
import classes from './mine.module.css'
import { Here, type OwnListProps } from './OwnDevices.tsx'
import { About, Part } from './Part.tsx'
import { MINE_WORDS as WORDS } from './words.ts'

/** The person's active sessions, with buttons to end one or all others. */
export function OwnSessions({
  sessions,
  isOnline,
  onChanged,
}: OwnListProps & { sessions: readonly OwnSession[] }) {
  const now = useTickingTime(true)
  const reason = isOnline ? undefined : WORDS.needsNetwork
  const others = sessions.filter(({ is_this }) => is_this === 0)
  const signOutOthers = async () => {
    await confirmAct({
      title: WORDS.signOutOthersTitle,
      message: WORDS.signOutOthersWhat,
      confirmLabel: WORDS.signOutOthers,
      danger: true,
      act: async () => notifyDone((await callApi(ownDeviceCalls.endOthers, {})).message),
    })
    onChanged()
  }
  return (
    <Part
      title={WORDS.sessions}
      hint={WORDS.sessionsHint}
      action={
        others.length > 0 && (
          <ReasonButton variant="default" size="xs" reason={reason} onClick={() => void signOutOthers()}>
            {WORDS.signOutOthers}
          </ReasonButton>
        )
      }
    >
      <ul className={`${classes.rows} ${classes.long}`} aria-label={WORDS.sessions}>
        {sessions.map((session) => (
          <li key={session.session_id} className={classes.row}>
            <About
              name={session.device_name || WORDS.noDevice}
              details={detailsOf(session, now)}
              mark={session.is_this === 1 && <Here words={WORDS.thisSession} />}
            />
            {session.is_this === 0 && (
              <SignOutButton id={session.session_id} reason={reason} onChanged={onChanged} />
            )}
          </li>
        ))}
      </ul>
    </Part>
  )
}

function detailsOf({ address, opened, last_seen }: OwnSession, now: number): string[] {
  const since = WORDS.since(formatMoment(new Date(opened), new Date(now), READER_ZONE))
  const seen = WORDS.seen(ageText(now - Date.parse(last_seen)))
  return [[address !== '' && WORDS.from(address), since, seen].filter((part) => part !== false).join(', ')]
}

interface SignOutButtonProps {
  id: string
  reason: string | undefined
  onChanged: () => void
}

function SignOutButton({ id, reason, onChanged }: SignOutButtonProps) {
  const parts = useAct()
  const [, act] = parts
  const end = async () => {
    const { message } = await callApi(ownDeviceCalls.endSession, { session_id: id })
    notifyDone(message)
    onChanged()
  }
  return (
    <ActBox parts={parts} maw={320}>
      <ReasonButton
        variant="default"
        size="compact-sm"
        reason={reason}
        loading={act.isBusy}
        onClick={() => void act.run(end)}
      >
        {WORDS.signOut}
      </ReasonButton>
    </ActBox>
  )
}
