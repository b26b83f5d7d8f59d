import { Button, Group, Text, Textarea, TextInput } from '@mantine/core'
import type { FormEvent } from 'react'
import type { DayClose } from '#contract/calls/payments.ts'
import { formatMoney } from '#domain/money/currency.ts'
import { fromMinor } from '#domain/money/minor-units.ts'
import { useMoneyFormat } from '#src/parts/papers/use-paper-context.ts'
import { ReasonButton } from '#src/ui/ReasonButton.tsx'
import classes from './day-close.module.css'
import { type Closing, type Counted, useClosing } from './use-closing.ts'
import { DAY_CLOSE_WORDS as WORDS } from './words.ts'

export interface CloseFormProps extends Counted {
  /** Why the day cannot be closed now. */
  refusal: string | undefined
  /** The server has the count, so the recorded amount is now visible. */
  onCounted: () => void
  onClosed: (close: DayClose) => void
  /** The figures are outdated and must be loaded again. */
  onStale: () => void
}

/**
 * The close of a day: the cash is counted first, then compared with the recorded amount; a difference needs a
 * note.
 */
export function CloseForm(props: CloseFormProps) {
  const closing = useClosing(props)
  const { submit, isCounted } = closing
  return (
    <form
      className={classes.count}
      aria-label={WORDS.close}
      noValidate
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        void submit()
      }}
    >
      {isCounted ? <Compared {...props} closing={closing} /> : <Blind {...props} closing={closing} />}
      {closing.problems.form !== undefined && <p role="alert">{closing.problems.form}</p>}
    </form>
  )
}

interface StepProps extends CloseFormProps {
  closing: Closing
}

/** The step before the count: hides the expected amount. */
function Blind({ refusal, closing }: StepProps) {
  return (
    <>
      <div className={classes.line}>
        <span>{WORDS.recordedCash}</span>
        <Text c="dimmed" size="sm">
          {WORDS.recordedLater}
        </Text>
      </div>
      <CountInput closing={closing} />
      <Text c="dimmed" size="sm">
        {WORDS.countHint}
      </Text>
      <ReasonButton type="submit" loading={closing.isBusy} reason={refusal}>
        {WORDS.count}
      </ReasonButton>
    </>
  )
}

/** The step after the count: recorded, counted, and the difference. */
function Compared({ refusal, recordedCash = 0, closing }: StepProps) {
  const format = useMoneyFormat()
  const money = (minor: number) => formatMoney(fromMinor(minor, format.decimals), format)
  const { counted, difference, note, setNote, problems, isBusy, countAgain } = closing
  return (
    <>
      <div className={classes.line}>
        <span>{WORDS.recordedCash}</span>
        <strong className="tabular">{formatMoney(recordedCash, format)}</strong>
      </div>
      <div className={classes.line}>
        <span>{WORDS.counted}</span>
        <strong className="tabular">{counted === undefined ? '–' : money(counted)}</strong>
      </div>
      <div className={classes.line} role="status">
        <span>{WORDS.difference}</span>
        <strong className="tabular">{difference === undefined ? '–' : money(difference)}</strong>
      </div>
      <Textarea
        label={WORDS.note}
        description={WORDS.noteHint}
        autosize
        minRows={2}
        maxLength={1000}
        value={note}
        error={problems.note}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
      <Group gap="xs">
        <ReasonButton type="submit" loading={isBusy} reason={refusal}>
          {WORDS.close}
        </ReasonButton>
        <Button variant="default" onClick={countAgain}>
          {WORDS.countAgain}
        </Button>
      </Group>
    </>
  )
}

function CountInput({ closing }: { closing: Closing }) {
  return (
    <TextInput
      label={WORDS.counted}
      inputMode="decimal"
      autoComplete="off"
      className="tabular"
      styles={{ input: { textAlign: 'end' } }}
      value={closing.typed}
      error={closing.problems.counted}
      onChange={(event) => closing.setTyped(event.currentTarget.value)}
    />
  )
}
