import { ActionIcon, Button, Group, Text } from '@mantine/core'
import { IconArrowBackUp, IconX } from '@tabler/icons-react'
import { type KeyboardEvent, type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react'
import type { AiSentence } from '#domain/report/ai-draft/ai-sentences.ts'
import type { AiDecision } from '#domain/report/ai-draft/decide.ts'
import { AiChip } from './AiChip.tsx'
import classes from './ai-draft.module.css'
import type { AiDraftState } from './use-ai-decisions.ts'
import { AI_DRAFT_WORDS as WORDS } from './words.ts'

export interface AiDraftHandle {
  /** Focuses the first sentence, or the remaining marks; returns false if nothing is undecided. */
  focus: () => boolean
}

export interface AiDraftPanelProps {
  state: AiDraftState
  /** Identifies the report, for typed text that is not stored yet. */
  reportId: string
  /** Called when the panel was closed, so that the cursor returns to the text. */
  onClosed: () => void
  ref?: Ref<AiDraftHandle>
}

/** The sentences of an AI result, each to be accepted, edited or dropped, by mouse or by keyboard. */
export function AiDraftPanel({ state, reportId, onClosed, ref }: AiDraftPanelProps) {
  const { draft, canUndo, isUndoRefused, decide, undo } = state
  const { sentences, bare } = draft
  const isBare = bare.length > 0
  const list = useRef<HTMLUListElement>(null)
  const panel = useRef<HTMLElement>(null)
  const [current, setCurrent] = useState(0)
  const here = Math.min(current, sentences.length - 1)
  // A decided sentence is unmounted with its buttons: the focus moves to the sentence that replaces it, and
  // after the last one to the panel, where an extra key press changes nothing.
  const [wanted, setWanted] = useState<object>()
  useEffect(() => {
    if (wanted) (chipsOf(list.current)[here] ?? panel.current)?.focus()
    // Only a new request moves the focus; `here` is read at that moment, and walking through the list must not trigger it.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [wanted])
  useImperativeHandle(ref, () => ({
    focus: () => {
      setCurrent(0)
      setWanted({})
      return sentences.length > 0 || isBare
    },
  }))
  if (sentences.length === 0 && !isBare && !canUndo && !isUndoRefused) return null
  const take = (at: number) => (decision: AiDecision) => {
    const sentence = sentences[at]
    if (!sentence) return
    decide(sentence, decision)
    setCurrent(at)
    setWanted({})
  }
  const onKey = (event: KeyboardEvent) => {
    if (event.key.toLowerCase() === 'z' && (event.ctrlKey || event.metaKey) && !isInField(event.target)) {
      event.preventDefault()
      undo()
      setWanted({})
    }
  }
  const walk = (to: number) => chipsOf(list.current)[Math.max(0, Math.min(to, sentences.length - 1))]?.focus()
  return (
    // Handles the keys of every element in the panel.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <section ref={panel} className={classes.panel} aria-label={WORDS.label} tabIndex={-1} onKeyDown={onKey}>
      <PanelHead state={state} source={sentences[here]?.source} onClosed={onClosed} />
      {sentences.length > 0 && (
        <ul ref={list} className={classes.list}>
          {sentences.map((sentence, at) => (
            <AiChip
              key={keyOf(sentence, at, sentences)}
              sentence={sentence}
              dirtyKey={`ai-draft:${reportId}:${sentence.part}:${at}`}
              isCurrent={at === here}
              onFocus={() => setCurrent(at)}
              onDecide={take(at)}
              onWalk={(step) =>
                walk(step === 'first' ? 0 : step === 'last' ? sentences.length - 1 : at + step)
              }
            />
          ))}
        </ul>
      )}
    </section>
  )
}

interface PanelHeadProps {
  state: AiDraftState
  /** Where the current sentence comes from. */
  source: string | undefined
  onClosed: () => void
}

/** Says how many sentences wait, and offers what concerns all of them. */
function PanelHead({ state, source, onClosed }: PanelHeadProps) {
  const { draft, canUndo, isUndoRefused, removeMarks, undo, close } = state
  const { sentences, bare } = draft
  const isBare = bare.length > 0
  return (
    <Group gap="xs" wrap="nowrap" className={classes.head}>
      <div className={classes.title}>
        <Text size="sm" fw={600} role="status">
          {titleOf(sentences, isBare)}
        </Text>
        <Text size="xs" c="dimmed" truncate>
          {isUndoRefused ? WORDS.undone : source}
        </Text>
      </div>
      {sentences.length > 0 && (
        <Text size="xs" c="dimmed" className={classes.keys}>
          {WORDS.keys}
        </Text>
      )}
      {isBare && (
        <Button size="compact-sm" variant="default" onClick={removeMarks}>
          {WORDS.removeMarks}
        </Button>
      )}
      {canUndo && (
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconArrowBackUp size={14} aria-hidden />}
          onClick={undo}
        >
          {WORDS.undo}
        </Button>
      )}
      {sentences.length === 0 && !isBare && (
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={WORDS.close}
          onClick={() => {
            close()
            onClosed()
          }}
        >
          <IconX size={16} aria-hidden />
        </ActionIcon>
      )}
    </Group>
  )
}

function titleOf({ length }: readonly AiSentence[], isBare: boolean): string {
  if (length > 0) return WORDS.waiting(length)
  return isBare ? WORDS.bare : WORDS.decided
}

const chipsOf = (list: HTMLElement | null) => [
  ...(list?.querySelectorAll<HTMLElement>('[data-ai-sentence]') ?? []),
]

const isInField = (target: EventTarget) => target instanceof HTMLTextAreaElement

/**
 * Returns a key of the sentence's words, so that an edit is never shown at another sentence; equal words are
 * distinguished by their order.
 */
function keyOf({ part, words }: AiSentence, at: number, all: readonly AiSentence[]): string {
  const same = all.slice(0, at).filter((one) => one.part === part && one.words === words).length
  return `${part} ${same} ${words}`
}
