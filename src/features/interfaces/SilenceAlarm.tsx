import { Button, Checkbox, Group, NumberInput, Paper, Text } from '@mantine/core'
import { useId, useState } from 'react'
import { type ExchangePeer, interfaceCalls } from '#contract/calls/interfaces.ts'
import { REST_DAYS_MOST, SILENT_AFTER_HOURS } from '#domain/exchange/silence.ts'
import { WEEKDAYS } from '#domain/time/formats.ts'
import { callApi } from '#src/sync/api/call-api.ts'
import { notifyDone } from '#src/ui/notes/notify.ts'
import { RefusalNote } from '#src/ui/refusal/RefusalNote.tsx'
import { useAct } from '#src/ui/refusal/use-act.ts'
import classes from './interfaces.module.css'
import { INTERFACES_WORDS } from './words.ts'

const WORDS = INTERFACES_WORDS.silence
const { least, most } = SILENT_AFTER_HOURS

export interface SilenceAlarmProps {
  peer: ExchangePeer
  /** Reloads the systems. */
  onSaved: () => void
}

/**
 * The number of open hours of silence after which administrators are notified about the chosen system; empty:
 * never.
 */
export function SilenceAlarm({
  peer: { id, name, silent_after_hours, rest_days },
  onSaved,
}: SilenceAlarmProps) {
  const [hours, setHours] = useState<number | ''>(silent_after_hours ?? '')
  const [restDays, setRestDays] = useState(() => rest_days.map(String))
  const [box, act] = useAct()
  const hint = useId()
  const problem = problemOf(hours)
  const isAllRest = restDays.length > REST_DAYS_MOST
  const isShown = act.fields.silent_after_hours ?? problem
  const save = async () => {
    if (problem !== undefined || isAllRest) return act.refuse()
    const days = restDays.map(Number).toSorted((a, b) => a - b)
    const isSaved = await act.run(() =>
      callApi(interfaceCalls.setSilence, {
        id,
        silent_after_hours: hours === '' ? null : hours,
        rest_days: days,
      }),
    )
    if (!isSaved) return
    notifyDone(hours === '' ? WORDS.savedOff : WORDS.saved)
    onSaved()
  }
  return (
    <Paper className={classes.silence} ref={box} component="section" aria-label={WORDS.title(name)}>
      <Text fw={600} size="sm">
        {WORDS.title(name)}
      </Text>
      <Group align="flex-start" gap="xs">
        <NumberInput
          aria-label={WORDS.hours}
          aria-describedby={hint}
          placeholder={WORDS.off}
          suffix={WORDS.unit}
          w={140}
          allowDecimal={false}
          allowNegative={false}
          clampBehavior="none"
          value={hours}
          error={isShown}
          onChange={(value) => {
            act.forget()
            setHours(value === '' ? '' : Number(value))
          }}
          onKeyDown={(event) => event.key === 'Enter' && void save()}
        />
        <Button variant="default" loading={act.isBusy} onClick={() => void save()}>
          {WORDS.save}
        </Button>
      </Group>
      <Checkbox.Group
        label={WORDS.restDays}
        size="xs"
        value={restDays}
        error={act.fields.rest_days ?? (isAllRest ? WORDS.allRest : undefined)}
        onChange={(value) => {
          act.forget()
          setRestDays(value)
        }}
      >
        <Group gap="sm">
          {WEEKDAYS.map((label, day) => (
            <Checkbox key={label} size="xs" value={String(day)} label={label} />
          ))}
        </Group>
      </Checkbox.Group>
      <Text size="xs" c="dimmed" id={hint}>
        {WORDS.hint}
      </Text>
      <RefusalNote act={act} isAtField={(field) => field === 'silent_after_hours' || field === 'rest_days'} />
    </Paper>
  )
}

const problemOf = (hours: number | '') =>
  hours === '' || (hours >= least && hours <= most) ? undefined : WORDS.range(least, most)
