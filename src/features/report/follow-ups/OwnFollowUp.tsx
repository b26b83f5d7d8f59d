import { Button, NativeSelect, TextInput } from '@mantine/core'
import { IconCalendarPlus } from '@tabler/icons-react'
import { type FormEvent, type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { StudyRow } from '#contract/calls/studies.ts'
import {
  type ReadFollowUp,
  readTypedFollowUp,
  type TypedFollowUp,
  type TypedProblems,
  WHAT_MAX,
} from '#domain/follow-up/own-words.ts'
import { whatOf } from '#domain/follow-up/recognise.ts'
import { formatDay } from '#domain/time/formats.ts'
import { dueDaysOf, examinedDayOf } from '#src/sync/reports/set-follow-ups.ts'
import { branchZone } from '#src/sync/session/branch-zone.ts'
import { DayInput } from '#src/ui/dates/DayInput.tsx'
import { RefusalNote } from '#src/ui/refusal/RefusalNote.tsx'
import { useAct } from '#src/ui/refusal/use-act.ts'
import { useToday } from '#src/ui/time/use-today.ts'
import { unkeptMark } from '#src/ui/unsaved/unkept.ts'
import classes from './follow-ups.module.css'
import type { FollowUps } from './use-follow-ups.ts'
import { FOLLOW_UP_WORDS as WORDS } from './words.ts'

export interface OwnFollowUpProps {
  study: StudyRow
  followUps: FollowUps
  isFiled: boolean
  /** A new object opens the fields. */
  asked: object | undefined
}

const NOTHING: TypedFollowUp = { what: '', count: '', unit: 'month', day: '' }

/** A follow-up that is not in the Recommendation: its button, and the fields to type it. */
export function OwnFollowUp({ asked, ...props }: OwnFollowUpProps) {
  const [isOpen, setOpen] = useState(false)
  // A request from before the strip was remounted has been handled already.
  const [answered, setAnswered] = useState(asked)
  const opener = useRef<HTMLButtonElement>(null)
  if (asked !== answered) {
    setAnswered(asked)
    setOpen(true)
  }
  const cameFrom = useRef<Element>(undefined)
  // Runs before the fields take the focus.
  useLayoutEffect(() => {
    if (isOpen) cameFrom.current = document.activeElement ?? document.body
  }, [isOpen])
  useEffect(() => {
    const { current: before } = cameFrom
    if (isOpen || !before) return
    cameFrom.current = undefined
    // The focused fields are unmounted: move the focus back to the text, or to the button, which is a new
    // element.
    const isThere = before !== document.body && before.isConnected && before instanceof HTMLElement
    if (isThere) before.focus()
    else opener.current?.focus()
  }, [isOpen])
  if (isOpen) return <OwnFields {...props} asked={asked} onClose={() => setOpen(false)} />
  return (
    <Button
      ref={opener}
      size="compact-xs"
      variant="subtle"
      leftSection={<IconCalendarPlus size={14} aria-hidden />}
      onClick={() => setOpen(true)}
    >
      {WORDS.own}
    </Button>
  )
}

function OwnFields({
  study,
  followUps,
  isFiled,
  asked,
  onClose,
}: OwnFollowUpProps & { onClose: () => void }) {
  const [typed, setTyped] = useState(NOTHING)
  const [problems, setProblems] = useState<TypedProblems>({})
  const [box, act] = useAct()
  const form = useRef<HTMLFormElement>(null)
  const zone = branchZone(study.branch_id)
  const today = useToday(zone)
  const examined = examinedDayOf(study)
  const read = readTypedFollowUp(typed, { examined, today, show: formatDay })
  // Only a new key press moves the cursor.
  // oxlint-disable-next-line react-hooks/exhaustive-deps
  useEffect(() => fieldOf(form.current, 'what')?.focus(), [asked])

  const change = (part: Partial<TypedFollowUp>) => {
    setTyped({ ...typed, ...part })
    setProblems({})
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!read.proposal) {
      setProblems(read.problems)
      fieldOf(form.current, read.problems.what === undefined ? 'when' : 'what')?.focus()
      return
    }
    const { proposal } = read
    await act.run(async () => {
      await followUps.addOwn(proposal)
      onClose()
    })
  }
  const onKey = (event: KeyboardEvent) => {
    // An open calendar is closed first.
    if (event.key !== 'Escape' || event.defaultPrevented || event.nativeEvent.isComposing) return
    event.preventDefault()
    onClose()
  }
  const hasWords = typed.what !== '' || typed.count !== '' || typed.day !== ''
  return (
    // Escape in any of the fields closes them.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <form
      ref={form}
      className={classes.own}
      aria-label={WORDS.ownTitle}
      noValidate
      onSubmit={(event) => void submit(event)}
      onKeyDown={onKey}
      {...unkeptMark(hasWords)}
    >
      <TypedFields typed={typed} problems={problems} zone={zone} onChange={change} />
      <div className={classes.acts} ref={box}>
        <Button type="submit" size="compact-sm" variant="light" loading={act.isBusy}>
          {isFiled ? WORDS.ownSet : WORDS.ownAdd}
        </Button>
        <Button size="compact-sm" variant="subtle" color="gray" onClick={onClose}>
          {WORDS.ownCancel}
        </Button>
        <RefusalNote act={act} />
        <p className={classes.reading} role="status">
          {readingOf(read, study)}
        </p>
      </div>
    </form>
  )
}

