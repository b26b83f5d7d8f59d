import { ActionIcon, Button, Group, Textarea, Tooltip } from '@mantine/core'
import { IconCheck, IconPencil, IconX } from '@tabler/icons-react'
import { createElement, type KeyboardEvent, type MouseEvent, useEffect, useState } from 'react'
import type { AiSentence } from '#domain/report/ai-draft/ai-sentences.ts'
import { type AiDecision, plainWords } from '#domain/report/ai-draft/decide.ts'
import { setEditorDirty } from '#src/ui/unsaved/dirty-editors.ts'
import classes from './ai-draft.module.css'
import { AI_DRAFT_WORDS as WORDS } from './words.ts'

export interface AiChipProps {
  sentence: AiSentence
  /** Identifies the typed text while it is not stored yet. */
  dirtyKey: string
  /** Whether Tab focuses this sentence. */
  isCurrent: boolean
  onFocus: () => void
  onDecide: (decision: AiDecision) => void
  onWalk: (step: 1 | -1 | 'first' | 'last') => void
}

const WALKS = { ArrowDown: 1, ArrowUp: -1, Home: 'first', End: 'last' } as const
const isWalk = (key: string): key is keyof typeof WALKS => Object.hasOwn(WALKS, key)

/** One sentence of an AI result, with its actions. */
export function AiChip(props: AiChipProps) {
  const { sentence, isCurrent, onFocus, onDecide, onWalk } = props
  const [isEdited, setEdited] = useState(false)
  const hasWords = sentence.isPlain && sentence.kind !== 'picture'
  const onKey = (event: KeyboardEvent) => {
    if (event.target !== event.currentTarget || event.repeat) return
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const act = actOf(event.key)
    if (isWalk(event.key)) onWalk(WALKS[event.key])
    else if (act === 'edit' && hasWords) setEdited(true)
    else if (act === 'accept' || act === 'drop') onDecide({ kind: act })
    else return
    event.preventDefault()
  }
  return (
    <li className={classes.item}>
      {/* A sentence is one focus stop with its buttons, and handles their keys. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <div
        className={classes.chip}
        role="group"
        aria-label={WORDS.said(sentence)}
        aria-keyshortcuts="Enter E Delete"
        data-ai-sentence
        data-current={isCurrent || undefined}
        data-kind={sentence.kind}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={isCurrent ? 0 : -1}
        onFocus={onFocus}
        onKeyDown={onKey}
      >
        {isEdited ? (
          <EditWords {...props} onClose={() => setEdited(false)} />
        ) : (
          <>
            <span className={classes.words} dir="auto">
              <Said sentence={sentence} />{' '}
              {sentence.target !== sentence.part && (
                <span className={classes.target} dir="ltr">
                  {WORDS.goesTo(sentence)}
                </span>
              )}
            </span>
            <Buttons {...props} onEdit={hasWords ? () => setEdited(true) : undefined} />
          </>
        )}
      </div>
    </li>
  )
}

/** The words of a sentence, with superscripts and subscripts as in the text. */
function Said({ sentence }: Pick<AiChipProps, 'sentence'>) {
  if (!sentence.runs.some(({ raised }) => raised)) return WORDS.said(sentence)
  // Runs have only their index, and never move.
  return sentence.runs.map(({ words, raised }, at) => createElement(raised ?? 'span', { key: at }, words))
}

function actOf(key: string): 'accept' | 'edit' | 'drop' | undefined {
  if (key === 'Enter') return 'accept'
  if (key === 'F2' || key.toLowerCase() === 'e') return 'edit'
  return key === 'Delete' || key === 'Backspace' ? 'drop' : undefined
}

// The second press of a double click would act on the sentence that has replaced this one.
const once = (act: () => void) => (event: MouseEvent) => {
  if (event.detail < 2) act()
}

function Buttons({
  sentence,
  isCurrent,
  onDecide,
  onEdit,
}: AiChipProps & { onEdit: (() => void) | undefined }) {
  const of = (what: string) => ({
    'aria-label': WORDS.of(what, sentence),
    className: classes.button,
    variant: 'default' as const,
    tabIndex: isCurrent ? 0 : -1,
  })
  return (
    <span className={classes.buttons}>
      <Tooltip label={WORDS.accept}>
        <ActionIcon {...of(WORDS.accept)} onClick={once(() => onDecide({ kind: 'accept' }))}>
          <IconCheck size={16} aria-hidden />
        </ActionIcon>
      </Tooltip>
      <Tooltip label={onEdit ? WORDS.edit : WORDS.noEdit(sentence)}>
        <ActionIcon
          {...of(WORDS.edit)}
          aria-disabled={!onEdit}
          data-disabled={!onEdit || undefined}
          aria-description={onEdit ? undefined : WORDS.noEdit(sentence)}
          onClick={onEdit}
        >
          <IconPencil size={16} aria-hidden />
        </ActionIcon>
      </Tooltip>
      <Tooltip label={WORDS.drop}>
        <ActionIcon {...of(WORDS.drop)} onClick={once(() => onDecide({ kind: 'drop' }))}>
          <IconX size={16} aria-hidden />
        </ActionIcon>
      </Tooltip>
    </span>
  )
}

/** Edits the sentence: Enter accepts the new words, Escape leaves the sentence unchanged. */
function EditWords({ sentence, dirtyKey, onDecide, onClose }: AiChipProps & { onClose: () => void }) {
  const [words, setWords] = useState(sentence.words)
  const isChanged = words !== sentence.words
  const isEmpty = plainWords(words) === ''
  useEffect(() => {
    setEditorDirty(dirtyKey, isChanged)
    return () => setEditorDirty(dirtyKey, false)
  }, [dirtyKey, isChanged])
  const save = () => {
    // Unchanged words keep their formatting.
    if (!isEmpty) onDecide(isChanged ? { kind: 'edit', words } : { kind: 'accept' })
  }
  const leave = (field: Element) => {
    const chip = field.closest<HTMLElement>('[data-ai-sentence]')
    onClose()
    chip?.focus()
  }
  const onKey = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key !== 'Enter' && event.key !== 'Escape') return
    event.preventDefault()
    event.stopPropagation()
    if (event.key === 'Enter') save()
    else leave(event.currentTarget)
  }
  return (
    <div className={classes.edit}>
      <Textarea
        aria-label={WORDS.editing}
        autosize
        minRows={1}
        maxRows={6}
        maxLength={4_000}
        value={words}
        onChange={(event) => setWords(event.currentTarget.value)}
        onKeyDown={onKey}
        data-autofocus
        // The user pressed E or Edit: typing starts immediately.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
        dir="auto"
      />
      <Group gap="xs" justify="flex-end">
        <Button size="compact-sm" variant="default" onClick={(event) => leave(event.currentTarget)}>
          {WORDS.cancel}
        </Button>
        <Button size="compact-sm" aria-disabled={isEmpty} data-disabled={isEmpty || undefined} onClick={save}>
          {WORDS.save}
        </Button>
      </Group>
    </div>
  )
}
