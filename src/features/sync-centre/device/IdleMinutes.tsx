import { Select } from '@mantine/core'
import { IDLE_CHOICES } from '#src/sync/session/lock/idle.ts'
import { useIdleMinutes } from '#src/sync/session/lock/idle-minutes.ts'
import { useAct } from '#src/ui/refusal/use-act.ts'
import { DEVICE_WORDS as WORDS } from '../words.ts'

const CHOICES = IDLE_CHOICES.map((minutes) => ({ value: String(minutes), label: WORDS.minutes(minutes) }))

/** The number of idle minutes after which this device locks. */
export function IdleMinutes() {
  const [minutes, choose] = useIdleMinutes()
  const [box, { problem, run }] = useAct()
  return (
    <div ref={box}>
      <Select
        label={WORDS.idle}
        data={CHOICES}
        value={String(minutes)}
        onChange={(value) => value !== null && void run(() => choose(Number(value)))}
        error={problem?.message}
        allowDeselect={false}
      />
    </div>
  )
}
