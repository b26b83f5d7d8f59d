import { UnstyledButton } from '@mantine/core'
import { APP_KEYS } from '#src/ui/keys/app-keys.ts'
import { countOf, type LiveChecks, usePartChecks } from '../checks/live/live-checks.ts'
import { CHECK_WORDS } from '../checks/words.ts'
import { REPORT_PARTS, type ReportPart } from '../templates/insert-template.ts'
import { REPORT_WORDS as WORDS } from '../words.ts'
import { isEmptyText } from '../writer/empty-text.ts'
import type { ReportWriter } from '../writer/report-writer.ts'
import { useWriterState } from '../writer/use-open-report.ts'
import classes from './parts.module.css'

export interface PartMarksProps {
  writer: ReportWriter
  checks: LiveChecks
  /** The section being written or viewed. */
  marked: ReportPart
  onPart: (part: ReportPart) => void
}

/** Links to the sections by name; they stay above the page while it scrolls. */
export function PartMarks({ writer, checks, marked, onPart }: PartMarksProps) {
  return (
    <nav className={classes.marks} aria-label={WORDS.partsLabel}>
      {REPORT_PARTS.map((part, at) => (
        <PartMark
          key={part}
          part={part}
          keys={APP_KEYS.parts.combos[at]}
          writer={writer}
          checks={checks}
          isMarked={part === marked}
          onPart={onPart}
        />
      ))}
    </nav>
  )
}

interface PartMarkProps extends Pick<PartMarksProps, 'writer' | 'checks' | 'onPart'> {
  part: ReportPart
  keys: string | undefined
  isMarked: boolean
}

/** The link of one part: bold if it has text; a number shows how many findings it has. */
function PartMark({ part, keys, writer, checks, isMarked, onPart }: PartMarkProps) {
  const isEmpty = useWriterState(writer, ({ text }) => isEmptyText(text[part]))
  const count = countOf(usePartChecks(checks, part))
  return (
    <UnstyledButton
      className={classes.mark}
      aria-current={isMarked || undefined}
      aria-description={count > 0 ? CHECK_WORDS.waiting(count) : undefined}
      aria-keyshortcuts={keys?.replaceAll('-', '+')}
      data-written={!isEmpty || undefined}
      onClick={() => onPart(part)}
    >
      {WORDS.parts[part]}
      {count > 0 && (
        <span className={classes.count} aria-hidden>
          {count}
        </span>
      )}
    </UnstyledButton>
  )
}
