import { Select, Switch, TagsInput, Textarea } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconGripVertical, IconTrash } from '@tabler/icons-react'
import type { DragEvent } from 'react'
import type { ConsentQuestion } from '#contract/masters/consent-form.ts'
import {
  ANSWER_TYPES,
  type AnswerType,
  type brokenQuestionRules,
  isRequiredOfPatient,
  OPTIONS_MAX,
  optionsOf,
  optionsText,
  shownQuestion,
} from '#domain/consent/question.ts'
import { directionOf } from '#domain/consent/right-to-left.ts'
import { IconAction } from '#src/ui/master/RowButtons.tsx'
import classes from '../texts.module.css'
import { CONSENT_WORDS as WORDS } from '../words.ts'

export interface QuestionCardProps {
  question: ConsentQuestion
  /** Counted from 1. */
  number: number
  count: number
  /** The rules that each part breaks, where they are to be shown. */
  rules: ReturnType<typeof brokenQuestionRules>
  disabled: boolean
  isDragged: boolean
  isOver: boolean
  onChange: (question: ConsentQuestion) => void
  /** Moves the question to a position counted from 0. */
  onMove: (to: number) => void
  onRemove: () => void
  onDragStart: () => void
  onDragOver: () => void
  onDrop: () => void
  onDragEnd: () => void
}

const ICON = { size: 16, stroke: 1.5, 'aria-hidden': true } as const
const TYPES = ANSWER_TYPES.map((value) => ({ value, label: WORDS.types[value] }))

/** One question in both languages, with its type of answer. */
export function QuestionCard(props: QuestionCardProps) {
  const { question, number, rules, disabled, onChange } = props
  const set = (change: Partial<ConsentQuestion>) => onChange({ ...question, ...change })
  const hasOptions = question.ans_type !== 'Text'
  return (
    <li
      className={classes.question}
      aria-label={WORDS.question(number)}
      data-dragged={props.isDragged || undefined}
      data-over={props.isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault()
        props.onDragOver()
      }}
      onDrop={(event) => {
        event.preventDefault()
        props.onDrop()
      }}
    >
      <CardHead {...props} />
      <div className={classes.pair} data-field="questions" data-wrong={hasAny(rules) || undefined}>
        <Textarea
          label={WORDS.english}
          withAsterisk
          autosize
          minRows={1}
          maxLength={1000}
          disabled={disabled}
          value={question.ques}
          error={rules.ques}
          onChange={(event) => set({ ques: event.currentTarget.value })}
        />
        <Textarea
          label={WORDS.secondary}
          autosize
          minRows={1}
          maxLength={1000}
          disabled={disabled}
          value={question.ques_slang}
          dir={directionOf(question.ques_slang)}
          onChange={(event) => set({ ques_slang: event.currentTarget.value })}
        />
        <Select
          label={WORDS.type}
          data={TYPES}
          allowDeselect={false}
          disabled={disabled}
          value={question.ans_type}
          onChange={(type) => set(answeredBy(type as AnswerType))}
        />
        <Switch
          mt={26}
          label={WORDS.required}
          description={WORDS.requiredHint}
          disabled={disabled}
          checked={isRequiredOfPatient(question)}
          onChange={(event) => set(starred(question, event.currentTarget.checked))}
        />
        {hasOptions && (
          <>
            <Options
              label={WORDS.options}
              isNeeded
              value={question.ans_options}
              error={rules.ans_options}
              disabled={disabled}
              onChange={(text) => set({ ans_options: text })}
            />
            <Options
              label={WORDS.optionsSlang}
              value={question.ans_options_slang}
              error={rules.ans_options_slang}
              disabled={disabled}
              onChange={(text) => set({ ans_options_slang: text })}
            />
          </>
        )}
      </div>
    </li>
  )
}

const hasAny = (rules: object) => Object.keys(rules).length > 0

/** Returns the fields of the type of answer: a text has no options (docs/masters.md#lists). */
const answeredBy = (type: AnswerType): Partial<ConsentQuestion> =>
  type === 'Text' ? { ans_type: type, ans_options: '', ans_options_slang: '' } : { ans_type: type }

function starred({ ques, ques_slang }: ConsentQuestion, isRequired: boolean): Partial<ConsentQuestion> {
  const star = (text: string) =>
    text.trim() === '' ? text : `${shownQuestion(text)}${isRequired ? ' *' : ''}`
  // Marks an empty question as well, so that the switch keeps its position.
  return { ques: ques.trim() === '' ? (isRequired ? ' *' : '') : star(ques), ques_slang: star(ques_slang) }
}

function CardHead(props: QuestionCardProps) {
  const { number, count, disabled, onMove, onRemove, onDragStart, onDragEnd } = props
  const begin = (event: DragEvent) => {
    event.dataTransfer.effectAllowed = 'move'
    // Firefox starts a drag only if it carries data.
    event.dataTransfer.setData('text/plain', String(number))
    onDragStart()
  }
  return (
    <div className={classes.questionHead}>
      {!disabled && (
        <span
          className={classes.grip}
          draggable
          title={WORDS.drag(number)}
          onDragStart={begin}
          onDragEnd={onDragEnd}
        >
          <IconGripVertical {...ICON} />
        </span>
      )}
      <h3>{WORDS.question(number)}</h3>
      {!disabled && (
        <>
          <IconAction
            label={WORDS.up(number)}
            icon={<IconArrowUp {...ICON} />}
            refusal={number === 1 ? WORDS.question(1) : undefined}
            onClick={() => onMove(number - 2)}
          />
          <IconAction
            label={WORDS.down(number)}
            icon={<IconArrowDown {...ICON} />}
            refusal={number === count ? WORDS.question(count) : undefined}
            onClick={() => onMove(number)}
          />
          <IconAction label={WORDS.remove(number)} icon={<IconTrash {...ICON} />} onClick={onRemove} />
        </>
      )}
    </div>
  )
}

interface OptionsProps {
  label: string
  isNeeded?: boolean
  /** Separated by `|`. */
  value: string
  error: string | undefined
  disabled: boolean
  onChange: (text: string) => void
}

/** The options as chips. */
function Options({ label, isNeeded = false, value, error, disabled, onChange }: OptionsProps) {
  return (
    <TagsInput
      label={label}
      description={WORDS.optionsHint}
      withAsterisk={isNeeded}
      classNames={{ pill: classes.chip }}
      splitChars={['|']}
      maxTags={OPTIONS_MAX}
      acceptValueOnBlur
      disabled={disabled}
      value={optionsOf(value)}
      error={error}
      dir={directionOf(value)}
      onChange={(options) => onChange(optionsText(options))}
    />
  )
}
