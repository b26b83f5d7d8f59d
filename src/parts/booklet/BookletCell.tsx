import { Button, FileButton, Text } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { acceptOf } from '#domain/file/limits.ts'
import classes from './booklet.module.css'
import { filesOf } from './pictures-of.ts'
import { StoredPicture } from './StoredPicture.tsx'
import { BOOKLET_WORDS as WORDS } from './words.ts'

export interface BookletCellProps {
  /** Counted from 1 over all pages. */
  number: number
  fileId: string | null
  isSelected: boolean
  onSelect: () => void
  onFiles: (files: File[]) => void
  onRemove: () => void
}

/** One cell of a page: accepts a picture by paste, drop or file, and can remove it. */
export function BookletCell({ number, fileId, isSelected, onSelect, onFiles, onRemove }: BookletCellProps) {
  const [isOver, setOver] = useState(false)
  return (
    <div
      className={classes.cell}
      role="group"
      aria-label={WORDS.cell(number)}
      // A paste goes to the focused cell; the buttons inside remain focusable on their own.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      data-selected={isSelected || undefined}
      data-over={isOver || undefined}
      onFocus={onSelect}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        onFiles(filesOf(event.dataTransfer))
      }}
    >
      {fileId === null ? (
        <EmptyCell number={number} onFiles={onFiles} />
      ) : (
        <>
          <StoredPicture fileId={fileId} label={WORDS.picture(number)} />
          <Button
            className={classes.remove}
            size="compact-xs"
            variant="white"
            color="dark"
            leftSection={<IconX size={12} aria-hidden />}
            aria-label={WORDS.removeFrom(number)}
            onClick={onRemove}
          >
            {WORDS.remove}
          </Button>
        </>
      )}
    </div>
  )
}

function EmptyCell({ number, onFiles }: Pick<BookletCellProps, 'number' | 'onFiles'>) {
  return (
    <div className={classes.emptyCell}>
      <Text size="xs" className={classes.cellHint}>
        {WORDS.pasteHere}
      </Text>
      <FileButton multiple accept={acceptOf('bookletImage')} onChange={(files) => onFiles(files)}>
        {(props) => (
          <Button
            {...props}
            size="compact-xs"
            variant="default"
            aria-label={`${WORDS.choose}, ${WORDS.cell(number)}`}
          >
            {WORDS.choose}
          </Button>
        )}
      </FileButton>
    </div>
  )
}
