import { NumberInput, Select, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import type { MachineProfileRecord } from '#contract/calls/machine-profiles.ts'
import { settingsCalls } from '#contract/calls/settings.ts'
import {
  MACHINE_LETTERS,
  MACHINE_SETS,
  type MachineSet,
  MISSING_LETTERS,
  type MissingLetters,
} from '#domain/study/dicom/machine-letters.ts'
import { formatDateTime } from '#domain/time/formats.ts'
import { callApi } from '#src/sync/api/call-api.ts'
import { useKeptCall } from '#src/sync/api/use-kept-call.ts'
import { useLink } from '#src/sync/link/use-link.ts'
import { branchZone } from '#src/sync/session/branch-zone.ts'
import { OnlineButton } from '#src/ui/master/OnlineButton.tsx'
import { ErrorNote } from '#src/ui/notes/ErrorNote.tsx'
import { notifyDone } from '#src/ui/notes/notify.ts'
import { SkeletonRows } from '#src/ui/notes/SkeletonRows.tsx'
import { RefusalNote } from '#src/ui/refusal/RefusalNote.tsx'
import { useAct } from '#src/ui/refusal/use-act.ts'
import classes from '../settings.module.css'
import { MACHINE_WORDS as WORDS } from './machine-words.ts'

const optionsOf = (labels: Readonly<Record<string, string>>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }))
const SETS = optionsOf(MACHINE_SETS)
const MISSING = optionsOf(MISSING_LETTERS)

/** The machines that have queried their worklist: what their queries revealed, and how to respond to each. */
export function MachineProfiles() {
  const { online } = useLink()
  const { answer, error, refresh } = useKeptCall(
    settingsCalls.machineProfiles,
    {},
    {
      isWanted: true,
      news: String(online),
      keptAs: 'settings:machines',
    },
  )
  const machines = answer?.result
  return (
    <section className={classes.section} aria-label={WORDS.title}>
      <Title order={3} size="h5">
        {WORDS.title}
      </Title>
      <Text c="dimmed" size="sm">
        {WORDS.hint}
      </Text>
      {error && !machines && <ErrorNote title={WORDS.notLoaded} message={error.message} onRetry={refresh} />}
      {!machines && !error && <SkeletonRows />}
      {machines?.length === 0 && <Text size="sm">{WORDS.none}</Text>}
      <Stack gap="lg">
        {machines?.map((machine) => (
          <MachineForm key={`${machine.aet} ${machine.rev}`} machine={machine} onChanged={refresh} />
        ))}
      </Stack>
    </section>
  )
}

type Kept = Pick<MachineProfileRecord, 'character_set' | 'missing_letters' | 'max_letters'>

function MachineForm({ machine, onChanged }: { machine: MachineProfileRecord; onChanged: () => void }) {
  const { aet, rev, character_set, missing_letters, max_letters } = machine
  const stored: Kept = { character_set, missing_letters, max_letters }
  const [kept, setKept] = useState(stored)
  const [box, act] = useAct()
  const refused = act.fields.max_letters
  const isChanged = JSON.stringify(kept) !== JSON.stringify(stored)
  const change = (part: Partial<Kept>) => {
    setKept((before) => ({ ...before, ...part }))
    act.forget()
  }
  const save = () =>
    act.run(async () => {
      await callApi(settingsCalls.saveMachineProfile, { aet, rev, ...kept })
      notifyDone(WORDS.saved(aet))
      onChanged()
    })
  return (
    <div ref={box}>
      <fieldset className={classes.machine}>
        <legend>{aet}</legend>
        <LearnedFacts machine={machine} />
        <div className={classes.fields}>
          <Select
            label={WORDS.set}
            data={SETS}
            value={kept.character_set}
            allowDeselect={false}
            onChange={(set) => change({ character_set: (set ?? '') as MachineSet })}
          />
          <Select
            label={WORDS.missing}
            data={MISSING}
            value={kept.missing_letters}
            allowDeselect={false}
            onChange={(way) => way && change({ missing_letters: way as MissingLetters })}
          />
          <NumberInput
            label={WORDS.longest}
            description={WORDS.longestHint}
            min={MACHINE_LETTERS.min}
            max={MACHINE_LETTERS.max}
            allowDecimal={false}
            value={kept.max_letters ?? ''}
            error={refused === undefined ? undefined : WORDS.rule(refused)}
            onChange={(value) => change({ max_letters: value === '' ? null : Number(value) })}
          />
        </div>
        <OnlineButton
          variant="default"
          style={{ alignSelf: 'flex-start' }}
          loading={act.isBusy}
          refusal={isChanged ? undefined : WORDS.unchanged}
          aria-label={WORDS.saveOf(aet)}
          onClick={() => void save()}
        >
          {WORDS.save}
        </OnlineButton>
        <RefusalNote act={act} isAtField={(name) => name === 'max_letters'} />
      </fieldset>
    </div>
  )
}

function LearnedFacts({ machine }: { machine: MachineProfileRecord }) {
  return (
    <div>
      <Text size="sm">
        {WORDS.lastSeen(
          formatDateTime(new Date(machine.last_seen), branchZone()),
          machine.address,
          machine.asked,
        )}
      </Text>
      <Text size="sm" c="dimmed">
        {WORDS.asks(machine.asked_set, machine.pdu_max)}
      </Text>
      <details>
        <summary>{WORDS.keys(machine.return_keys.length)}</summary>
        <Text size="xs" className={classes.keys}>
          {machine.return_keys.join(', ')}
        </Text>
      </details>
    </div>
  )
}
