import { Button, Group, SegmentedControl, Text } from '@mantine/core'
import { useMemo, useState } from 'react'
import type { ReportRow } from '#contract/calls/reports.ts'
import type { ComparedRow } from '#domain/report/revision.ts'
import type { SignedParts } from '#domain/report/signed-content.ts'
import type { LoadImage } from '#src/ui/rich-text/extensions/stored-image.ts'
import { ReportText } from '#src/ui/rich-text/ReportText.tsx'
import { unkeptMark } from '#src/ui/unsaved/unkept.ts'
import { REPORT_PARTS } from '../templates/insert-template.ts'
import { REPORT_WORDS as WORDS } from '../words.ts'
import classes from './conflict.module.css'
import {
  allOf,
  type Choices,
  choiceOf,
  choicesOf,
  type MergeRow,
  mergedText,
  type RowChoice,
  rowsOfConflict,
  undecidedRows,
} from './merge-choices.ts'

export interface ConflictViewProps {
  mine: SignedParts
  theirs: ReportRow
  loadImage: LoadImage
  /** Takes over the text that the person merged from both; absent if it can no longer be put into the report. */
  onSettle?: (merged: SignedParts) => void
  isBusy?: boolean
}

/** Two texts of one report side by side, by paragraph: nothing of either is lost unless a person leaves it out. */
export function ConflictView({ mine, theirs, loadImage, onSettle, isBusy = false }: ConflictViewProps) {
  const rows = useMemo(() => rowsOfConflict(mine, theirs), [mine, theirs])
  const [choices, setChoices] = useState<Choices>({})
  const undecided = undecidedRows(rows, choices).length
  return (
    <section
      className={classes.view}
      aria-label={WORDS.conflictTitle}
      {...unkeptMark(Object.keys(choices).length > 0)}
    >
      <div className={classes.intro}>
        <h2 className={classes.title}>{WORDS.conflictTitle}</h2>
        <Text>
          {onSettle
            ? WORDS.conflictIntro(theirs.updated_by_name)
            : WORDS.conflictSigned(theirs.signed_by_doctor)}
        </Text>
        {onSettle && (
          <Group gap="xs" mt="xs">
            <Button size="xs" variant="default" onClick={() => setChoices(allOf('mine', rows))}>
              {WORDS.allMine}
            </Button>
            <Button size="xs" variant="default" onClick={() => setChoices(allOf('theirs', rows))}>
              {WORDS.allTheirs}
            </Button>
          </Group>
        )}
      </div>
      <div className={classes.heads} aria-hidden>
        <span>{WORDS.mine}</span>
        <span>{theirs.updated_by_name || WORDS.theirs}</span>
      </div>
      {REPORT_PARTS.map((part) => {
        const inside = rows.filter((row) => row.part === part)
        if (inside.length === 0) return null
        return (
          <section key={part} aria-label={WORDS.parts[part]}>
            <h3 className={classes.part}>{WORDS.parts[part]}</h3>
            {inside.map((row, index) => (
              <ConflictRow
                key={row.key}
                row={row}
                number={index + 1}
                choice={choiceOf(row, choices)}
                loadImage={loadImage}
                onChoose={onSettle && ((choice) => setChoices((all) => ({ ...all, [row.key]: choice })))}
              />
            ))}
          </section>
        )
      })}
      {onSettle && (
        <div className={classes.foot}>
          <Text role="status">{undecided > 0 ? WORDS.undecided(undecided) : ''}</Text>
          <Button
            disabled={undecided > 0}
            loading={isBusy}
            onClick={() => onSettle(mergedText(rows, choices))}
          >
            {WORDS.takeMerged}
          </Button>
        </div>
      )}
    </section>
  )
}

interface ConflictRowProps {
  row: MergeRow
  number: number
  choice: RowChoice | undefined
  loadImage: LoadImage
  onChoose?: (choice: RowChoice) => void
}

const CHOICE_LABELS = (choice: RowChoice, isPair: boolean) => {
  if (choice === 'both') return WORDS.both
  if (choice === 'none') return WORDS.leaveOut
  if (!isPair) return WORDS.keep
  return choice === 'mine' ? WORDS.mine : WORDS.theirs
}

function ConflictRow({ row: { row }, number, choice, loadImage, onChoose }: ConflictRowProps) {
  if (row.kind === 'same') {
    return (
      <div className={classes.same}>
        <ReportText html={row.mine.html} loadImage={loadImage} />
      </div>
    )
  }
  return (
    <div className={classes.row}>
      <Side row={row} side="mine" choice={choice} loadImage={loadImage} />
      <Side row={row} side="theirs" choice={choice} loadImage={loadImage} />
      {onChoose && (
        <SegmentedControl
          className={classes.choice}
          size="xs"
          aria-label={WORDS.paragraphChoice(number)}
          value={choice ?? ''}
          onChange={(value) => onChoose(value as RowChoice)}
          data={choicesOf(row).map((value) => ({
            value,
            label: CHOICE_LABELS(value, row.kind === 'changed'),
          }))}
        />
      )}
    </div>
  )
}

interface SideProps {
  row: Exclude<ComparedRow, { kind: 'same' }>
  side: 'mine' | 'theirs'
  choice: RowChoice | undefined
  loadImage: LoadImage
}

function Side({ row, side, choice, loadImage }: SideProps) {
  const paragraph = side === 'mine' ? 'mine' in row && row.mine : 'theirs' in row && row.theirs
  if (!paragraph) {
    return <div className={classes.absent}>{side === 'mine' ? WORDS.onlyTheirs : WORDS.onlyMine}</div>
  }
  const isLeftOut = choice !== undefined && choice !== 'both' && choice !== side
  return (
    <div className={classes.side} data-side={side} data-left-out={isLeftOut || undefined}>
      <span className={classes.sideName}>{side === 'mine' ? WORDS.mine : WORDS.theirs}</span>
      <ReportText html={paragraph.html} loadImage={loadImage} />
    </div>
  )
}
