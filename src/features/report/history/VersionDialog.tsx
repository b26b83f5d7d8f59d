import { Button, Group, SegmentedControl, Select, Stack, Text, Tooltip } from '@mantine/core'
import { useState } from 'react'
import { isEmptyMarkup } from '#domain/report/markup-text.ts'
import type { SignedParts } from '#domain/report/signed-content.ts'
import { Dialog } from '#src/ui/dialog/Dialog.tsx'
import type { LoadImage } from '#src/ui/rich-text/extensions/stored-image.ts'
import { ReportText } from '#src/ui/rich-text/ReportText.tsx'
import { REPORT_PARTS } from '../templates/insert-template.ts'
import { REPORT_WORDS as WORDS } from '../words.ts'
import { Difference } from './Difference.tsx'
import classes from './history.module.css'
import { titleOf, type Version } from './version.ts'

const NOTHING: SignedParts = { report_data: '', conclusion: '', recommendation: '' }

export interface VersionDialogProps {
  /** All versions of the report, newest first. */
  versions: readonly Version[]
  /** The initial version; undefined closes the dialog. */
  shown: Version | undefined
  loadImage: LoadImage
  onClose: () => void
  /** Why no version can be restored now. */
  restoreRefusal: string | undefined
  onRestore: (version: Version) => void
}

/** Compares any two versions, or shows one; a version can be restored as a new draft. */
export function VersionDialog({ shown, onClose, ...rest }: VersionDialogProps) {
  return (
    <Dialog opened={shown !== undefined} onClose={onClose} title={WORDS.history} size="xl">
      {shown && <Compared key={shown.id} shown={shown} onClose={onClose} {...rest} />}
    </Dialog>
  )
}

function Compared({
  versions,
  shown,
  loadImage,
  restoreRefusal,
  onRestore,
}: VersionDialogProps & { shown: Version }) {
  const [newerId, setNewer] = useState(shown.id)
  const newer = versions.find(({ id }) => id === newerId) ?? shown
  const [olderId, setOlder] = useState(versions[versions.indexOf(shown) + 1]?.id ?? '')
  const older = versions.find(({ id }) => id === olderId)
  const [view, setView] = useState<'changes' | 'whole'>('changes')
  const options = versions.map((version) => ({ value: version.id, label: titleOf(version) }))
  return (
    <Stack>
      <Group gap="sm" align="end" grow preventGrowOverflow={false}>
        <Select
          label={WORDS.compareFrom}
          data={[{ value: '', label: WORDS.compareNothing }, ...options]}
          value={olderId}
          onChange={(id) => setOlder(id ?? '')}
          allowDeselect={false}
          disabled={view === 'whole'}
        />
        <Select
          label={WORDS.compareTo}
          data={options}
          value={newer.id}
          onChange={(id) => id && setNewer(id)}
          allowDeselect={false}
        />
      </Group>
      <SegmentedControl
        aria-label={WORDS.compareNow}
        value={view}
        onChange={(value) => setView(value)}
        data={[
          { value: 'changes', label: WORDS.showChanges },
          { value: 'whole', label: WORDS.showWhole },
        ]}
      />
      <div className={classes.compared}>
        {view === 'changes' ? (
          <Difference older={older ?? NOTHING} newer={newer} loadImage={loadImage} />
        ) : (
          <WholeText version={newer} loadImage={loadImage} />
        )}
      </div>
      <Group justify="flex-end">
        <Tooltip label={restoreRefusal} disabled={restoreRefusal === undefined}>
          <Button
            variant="default"
            data-disabled={restoreRefusal !== undefined || undefined}
            aria-disabled={restoreRefusal !== undefined}
            aria-description={restoreRefusal}
            onClick={() => restoreRefusal === undefined && onRestore(newer)}
          >
            {WORDS.restore}
          </Button>
        </Tooltip>
      </Group>
    </Stack>
  )
}

function WholeText({ version, loadImage }: { version: Version; loadImage: LoadImage }) {
  return REPORT_PARTS.map((part) => (
    <section key={part} aria-label={WORDS.parts[part]}>
      <h3 className={classes.part}>{WORDS.parts[part]}</h3>
      {isEmptyMarkup(version[part]) ? (
        <Text c="dimmed" size="sm">
          {WORDS.noText}
        </Text>
      ) : (
        <ReportText html={version[part]} loadImage={loadImage} />
      )}
    </section>
  ))
}
