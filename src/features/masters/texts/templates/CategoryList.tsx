import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { templateCat } from '#contract/masters/template-cat.ts'
import { MasterForm } from '#src/ui/master/MasterForm.tsx'
import { IconAction } from '#src/ui/master/RowButtons.tsx'
import { removeRecord } from '#src/ui/master/remove-record.ts'
import { useOnlineOnly } from '#src/ui/master/use-online-only.ts'
import { useAuthor } from '../use-author.ts'
import { TEMPLATE_WORDS as WORDS } from '../words.ts'
import { ALL_ROW, ICON } from './column-pieces.ts'
import { StackedList, type StackedRow } from './StackedList.tsx'
import type { useRowMarks } from './use-row-marks.ts'
import { ALL, type CategoryRow, countsOf, NO_DEPARTMENT, type TemplateLists } from './use-template-lists.ts'

export interface CategoryListProps {
  lists: TemplateLists
  marksOf: ReturnType<typeof useRowMarks>
}

/** The categories of the chosen department with the number of their templates, and the form of a category. */
export function CategoryList({ lists, marksOf }: CategoryListProps) {
  const author = useAuthor()
  const { reason } = useOnlineOnly()
  const [category, setCategory] = useState<{ record?: CategoryRow }>()
  const counts = countsOf(lists.templates)
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
  return (
    <>
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
    </>
  )
}
