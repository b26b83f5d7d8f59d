import { Text } from '@mantine/core'
import { useMemo } from 'react'
import type { SignedParts } from '#domain/report/signed-content.ts'
import type { LoadImage } from '#src/ui/rich-text/extensions/stored-image.ts'
import { ReportText } from '#src/ui/rich-text/ReportText.tsx'
import { REPORT_WORDS as WORDS } from '../words.ts'
import { type DifferenceRow, differenceOf, isSameThroughout } from './difference.ts'
import classes from './history.module.css'

export interface DifferenceProps {
  older: SignedParts
  newer: SignedParts
  loadImage: LoadImage
  /** The labels of a whole paragraph that only one version has, or whose formatting differs. */
  marks?: Record<'added' | 'removed' | 'look', string>
}

/** The changes between two versions: added and removed paragraphs, and changed words within the others. */
export function Difference({ older, newer, loadImage, marks = MARKS }: DifferenceProps) {
  const parts = useMemo(() => differenceOf(older, newer), [older, newer])
  if (isSameThroughout(parts)) return <Text>{WORDS.compareSame}</Text>
  return parts.map(({ part, rows }) => (
    <section key={part} aria-label={WORDS.parts[part]}>
      <h3 className={classes.part}>{WORDS.parts[part]}</h3>
      {rows.map((row, index) => (
        // The rows never change, so their index identifies them.
        <Row key={index} row={row} loadImage={loadImage} marks={marks} />
      ))}
    </section>
  ))
}

type RowProps = Required<Pick<DifferenceProps, 'loadImage' | 'marks'>> & { row: DifferenceRow }

function Row({ row, loadImage, marks }: RowProps) {
  if (row.kind === 'changed') {
    return (
      <p className={classes.row} data-kind="changed">
        {row.words.map(({ kind, text }, index) => {
          if (kind === 'same') return <span key={index}>{text}</span>
          const Mark = kind === 'added' ? 'ins' : 'del'
          return <Mark key={index}>{text}</Mark>
        })}
      </p>
    )
  }
  const text = <ReportText html={row.paragraph.html} loadImage={loadImage} />
  if (row.kind === 'same') return <div className={classes.row}>{text}</div>
  return (
    <div className={classes.row} data-kind={row.kind}>
      <span className={classes.mark}>{marks[row.kind]}</span>
      {text}
    </div>
  )
}

const MARKS = { added: WORDS.wasAdded, removed: WORDS.wasRemoved, look: WORDS.formatOnly } as const
