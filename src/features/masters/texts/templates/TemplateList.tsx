import { Group, TextInput } from '@mantine/core'
import { IconPlus, IconSearch, IconTrash, IconUpload } from '@tabler/icons-react'
import { useState } from 'react'
import { type TemplateRecord, template } from '#contract/masters/template.ts'
import { holdsWords } from '#domain/match/search-words.ts'
import { IconAction } from '#src/ui/master/RowButtons.tsx'
import { removeRecord } from '#src/ui/master/remove-record.ts'
import { useOnlineOnly } from '#src/ui/master/use-online-only.ts'
import { useAuthor } from '../use-author.ts'
import { TEMPLATE_WORDS as WORDS } from '../words.ts'
import { ICON } from './column-pieces.ts'
import { StackedList, type StackedRow } from './StackedList.tsx'
import type { TemplateColumnsProps } from './TemplateColumns.tsx'
import { UploadDialog } from './UploadDialog.tsx'
import { dropText, useUnsavedTexts } from './unsaved-texts.ts'
import type { useRowMarks } from './use-row-marks.ts'
import { ALL } from './use-template-lists.ts'

export interface TemplateListProps extends TemplateColumnsProps {
  marksOf: ReturnType<typeof useRowMarks>
}

/** The templates of the chosen category with a search, and the upload of a Word document. */
export function TemplateList({ lists, marksOf, opened, onOpen, onNew, onRemoved }: TemplateListProps) {
  const author = useAuthor()
  const { reason } = useOnlineOnly()
  const [isUploading, setUploading] = useState(false)
  const [search, setSearch] = useState('')
  const unsaved = useUnsavedTexts()
  const needsCategory = lists.categories.length === 0 ? WORDS.needsCategory : undefined
  const templateRow = (record: TemplateRecord): StackedRow => ({
    id: record.id,
    name: record.name,
    ...marksOf(record),
    actions: author.mayChange(record.user_id) && (
      <IconAction
        label={WORDS.removeTemplate(record.name)}
        icon={<IconTrash {...ICON} />}
        refusal={reason}
        onClick={() =>
          void removeRecord(template, record).then((isGone) => {
            if (!isGone) return
            dropText(record.id)
            onRemoved(record.id)
          })
        }
      />
    ),
  })
  const shown = lists.shownTemplates.filter(({ name }) => holdsWords([name], search))
  return (
    <>
      <StackedList
        title={WORDS.templates}
        rows={[
          ...(unsaved.has('new') ? [{ id: 'new', name: WORDS.untitled, badges: [WORDS.unsaved] }] : []),
          ...shown.map(templateRow),
        ]}
        isLoading={lists.isTemplatesLoading && lists.templates.length === 0}
        chosen={opened}
        onChoose={(id) => {
          const record = lists.templates.find((one) => one.id === id)
          if (record) onOpen(record)
          else onNew()
        }}
        empty={search.trim() === '' ? WORDS.noTemplates : WORDS.nothingFits}
      >
        <Group gap={2} wrap="nowrap">
          <TextInput
            size="xs"
            w={130}
            type="search"
            aria-label={WORDS.find}
            placeholder={WORDS.find}
            leftSection={<IconSearch size={14} aria-hidden />}
            value={search}
            onChange={(event) => setSearch(event.currentTarget.value)}
          />
          <IconAction
            label={WORDS.upload}
            icon={<IconUpload {...ICON} />}
            refusal={reason ?? needsCategory}
            onClick={() => setUploading(true)}
          />
          <IconAction
            label={WORDS.newTemplate}
            icon={<IconPlus {...ICON} />}
            refusal={reason ?? needsCategory}
            onClick={onNew}
          />
        </Group>
      </StackedList>
      {isUploading && (
        <UploadDialog
          categories={lists.categories.filter(
            ({ user_id: whose }) => whose === null || whose === author.ownerOfNew,
          )}
          categoryId={lists.categoryId === ALL ? null : lists.categoryId}
          onSaved={(record) => lists.tookOver(record.id, record)}
          onClose={() => setUploading(false)}
        />
      )}
    </>
  )
}
