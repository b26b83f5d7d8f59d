import { UnstyledButton } from '@mantine/core'
import { IconAlertTriangle, IconPencil, IconTypographyOff } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { AI_TEXT_MARKS } from '#domain/report/ai-text-marks.ts'
import { type Sentence, type SignWarning, stopsSignature } from '#domain/report/checks/sign-warning.ts'
import type { WantedPart } from '../../parts/wanted-part.ts'
import type { ReportPart } from '../../templates/insert-template.ts'
import { MarkedSentence } from '../MarkedSentence.tsx'
import { CHECK_WORDS as WORDS } from '../words.ts'
import classes from './live.module.css'
import { countOf, type LiveChecks, usePartChecks } from './live-checks.ts'

export interface CheckListProps {
  part: ReportPart
  checks: LiveChecks
  /** Goes to the place of a finding. */
  onGo: (place: WantedPart) => void
  /** Opens the choice of the study's critical tag. */
  onCritical: () => void
}

/** The findings of the check before signing for this part, while it is being written; each links to its place. */
export function CheckList({ part, checks, onGo, onCritical }: CheckListProps) {
  const found = usePartChecks(checks, part)
  const { openFields, warnings, unprintable } = found
  return (
    // Always mounted, so that screen readers announce new content and the text keeps its width.
    <div className={classes.margin} aria-live="polite">
      {countOf(found) > 0 && (
        <ul className={classes.list} aria-label={WORDS.listOf(part)}>
          {openFields.length > 0 && (
            <Check icon={<IconPencil size={14} aria-hidden />} says={WORDS.openFields(openFields.length)}>
              <div className={classes.fields}>
                {openFields.slice(0, SHOWN_FIELDS).map((label, field) => (
                  <UnstyledButton key={field} className={classes.field} onClick={() => onGo({ part, field })}>
                    {label}
                  </UnstyledButton>
                ))}
                {openFields.length > SHOWN_FIELDS && WORDS.moreFields(openFields.length - SHOWN_FIELDS)}
              </div>
            </Check>
          )}
          {unprintable.letters.length > 0 && (
            <Check
              icon={<IconTypographyOff size={14} aria-hidden />}
              says={WORDS.unprintable(unprintable.letters)}
              isStop
            >
              <FoundSentences
                part={part}
                sentences={unprintable.sentences}
                found={unprintable.letters}
                onGo={onGo}
              />
            </Check>
          )}
          {warnings.map((warning, at) => (
            <Warning
              key={`${warning.rule} ${at}`}
              part={part}
              warning={warning}
              onGo={onGo}
              onCritical={onCritical}
            />
          ))}
        </ul>
      )}
    </div>
  )
}

const SHOWN_FIELDS = 6

/** Rules that are resolved by the study's critical tag, which is set next to the report's name. */
const IS_CRITICAL: ReadonlySet<SignWarning['rule']> = new Set([
  'critical_without_tag',
  'ai_critical_without_tag',
])

interface WarningProps extends Pick<CheckListProps, 'part' | 'onGo' | 'onCritical'> {
  warning: SignWarning
}

function Warning({ part, warning, onGo, onCritical }: WarningProps) {
  const { rule, sentences, found } = warning
  return (
    <Check
      icon={<IconAlertTriangle size={14} aria-hidden />}
      says={WORDS.says(warning)}
      isStop={stopsSignature(warning)}
    >
      <FoundSentences part={part} sentences={sentences} found={found} onGo={onGo} />
      {sentences.length === 0 && !IS_CRITICAL.has(rule) && (
        <UnstyledButton className={classes.place} onClick={() => onGo(placeOf(part, warning))}>
          {WORDS.goThere}
        </UnstyledButton>
      )}
      {IS_CRITICAL.has(rule) && (
        <UnstyledButton className={classes.field} onClick={onCritical}>
          {WORDS.setCritical}
        </UnstyledButton>
      )}
    </Check>
  )
}

interface SentencesProps extends Pick<CheckListProps, 'part' | 'onGo'> {
  sentences: readonly Sentence[]
  found: readonly string[]
}

const FoundSentences = ({ part, sentences, found, onGo }: SentencesProps) =>
  sentences.map((sentence, at) => (
    <FoundSentence key={at} sentence={sentence} found={found} isNamed={sentence.part !== part} onGo={onGo} />
  ))

/** Returns the place of a warning: an empty part, or the line that marks an AI company's text. */
const placeOf = (part: ReportPart, { rule }: SignWarning): WantedPart =>
  rule === 'ai_text_undecided'
    ? { part, words: { sentence: '', found: Object.values(AI_TEXT_MARKS) } }
    : { part }

interface CheckProps {
  icon: ReactNode
  says: string
  isStop?: boolean
  children: ReactNode
}

function Check({ icon, says, isStop, children }: CheckProps) {
  return (
    <li className={classes.check} data-stop={isStop || undefined}>
      <span className={classes.says}>
        {icon}
        <span>{says}</span>
      </span>
      {children}
    </li>
  )
}

interface FoundSentenceProps {
  sentence: Sentence
  found: readonly string[]
  /** Whether the warning belongs to another part, which is then named. */
  isNamed: boolean
  onGo: (place: WantedPart) => void
}

function FoundSentence({ sentence: { part, text }, found, isNamed, onGo }: FoundSentenceProps) {
  return (
    <UnstyledButton
      className={classes.place}
      onClick={() =>
        onGo({ part, words: { sentence: text, found: found.filter((word) => text.includes(word)) } })
      }
    >
      <MarkedSentence sentence={text} found={found} partName={isNamed ? WORDS.partOf(part) : undefined} />
    </UnstyledButton>
  )
}