interface TypedFieldsProps {
  typed: TypedFollowUp
  problems: TypedProblems
  zone: string
  onChange: (part: Partial<TypedFollowUp>) => void
}

/** What to do, and when: in a number of days to years, or on a day. */
function TypedFields({ typed, problems, zone, onChange }: TypedFieldsProps) {
  return (
    <div className={classes.fields}>
      <TextInput
        data-field="what"
        size="xs"
        className={classes.what}
        label={WORDS.what}
        placeholder={WORDS.whatHint}
        maxLength={WHAT_MAX}
        value={typed.what}
        error={problems.what}
        onChange={(event) => onChange({ what: event.currentTarget.value })}
      />
      {typed.unit === 'on' ? (
        <DayInput
          data-field="when"
          size="xs"
          label={WORDS.day}
          value={typed.day}
          zone={zone}
          error={problems.when}
          classNames={{ error: classes.problem }}
          onChange={(day) => onChange({ day })}
        />
      ) : (
        <TextInput
          data-field="when"
          size="xs"
          className={classes.count}
          label={WORDS.time}
          placeholder="3"
          inputMode="numeric"
          value={typed.count}
          error={problems.when}
          classNames={{ error: classes.problem }}
          onChange={(event) => onChange({ count: event.currentTarget.value })}
        />
      )}
      <NativeSelect
        size="xs"
        className={classes.unit}
        label={WORDS.unit}
        data={UNITS}
        value={typed.unit}
        onChange={(event) => {
          const unit = UNITS.find(({ value }) => value === event.currentTarget.value)?.value
          if (unit) onChange({ unit })
        }}
      />
    </div>
  )
}

const UNITS = [
  { value: 'day', label: 'days' },
  { value: 'week', label: 'weeks' },
  { value: 'month', label: 'months' },
  { value: 'year', label: 'years' },
  { value: 'on', label: 'on a day' },
] as const satisfies readonly { value: TypedFollowUp['unit']; label: string }[]

const fieldOf = (form: HTMLFormElement | null, name: 'what' | 'when') =>
  form?.querySelector<HTMLInputElement>(`input[data-field="${name}"], [data-field="${name}"] input`)

/**
 * Returns how the proposal was understood, namely the later studies it is compared with and the days, so that
 * a misreading is noticed now.
 */
function readingOf({ proposal }: ReadFollowUp, study: StudyRow): string {
  if (!proposal) return WORDS.ownHint
  const { due_on, due_to } = dueDaysOf(study, proposal)
  return WORDS.ownReading(
    whatOf(proposal.modality, proposal.regions),
    WORDS.due(formatDay(due_on), formatDay(due_to)),
  )
}
