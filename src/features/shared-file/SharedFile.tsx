import { Alert, Button } from '@mantine/core'
import { IconFileImport } from '@tabler/icons-react'
import { tryUnkeptAgain } from '#src/sync/shared-files/given-files.ts'
import { useSharedFiles } from '#src/sync/shared-files/kept-files.ts'
import { EmptyState } from '#src/ui/notes/EmptyState.tsx'
import { SkeletonRows } from '#src/ui/notes/SkeletonRows.tsx'
import { PageHeader } from '#src/ui/PageHeader.tsx'
import { FileForm } from './FileForm.tsx'
import classes from './shared-file.module.css'
import { type Missed, useGivenFiles } from './use-given-files.ts'
import { SHARED_WORDS as WORDS } from './words.ts'

/** Files that were shared with the installed app, or opened with it, are filed with a patient here. */
export default function SharedFile() {
  const missed = useGivenFiles()
  const files = useSharedFiles()
  return (
    <div className={classes.screen}>
      <PageHeader title={WORDS.title} subtitle={WORDS.subtitle} />
      {missed.leftOut > 0 && <Alert color="orange">{WORDS.leftOut(missed.leftOut)}</Alert>}
      {missed.unkept.length > 0 && <Unkept files={missed.unkept} />}
      {files === undefined && <SkeletonRows />}
      {files?.length === 0 && missed.unkept.length === 0 && <Nothing missed={missed} />}
      {files && files.length > 0 && <FileForm files={files} />}
    </div>
  )
}

const Nothing = ({ missed: { isLost } }: { missed: Missed }) => (
  <EmptyState
    icon={<IconFileImport size={32} stroke={1.4} aria-hidden />}
    title={isLost ? WORDS.lost : WORDS.none}
    hint={isLost ? WORDS.lostHint : WORDS.noneHint}
  />
)

const Unkept = ({ files }: { files: readonly File[] }) => (
  <Alert color="red" role="alert" title={WORDS.full}>
    <p className={classes.unkept}>{WORDS.fullHint(files.map(({ name }) => name))}</p>
    <Button size="compact-sm" variant="default" onClick={tryUnkeptAgain}>
      {WORDS.tryAgain}
    </Button>
  </Alert>
)
