import { Button, Text, VisuallyHidden } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import type { ConsentQuestion } from '#contract/masters/consent-form.ts'
import { brokenQuestionRules } from '#domain/consent/question.ts'
import classes from '../texts.module.css'
import { CONSENT_WORDS as WORDS } from '../words.ts'
import { QuestionCard } from './QuestionCard.tsx'
import { moved, newQuestion } from './question-list.ts'

export interface QuestionsEditorProps {
  questions: readonly ConsentQuestion[]
  /** True after an attempt to save: each question shows the rule that it breaks. */
  isChecked: boolean
  disabled: boolean
  onChange: (questions: readonly ConsentQuestion[]) => void
}

const NO_RULES = {}

/** The questions in order; they are reordered by dragging or by keyboard. */
export function QuestionsEditor({ questions, isChecked, disabled, onChange }: QuestionsEditorProps) {
  const [dragged, setDragged] = useState<number>()
  const [over, setOver] = useState<number>()
  const [said, setSaid] = useState('')
  // After the first attempt to save, the rules are shown while the person corrects them.
  const [wasChecked, setWasChecked] = useState(isChecked)
  if (isChecked && !wasChecked) setWasChecked(true)
  const move = (from: number, to: number) => {
    const next = moved(questions, from, to)
    if (next === questions) return
    onChange(next)
    setSaid(WORDS.moved(to + 1, next.length))
  }
  const endDrag = () => {
    setDragged(undefined)
    setOver(undefined)
  }
  return (
    <section aria-label={WORDS.questions}>
      {questions.length === 0 ? (
        <Text c="dimmed" size="sm">
          {WORDS.none}. {WORDS.noneHint}
        </Text>
      ) : (
        <ol className={classes.questions}>
          {questions.map((question, index) => (
            <QuestionCard
              key={question.id}
              question={question}
              number={index + 1}
              count={questions.length}
              rules={wasChecked ? brokenQuestionRules(question) : NO_RULES}
              disabled={disabled}
              isDragged={dragged === index}
              isOver={over === index && dragged !== index}
              onChange={(next) => onChange(questions.with(index, next))}
              onMove={(to) => move(index, to)}
              onRemove={() => onChange(questions.toSpliced(index, 1))}
              onDragStart={() => setDragged(index)}
              onDragOver={() => setOver(index)}
              onDrop={() => {
                if (dragged !== undefined) move(dragged, index)
                endDrag()
              }}
              onDragEnd={endDrag}
            />
          ))}
        </ol>
      )}
      <VisuallyHidden role="status">{said}</VisuallyHidden>
      {!disabled && (
        <Button
          mt="sm"
          variant="default"
          leftSection={<IconPlus size={16} stroke={1.5} aria-hidden />}
          onClick={() => onChange([...questions, newQuestion()])}
        >
          {WORDS.add}
        </Button>
      )}
      <Text size="xs" c="dimmed" mt="xs">
        {WORDS.removed}
      </Text>
    </section>
  )
}
