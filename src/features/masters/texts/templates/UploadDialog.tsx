import { Button, Group, Progress, Select, Stack, Text } from '@mantine/core'
import { Dialog } from '#src/ui/dialog/Dialog.tsx'
import '@mantine/dropzone/styles.layer.css'
import { Dropzone } from '@mantine/dropzone'
import { IconFileTypeDocx } from '@tabler/icons-react'
import { useState } from 'react'
import type { TemplateRecord } from '#contract/masters/template.ts'
import { OnlineButton } from '#src/ui/master/OnlineButton.tsx'
import { ReportText } from '#src/ui/rich-text/ReportText.tsx'
import type { WordNotes } from '#src/workers/word-client.ts'
import classes from '../texts.module.css'
import { UPLOAD_WORDS as WORDS } from '../words.ts'
import { UploadRows } from './UploadRows.tsx'
import type { CategoryRow } from './use-template-lists.ts'
import { useWordUpload } from './use-word-upload.ts'
import { WordNotesList } from './WordNotesList.tsx'

export interface UploadDialogProps {
  categories: readonly CategoryRow[]
  /** The chosen category. */
  categoryId: string | null
  onSaved: (record: TemplateRecord) => void
  onClose: () => void
}

const NO_PICTURES = () => Promise.resolve(undefined)

/** Adds a note about lost pictures: a template has no study to which they could belong. */
const withPictures = (notes: WordNotes, pictures: number): WordNotes =>
  pictures === 0
    ? notes
    : { ...notes, lost: [WORDS.lostPictures(pictures).replace(/\.$/, ''), ...notes.lost] }

/** Imports several Word files as templates: shows a preview of each, and then its outcome. */
export function UploadDialog({ categories, categoryId, onSaved, onClose }: UploadDialogProps) {
  const [category, setCategory] = useState(categoryId)
  const [previewed, setPreviewed] = useState<string>()
  const { uploads, isSending, add, send, leaveOut } = useWordUpload(onSaved)
  const waiting = uploads.filter(({ state }) => state === 'ready' || state === 'failed')
  const saved = uploads.filter(({ state }) => state === 'saved')
  const shown = uploads.find(({ id }) => id === previewed)
  const isRepeat = waiting.length > 0 && waiting.every(({ state }) => state === 'failed')
  const refusal = waiting.length === 0 ? WORDS.nothing : category === null ? WORDS.categoryNeeded : undefined
  return (
    <Dialog opened onClose={onClose} title={WORDS.title} size="xl" closeOnClickOutside={uploads.length === 0}>
      <Stack gap="sm">
        <Select
          label={WORDS.category}
          withAsterisk
          searchable
          data={categories.map(({ id, name }) => ({ value: id, label: name }))}
          value={category}
          onChange={setCategory}
          allowDeselect={false}
        />
        <Dropzone
          // Accepts every kind of file: files that are not Word documents are listed below with an
          // explanation.
          onDrop={add}
          multiple
          inputProps={{ 'aria-label': WORDS.choose }}
        >
          <div className={classes.drop}>
            <IconFileTypeDocx size={28} stroke={1.5} aria-hidden />
            <Text fw={600}>{WORDS.drop}</Text>
            <Text size="sm" c="dimmed">
              {WORDS.dropHint}
            </Text>
          </div>
        </Dropzone>
        {uploads.length > 0 && (
          <UploadRows
            uploads={uploads}
            previewed={previewed}
            onPreview={(id) => setPreviewed(id === previewed ? undefined : id)}
            onLeaveOut={leaveOut}
          />
        )}
        {shown?.notes && <WordNotesList notes={withPictures(shown.notes, shown.pictures ?? 0)} />}
        {shown?.html !== undefined && (
          <section className={classes.preview} aria-label={WORDS.previewOf(shown.name)}>
            {shown.html === '' ? (
              <Text c="dimmed">{WORDS.empty}</Text>
            ) : (
              <ReportText html={shown.html} loadImage={NO_PICTURES} />
            )}
          </section>
        )}
        {isSending && (
          <Progress
            value={(saved.length / uploads.length) * 100}
            aria-label={WORDS.count(saved.length, uploads.length)}
          />
        )}
        <Group justify="flex-end">
          <Text size="sm" c="dimmed" flex={1} role="status">
            {saved.length > 0 ? WORDS.count(saved.length, uploads.length) : ''}
          </Text>
          <Button variant="default" onClick={onClose}>
            {WORDS.close}
          </Button>
          <OnlineButton
            loading={isSending}
            refusal={refusal}
            onClick={() => category !== null && void send(category)}
          >
            {isRepeat ? WORDS.sendAgain : WORDS.send(waiting.length)}
          </OnlineButton>
        </Group>
      </Stack>
    </Dialog>
  )
}
