import { ActionIcon, Input, type MantineSize, Popover } from '@mantine/core'
import { IconCalendar } from '@tabler/icons-react'
import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react'
import { type DayRange, QUICK_RANGES, type QuickRange } from '#domain/time/quick-ranges.ts'
import type { DayLimits } from '#domain/time/typed-day.ts'
import { branchZone } from '#src/sync/session/branch-zone.ts'
import { useToday } from '../time/use-today.ts'
import classes from './dates.module.css'
import { PickerPopover } from './PickerPopover.tsx'
import { RangePanel } from './panels.ts'
import { usePicker } from './use-picker.ts'
import { type End, useTypedRange } from './use-typed-range.ts'
import { DATES_WORDS as WORDS } from './words.ts'

export interface DayRangeInputProps extends DayLimits {
  value: DayRange
  onChange: (range: DayRange) => void
  /** Shown above the field; use `aria-label` to name it without showing a label. */
  label?: string
  'aria-label'?: string
  /** The quick ranges of the panel, in this order. */
  ranges?: readonly QuickRange[]
  /** The zone that decides today: the branch's, if there is one. */
  zone?: string
  error?: ReactNode
  required?: boolean
  disabled?: boolean
  size?: MantineSize
}

const ENDS = ['from', 'to'] as const

/** The days from one to another, both included: typed as two texts, or chosen in a panel with quick ranges. */
export function DayRangeInput(props: DayRangeInputProps) {
  const { value, onChange, label, ranges = QUICK_RANGES, zone = branchZone(), min, max, size } = props
  const first = useRef<HTMLInputElement>(null)
  const id = useId()
  const today = useToday(zone)
  const typed = useTypedRange({ value, onChange, today, min, max })
  const picker = usePicker(first)
  const name = label ?? props['aria-label']
  const names: Record<End, string> = name
    ? { from: WORDS.fromOf(name), to: WORDS.toOf(name) }
    : { from: WORDS.from, to: WORDS.to }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') typed.settle()
    if (event.key === 'ArrowDown' && !props.disabled) {
      event.preventDefault()
      picker.open()
    }
  }
  const renderPanel = (close: () => void) => (
    <RangePanel
      range={value}
      today={today}
      ranges={ranges}
      min={min}
      max={max}
      onRange={(range) => {
        typed.choose(range)
        close()
      }}
    />
  )
  const problem = typed.problem ?? props.error
  return (
    <PickerPopover picker={picker} id={id} label={name ?? WORDS.calendar} renderPanel={renderPanel}>
      <Input.Wrapper
        label={label}
        labelElement="div"
        error={problem}
        required={props.required}
        size={size}
        className={classes.rangeRoot}
      >
        <Popover.Target>
          <div className={classes.range} role="group" aria-label={name} data-error={!!problem || undefined}>
            {ENDS.map((end, index) => (
              <RangeText
                key={end}
                ref={index === 0 ? first : undefined}
                name={names[end]}
                text={typed.texts[end]}
                size={size}
                disabled={props.disabled}
                panelId={picker.isOpen ? id : undefined}
                onText={(text) => typed.type(end, text)}
                onKeyDown={onKeyDown}
                onBlur={typed.settle}
              />
            ))}
            <ActionIcon
              variant="subtle"
              color="gray"
              tabIndex={-1}
              aria-label={WORDS.openCalendar}
              disabled={props.disabled}
              onClick={picker.isOpen ? picker.close : picker.open}
            >
              <IconCalendar size={16} stroke={1.5} aria-hidden />
            </ActionIcon>
          </div>
        </Popover.Target>
      </Input.Wrapper>
    </PickerPopover>
  )
}

interface RangeTextProps {
  ref: React.RefObject<HTMLInputElement | null> | undefined
  name: string
  text: string
  size: MantineSize | undefined
  disabled: boolean | undefined
  /** The id of the panel while it is open. */
  panelId: string | undefined
  onText: (text: string) => void
  onKeyDown: (event: KeyboardEvent) => void
  onBlur: () => void
}

function RangeText({ ref, name, text, size, disabled, panelId, onText, onKeyDown, onBlur }: RangeTextProps) {
  return (
    <>
      {ref === undefined && <span aria-hidden>{WORDS.between}</span>}
      <Input
        ref={ref}
        variant="unstyled"
        size={size}
        classNames={{ wrapper: classes.rangeField, input: classes.rangeText }}
        className="tabular"
        role="combobox"
        aria-haspopup="dialog"
        aria-expanded={panelId !== undefined}
        aria-controls={panelId}
        aria-label={name}
        placeholder={WORDS.dayHint}
        autoComplete="off"
        spellCheck={false}
        disabled={disabled}
        value={text}
        onFocus={() => void RangePanel.load().catch(() => undefined)}
        onChange={(event) => onText(event.currentTarget.value)}
        onKeyDown={onKeyDown}
        onBlur={onBlur}
      />
    </>
  )
}
