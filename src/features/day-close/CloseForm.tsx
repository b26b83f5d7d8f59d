import { Button, Textarea, TextInput } from '@mantine/core'
import type { FormEvent } from 'react'
import type { DayClose } from '#contract/calls/payments.ts'
import { formatMoney } from '#domain/money/currency.ts'
import { fromMinor } from '#domain/money/minor-units.ts'
import { useMoneyFormat } from '#src/parts/papers/use-paper-context.ts'
import classes from './day-close.module.css'
import { type Counted, useClosing } from './use-closing.ts'
import { DAY_CLOSE_WORDS as WORDS } from './words.ts'

export interface CloseFormProps extends Counted {
  /** Why the day cannot be closed now. */
  refusal: string | undefined
  onClosed: (close: DayClose) => void
  /** The figures are not what the server has: they are read anew. */
  onStale: () => void
}

/** Counted cash against the recorded, and a note where they differ. */
export function CloseForm(props: CloseFormProps) {
  const format = useMoneyFormat()
  const money = (minor: number) => formatMoney(fromMinor(minor, format.decimals), format)
  const { counted, note, difference, problems, isBusy, setCounted, setNote, submit } = useClosing(props)
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
      <div className={classes.line}>
        <span>{WORDS.recordedCash}</span>
        <strong className="tabular">{formatMoney(props.recordedCash, format)}</strong>
      </div>
      <TextInput
        label={WORDS.counted}
        inputMode="decimal"
        autoComplete="off"
        className="tabular"
        styles={{ input: { textAlign: 'end' } }}
        value={counted}
        error={problems.counted}
        onChange={(event) => setCounted(event.currentTarget.value)}
      />
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
      {problems.form !== undefined && <p role="alert">{problems.form}</p>}
      <Button type="submit" loading={isBusy} disabled={props.refusal !== undefined} title={props.refusal}>
        {WORDS.close}
      </Button>
    </form>
  )
}
