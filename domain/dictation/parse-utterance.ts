import type { DictationStep, VoiceCommand } from './commands.ts'
import type { SpokenLanguage } from './languages.ts'
import { type FormToMatch, formsOf, spokenKey } from './spoken-forms.ts'

interface Word {
  /** As the recogniser wrote it. */
  text: string
  key: string
  /** True if it ends with a mark: nothing in the same utterance continues it. */
  isEnded: boolean
}

/** Marks that the person speaks: a mark that the engine added before them would be a duplicate. */
const ENDING_MARKS: readonly VoiceCommand[] = ['fullStop', 'questionMark', 'comma', 'colon']
/** Commands before which an engine writes a comma, because the person paused. */
const AFTER_A_PAUSE: readonly VoiceCommand[] = ['newLine', 'newParagraph', 'bracketClose']

/**
 * Parses an utterance into steps, in order: the words as the recogniser wrote them, separated by single spaces, and the
 * commands among them. Words are never changed or dropped, except those of a command and the marks that the
 * recogniser put around it.
 */
export function parseUtterance(utterance: string, language: SpokenLanguage): DictationStep[] {
  const words = utterance
    .split(/\s+/u)
    .filter((word) => word !== '')
    .map(readWord)
  const forms = formsOf(language)
  const onlyCommands = parse(words, forms)
  if (onlyCommands.every((step) => step.kind === 'command')) return onlyCommands
  return parse(
    words,
    forms.filter(({ place }) => place !== 'alone'),
  )
}

function readWord(text: string): Word {
  return { text, key: spokenKey(text), isEnded: /[.,;:?!।]$/u.test(text) }
}

function parse(words: readonly Word[], forms: readonly FormToMatch[]): DictationStep[] {
  const steps: DictationStep[] = []
  let said: string[] = []
  const endText = (before?: VoiceCommand) => {
    const text = before ? withoutEngineMarks(said.join(' '), before) : said.join(' ')
    if (text !== '') steps.push({ kind: 'text', text })
    said = []
  }
  let at = 0
  while (at < words.length) {
    const form = findForm(words, at, forms, said.length === 0)
    if (form) {
      endText(form.command)
      steps.push({ kind: 'command', command: form.command })
      at += form.keys.length
    } else {
      said.push(words[at]?.text ?? '')
      at += 1
    }
  }
  endText()
  return steps
}

function findForm(
  words: readonly Word[],
  at: number,
  forms: readonly FormToMatch[],
  isFirst: boolean,
): FormToMatch | undefined {
  return forms.find((form) => {
    if (!isSaidAt(words, at, form.keys)) return false
    if (form.place === 'first') return isFirst
    const next = at + form.keys.length
    return form.place !== 'last' || next === words.length || findForm(words, next, forms, true) !== undefined
  })
}

function isSaidAt(words: readonly Word[], at: number, keys: readonly string[]): boolean {
  return keys.every((key, i) => {
    const word = words[at + i]
    const isInner = i < keys.length - 1
    return word !== undefined && word.key === key && !(isInner && word.isEnded)
  })
}

function withoutEngineMarks(text: string, command: VoiceCommand): string {
  if (ENDING_MARKS.includes(command)) return text.replace(/[.,;:?!।]+$/u, '')
  return AFTER_A_PAUSE.includes(command) ? text.replace(/,+$/u, '') : text
}
