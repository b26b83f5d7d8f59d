import {
  Autocomplete,
  Button,
  Checkbox,
  Group,
  Paper,
  SegmentedControl,
  Text,
  TextInput,
} from '@mantine/core'
import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { type MachineTitle, machineViewCalls } from '#contract/calls/machine-view.ts'
import type { InputOf } from '#contract/kernel/define-call.ts'
import { formatShortDateTime } from '#domain/time/formats.ts'
import { useCall } from '#src/sync/api/use-call.ts'
import { DayInput } from '#src/ui/dates/DayInput.tsx'
import { ErrorNote } from '#src/ui/notes/ErrorNote.tsx'
import { ReasonButton } from '#src/ui/ReasonButton.tsx'
import { useToday } from '#src/ui/time/use-today.ts'
import classes from './interfaces.module.css'
import { MACHINE_VIEW_WORDS as WORDS } from './machine-words.ts'

export type AskedQuestion = InputOf<typeof machineViewCalls.machineView>

export interface MachineQuestionProps {
  zone: string
  isBusy: boolean
  onAsk: (question: AskedQuestion) => void
}

/**
 * Asks for the machine, its query and the examination to search for. The AE title is kept in the address;
 * numbers never are.
 */
export function MachineQuestion({ zone, isBusy, onAsk }: MachineQuestionProps) {
  const own = useOwnQuery(zone)
  const [params, setParams] = useSearchParams()
  const asking = useCall(machineViewCalls.machineTitles, {}, true, 0)
  const titles = asking.answer?.result ?? []
  const [mode, setMode] = useState<'asked' | 'own'>()
  const [number, setNumber] = useState('')
  const aet = params.get('aet') ?? ''
  const title = titles.find((one) => one.aet === aet.trim())
  const hasAsked = title?.last_seen != null
  const isAsked = (mode ?? (hasAsked ? 'asked' : 'own')) === 'asked' && hasAsked
  const question: AskedQuestion = {
    aet: aet.trim(),
    ...(isAsked ? { as_asked: 1 } : own.asked),
    ...(number.trim() !== '' && { number: number.trim() }),
  }
  return (
    <Paper
      component="form"
      className={classes.silence}
      onSubmit={(event) => {
        event.preventDefault()
        if (question.aet !== '') onAsk(question)
      }}
    >
      {asking.error && <ErrorNote message={asking.error.message} />}
      <div className={classes.fields}>
        <Autocomplete
          label={WORDS.machine}
          description={title ? wordsOf(title, zone) : WORDS.machineHint}
          data={titles.map((one) => one.aet)}
          value={aet}
          maxLength={16}
          onChange={(value) => setParams(value === '' ? {} : { aet: value }, { replace: true })}
          renderOption={({ option }) => (
            <TitleOption title={titles.find((one) => one.aet === option.value)} />
          )}
        />
        <TextInput
          label={WORDS.number}
          description={WORDS.numberHint}
          value={number}
          maxLength={64}
          onChange={(event) => setNumber(event.currentTarget.value)}
        />
      </div>
      {hasAsked && (
        <SegmentedControl
          aria-label={WORDS.mode}
          className={classes.mode}
          data={[
            { value: 'asked', label: WORDS.asAsked },
            { value: 'own', label: WORDS.own },
          ]}
          value={isAsked ? 'asked' : 'own'}
          onChange={(value) => setMode(value === 'asked' ? 'asked' : 'own')}
        />
      )}
      {!isAsked && <OwnQueryFields own={own} zone={zone} />}
      <Group gap="sm">
        {question.aet === '' ? (
          <ReasonButton reason={WORDS.needsMachine}>{WORDS.show}</ReasonButton>
        ) : (
          <Button type="submit" loading={isBusy}>
            {WORDS.show}
          </Button>
        )}
        <Text size="xs" c="dimmed">
          {WORDS.audited}
        </Text>
      </Group>
    </Paper>
  )
}

type OwnQuery = ReturnType<typeof useOwnQuery>

/** Returns the typed conditions of a query that no machine has sent, and what they ask for. */
function useOwnQuery(zone: string) {
  const today = useToday(zone)
  // Undefined means today, also after midnight, until a person types a day.
  const [typedDay, setDay] = useState<string>()
  const day = typedDay ?? today
  const [typed, setTyped] = useState({ modality: '', patient: '', accession: '', isOwnTitle: false })
  const { modality, patient, accession, isOwnTitle } = typed
  const asked = {
    ...(day !== '' && { day }),
    ...(modality.trim() !== '' && { modality: modality.trim() }),
    ...(patient.trim() !== '' && { pat_id: patient.trim() }),
    ...(accession.trim() !== '' && { accession_no: accession.trim() }),
    ...(isOwnTitle && { own_title: 1 as const }),
  }
  const change = (part: Partial<typeof typed>) => setTyped((before) => ({ ...before, ...part }))
  return { day, setDay, typed, change, asked }
}

/** The conditions of a query that no machine has sent. */
function OwnQueryFields({ own, zone }: { own: OwnQuery; zone: string }) {
  const { day, setDay, typed, change } = own
  return (
    <>
      <div className={classes.fields}>
        <DayInput label={WORDS.day} description={WORDS.dayHint} value={day} onChange={setDay} zone={zone} />
        <TextInput
          label={WORDS.modality}
          description={WORDS.any}
          value={typed.modality}
          maxLength={16}
          onChange={(event) => change({ modality: event.currentTarget.value })}
        />
        <TextInput
          label={WORDS.patient}
          description={WORDS.any}
          value={typed.patient}
          maxLength={64}
          onChange={(event) => change({ patient: event.currentTarget.value })}
        />
        <TextInput
          label={WORDS.accession}
          description={WORDS.any}
          value={typed.accession}
          maxLength={64}
          onChange={(event) => change({ accession: event.currentTarget.value })}
        />
      </div>
      <Checkbox
        label={WORDS.ownTitle}
        checked={typed.isOwnTitle}
        onChange={(event) => change({ isOwnTitle: event.currentTarget.checked })}
      />
    </>
  )
}

function TitleOption({ title }: { title: MachineTitle | undefined }) {
  if (!title) return null
  return (
    <div>
      <Text size="sm">{title.aet}</Text>
      <Text size="xs" c="dimmed">
        {title.machines.join('; ') || WORDS.noMachine}
      </Text>
    </div>
  )
}

const wordsOf = ({ machines, last_seen }: MachineTitle, zone: string) =>
  [
    machines.join('; ') || WORDS.noMachine,
    last_seen === null ? WORDS.neverSeen : WORDS.lastSeen(formatShortDateTime(new Date(last_seen), zone)),
  ].join(', ')
