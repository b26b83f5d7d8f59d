import { Text } from '@mantine/core'
import type { TemplateRecord } from '#contract/masters/template.ts'
import classes from '../texts.module.css'
import { TEMPLATE_WORDS as WORDS } from '../words.ts'
import { CategoryList } from './CategoryList.tsx'
import { ALL_ROW } from './column-pieces.ts'
import { StackedList } from './StackedList.tsx'
import { TemplateList } from './TemplateList.tsx'
import { useRowMarks } from './use-row-marks.ts'
import { NO_DEPARTMENT, type TemplateLists } from './use-template-lists.ts'

export interface TemplateColumnsProps {
  lists: TemplateLists
  /** The key of the open pane. */
  opened: string | undefined
  onOpen: (record: TemplateRecord) => void
  onNew: () => void
  onRemoved: (id: string) => void
}

/** The three stacked lists: departments, their categories, and the templates of a category. */
export function TemplateColumns(props: TemplateColumnsProps) {
  const { lists } = props
  const marksOf = useRowMarks()
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
      <CategoryList lists={lists} marksOf={marksOf} />
      <TemplateList {...props} marksOf={marksOf} />
      {lists.isPartial && (
        <Text size="xs" c="dimmed">
          {WORDS.inactiveOffline}
        </Text>
      )}
    </div>
  )
}
