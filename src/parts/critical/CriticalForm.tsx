import { Alert, Button, Checkbox, Group, Select, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { type CriticalRow, TOLD_HOW } from '#contract/calls/study-parts.ts'
import { CLOSE_PROBLEMS, findCloseProblem, findToldProblem } from '#domain/study/critical-rules.ts'
import {
  type CriticalFields,
  criticalFieldsOf,
  saveCritical,
  useRefusedCritical,
} from '#src/sync/study-parts/criticals.ts'
import { DayTimeInput } from '#src/ui/dates/DayTimeInput.tsx'
import { RefusalNote } from '#src/ui/refusal/RefusalNote.tsx'
import { useAct } from '#src/ui/refusal/use-act.ts'
import { fromLocalField, toLocalField } from './datetime-local.ts'
import { CRITICAL_WORDS as WORDS } from './words.ts'

// Values that the server has accepted are not validated again.
const NO_LIMIT = new Date(8.64e15)

export interface CriticalFormProps {
  critical: CriticalRow
}

/**
 * The form of an open record: who was informed, how, when, and whether it was read back; it can be saved
 * repeatedly and closed once.
 */
export function CriticalForm({ critical }: CriticalFormProps) {
  // While a person types, keeps the row that they saw, so that another person's change in between is
  // detected.
  const [edited, setEdited] = useState<{ seen: CriticalRow; fields: CriticalFields; now: Date }>()
  const fields = edited?.fields ?? criticalFieldsOf(critical)
  const now = edited?.now ?? NO_LIMIT
  const set = (change: Partial<CriticalFields>) =>
    // Validated against the time of typing, so that the value of Now is never in the future.
    setEdited({ seen: edited?.seen ?? critical, fields: { ...fields, ...change }, now: new Date() })
  const problem = findCloseProblem(fields)
  const later = findToldProblem(fields, now)
  const [box, act] = useAct()
  const save = (isClosed: boolean) =>
    void act.run(async () => {
      await saveCritical(edited?.seen ?? critical, fields, isClosed)
      setEdited(undefined)
    })
  return (
    <Stack gap="xs" ref={box}>
      <RefusedRecord id={critical.id} onUse={set} />
      <Group gap="xs" align="flex-end" grow preventGrowOverflow={false} wrap="wrap">
        <TextInput
          label={WORDS.toldTo}
          value={fields.told_to}
          maxLength={200}
          onChange={(event) => set({ told_to: event.currentTarget.value })}
          miw={180}
        />
        <Select
          label={WORDS.toldHow}
          data={TOLD_HOW.map((how) => ({ value: how, label: WORDS.how[how] }))}
          value={fields.told_how === '' ? null : fields.told_how}
          onChange={(how) => set({ told_how: TOLD_HOW.find((one) => one === how) ?? '' })}
          clearable
          miw={120}
        />
        <Group gap="xs" align="flex-end">
          <DayTimeInput
            label={WORDS.toldOn}
            value={toLocalField(fields.told_on)}
            error={later}
            onChange={(value) => set({ told_on: fromLocalField(value) })}
          />
          <Button variant="default" onClick={() => set({ told_on: new Date().toISOString() })}>
            {WORDS.now}
          </Button>
        </Group>
      </Group>
      <Checkbox
        label={WORDS.readBack}
        checked={fields.read_back === 1}
        onChange={(event) => set({ read_back: event.currentTarget.checked ? 1 : 0 })}
      />
      <Textarea
        label={WORDS.note}
        value={fields.note}
        autosize
        minRows={2}
        maxRows={6}
        maxLength={2_000}
        onChange={(event) => set({ note: event.currentTarget.value })}
      />
      <Group justify="flex-end" gap="xs">
        {problem && (
          <Text c="dimmed" size="sm" mr="auto">
            {CLOSE_PROBLEMS[problem]}
          </Text>
        )}
        <RefusalNote act={act} />
        <Button
          variant="default"
          disabled={edited === undefined || later !== undefined}
          onClick={() => save(false)}
        >
          {WORDS.save}
        </Button>
        <Button disabled={problem !== undefined || later !== undefined} onClick={() => save(true)}>
          {WORDS.close}
        </Button>
      </Group>
    </Stack>
  )
}

/** Input that was refused because the record had changed or was closed. */
function RefusedRecord({ id, onUse }: { id: string; onUse: (fields: Partial<CriticalFields>) => void }) {
  const refused = useRefusedCritical(id)
  if (!refused) return null
  // The input has the shape that saveCritical stored.
  const mine = refused.input as unknown as CriticalFields
  const words = [mine.told_to, mine.told_how && WORDS.how[mine.told_how], mine.note]
    .filter(Boolean)
    .join(' · ')
  return (
    <Alert color="red" variant="light" role="alert">
      <Text size="sm">{refused.isConflict ? WORDS.conflict : refused.reason}</Text>
      <Text size="sm" fw={600}>
        {words}
      </Text>
      <Button size="xs" mt="xs" variant="default" onClick={() => onUse(criticalFieldsOf(mine))}>
        {WORDS.enterMine}
      </Button>
    </Alert>
  )
}
