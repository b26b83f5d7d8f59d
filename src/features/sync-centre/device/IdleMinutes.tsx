import { Select } from '@mantine/core'
import { IDLE_CHOICES } from '#src/sync/session/idle.ts'
import { useIdleMinutes } from '#src/sync/session/idle-minutes.ts'
import { notifyError } from '#src/ui/notify.ts'
import { DEVICE_WORDS as WORDS } from '../words.ts'

const CHOICES = IDLE_CHOICES.map((minutes) => ({ value: String(minutes), label: WORDS.minutes(minutes) }))

/** After how many minutes without a person this device locks. */
export function IdleMinutes() {
  const [minutes, choose] = useIdleMinutes()
  return (
    <Select
      label={WORDS.idle}
      data={CHOICES}
      value={String(minutes)}
      onChange={(value) => value !== null && void choose(Number(value)).catch(notifyError)}
      allowDeselect={false}
    />
  )
}
