import { Group, Select, Switch } from '@mantine/core'
import { KEY_IMAGE_LAYOUTS, type KeyImageLayout } from '#domain/study/booklet.ts'
import { formatDateTime } from '#domain/time/formats.ts'
import { branchZone } from '#src/sync/session/branch-zone.ts'
import type { PreviewChoice } from './preview-choice.ts'
import type { ReportRevision } from './revisions.ts'
import { PREVIEW_WORDS as WORDS } from './words.ts'

interface PreviewOptionsProps {
  choice: PreviewChoice
  onChange: (choice: PreviewChoice) => void
  revisions: readonly ReportRevision[]
  hasKeyImages: boolean
}

const KEY_IMAGE_CHOICES = [
  { value: 'none' as const, label: WORDS.noKeyImages },
  ...KEY_IMAGE_LAYOUTS.map((value) => ({ value, label: WORDS.keyImagePagesIn(value) })),
]

/** Letterhead, signature, key image pages, and the signed revision if there are several. */
export function PreviewOptions({ choice, onChange, revisions, hasKeyImages }: PreviewOptionsProps) {
  const set = (change: Partial<PreviewChoice>) => onChange({ ...choice, ...change })
  return (
    <Group gap="md" align="center" role="group" aria-label={WORDS.options}>
      <Switch
        label={WORDS.withLetterhead}
        checked={choice.letterhead}
        onChange={(event) => set({ letterhead: event.currentTarget.checked })}
      />
      <Switch
        label={WORDS.withSignature}
        checked={choice.signature}
        onChange={(event) => set({ signature: event.currentTarget.checked })}
      />
      {hasKeyImages && (
        <Select<KeyImageLayout | 'none'>
          aria-label={WORDS.keyImagePages}
          size="xs"
          w={180}
          allowDeselect={false}
          data={KEY_IMAGE_CHOICES}
          value={choice.keyImages}
          onChange={(keyImages) => keyImages && set({ keyImages })}
        />
      )}
      {revisions.length > 0 && (
        <Select
          aria-label={WORDS.revision}
          size="xs"
          w={250}
          allowDeselect={false}
          data={[
            { value: '', label: WORDS.currentRevision },
            ...revisions.map(({ id, report_no, created }) => ({
              value: id,
              label: WORDS.revisionOf(report_no, formatDateTime(new Date(created), branchZone())),
            })),
          ]}
          value={choice.revisionId}
          onChange={(revisionId) => set({ revisionId: revisionId ?? '' })}
        />
      )}
    </Group>
  )
}
