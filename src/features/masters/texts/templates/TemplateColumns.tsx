import { Group, Text, TextInput } from '@mantine/core'
import { IconPencil, IconPlus, IconSearch, IconTrash, IconUpload } from '@tabler/icons-react'
import { useState } from 'react'
import { type TemplateRecord, template } from '#contract/masters/template.ts'
import { templateCat } from '#contract/masters/template-cat.ts'
import { holdsWords } from '#domain/match/search-words.ts'
import { MasterForm } from '#src/ui/master/MasterForm.tsx'
import { IconAction } from '#src/ui/master/RowButtons.tsx'
import { removeRecord } from '#src/ui/master/remove-record.ts'
import { useOnlineOnly } from '#src/ui/master/use-online-only.ts'
import classes from '../texts.module.css'
import { useAuthor } from '../use-author.ts'
import { TEMPLATE_WORDS as WORDS } from '../words.ts'
import { StackedList, type StackedRow } from './StackedList.tsx'
import { UploadDialog } from './UploadDialog.tsx'
import { dropText, useUnsavedTexts } from './unsaved-texts.ts'
import { ALL, type CategoryRow, countsOf, NO_DEPARTMENT, type TemplateLists } from './use-template-lists.ts'

export interface TemplateColumnsProps {
  lists: TemplateLists
  /** The key of the open pane. */
  opened: string | undefined
  onOpen: (record: TemplateRecord) => void
  onNew: () => void
  onRemoved: (id: string) => void
}

const ICON = { size: 16, stroke: 1.5, 'aria-hidden': true } as const
const ALL_ROW = { id: ALL, name: WORDS.all }

/** The three stacked lists with their actions. */
export function TemplateColumns({ lists, opened, onOpen, onNew, onRemoved }: TemplateColumnsProps) {
  const author = useAuthor()
  const { reason } = useOnlineOnly()
  const [category, setCategory] = useState<{ record?: CategoryRow }>()
  const [isUploading, setUploading] = useState(false)
  const [search, setSearch] = useState('')
  const unsaved = useUnsavedTexts()
  const counts = countsOf(lists.templates)
  const needsCategory = lists.categories.length === 0 ? WORDS.needsCategory : undefined

  const marksOf = ({
    id,
    user_id,
    status,
  }: {
    id: string
    user_id: string | null
    status: number | null
  }) => ({
    mark: author.isByAdmin(user_id) ? WORDS.byAdmin : undefined,
    badges: [...(status === 0 ? [WORDS.inactive] : []), ...(unsaved.has(id) ? [WORDS.unsaved] : [])],
  })
  const categoryRow = (record: CategoryRow): StackedRow => ({
    id: record.id,
    name: record.name,
    // Two departments may have categories with the same name.
    place: lists.departmentId === ALL ? lists.nameOfDepartment(record.department_id) : undefined,
    count: counts.get(record.id) ?? 0,
    ...marksOf(record),
    actions: author.mayChange(record.user_id) && (
      <>
        <IconAction
          label={WORDS.editCategory(record.name)}
          icon={<IconPencil {...ICON} />}
          refusal={reason}
          onClick={() => setCategory({ record })}
        />
        <IconAction
          label={WORDS.removeCategory(record.name)}
          icon={<IconTrash {...ICON} />}
          refusal={reason}
          onClick={() =>
            void removeRecord(templateCat, record).then((isGone) => isGone && lists.chooseCategory(ALL))
          }
        />
      </>
    ),
  })
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
    <div className={classes.lists}>
      <StackedList
        title={WORDS.departments}
        rows={[
          ALL_ROW,
          ...lists.departments.map(({ id, name }) => ({
            id,
            name: id === NO_DEPARTMENT ? WORDS.noDepartment : name,
          })),
        ]}
        isLoading={lists.isLoading && lists.departments.length === 0}
        chosen={lists.departmentId}
        onChoose={lists.chooseDepartment}
        empty=""
      />
      <StackedList
        title={WORDS.categories}
        rows={lists.shownCategories.length === 0 ? [] : [ALL_ROW, ...lists.shownCategories.map(categoryRow)]}
        isLoading={lists.isLoading && lists.categories.length === 0}
        chosen={lists.categoryId}
        onChoose={lists.chooseCategory}
        empty={WORDS.noCategories}
      >
        <IconAction
          label={WORDS.newCategory}
          icon={<IconPlus {...ICON} />}
          refusal={reason}
          onClick={() => setCategory({})}
        />
      </StackedList>
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
      {lists.isPartial && (
        <Text size="xs" c="dimmed">
          {WORDS.inactiveOffline}
        </Text>
      )}
      {category && (
        <MasterForm
          master={templateCat}
          record={category.record}
          initial={
            lists.departmentId === ALL || lists.departmentId === NO_DEPARTMENT
              ? undefined
              : { department_id: lists.departmentId }
          }
          onSaved={({ id }) => lists.chooseCategory(id)}
          onClose={() => setCategory(undefined)}
        />
      )}
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
    </div>
  )
}
