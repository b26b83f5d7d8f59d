import { Text, TextInput, UnstyledButton } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { memo, useDeferredValue, useMemo, useState } from 'react'
import type { TemplateItem } from '#contract/calls/directory.ts'
import { useTemplateDirectory } from '#src/sync/directory/use-directory.ts'
import { SkeletonRows } from '#src/ui/SkeletonRows.tsx'
import { REPORT_WORDS as WORDS } from '../words.ts'
import { findTemplates, type TemplateDepartment, treeOfTemplates } from './template-tree.ts'
import classes from './templates.module.css'

export interface TemplatesColumnProps {
  /** Names why nothing can be inserted now. */
  refusal: string | undefined
  /** The study's modality: its department stands open. */
  modality: string
  onInsert: (template: TemplateItem) => void
}

/** Templates by department, category and name; a press puts one into the report. */
export const TemplatesColumn = memo(function TemplatesColumn({
  refusal,
  modality,
  onInsert,
}: TemplatesColumnProps) {
  const { templates, isLoading } = useTemplateDirectory()
  const [search, setSearch] = useState('')
  const wanted = useDeferredValue(search)
  const tree = useMemo(() => treeOfTemplates(findTemplates(templates, wanted)), [templates, wanted])
  return (
    <div className={classes.column}>
      <TextInput
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
        placeholder={WORDS.findTemplate}
        aria-label={WORDS.findTemplate}
        leftSection={<IconSearch size={16} aria-hidden />}
        type="search"
      />
      {isLoading && <SkeletonRows rows={6} height={28} />}
      {tree.length === 0 && !isLoading && (
        <Text c="dimmed" size="sm" mt="sm">
          {templates.length === 0 ? WORDS.noTemplates : WORDS.noTemplateFound}
        </Text>
      )}
      <div className={classes.tree}>
        {tree.map((department) => (
          <Department
            key={department.department}
            {...department}
            isOpen={wanted.trim() !== '' || isFor(department, modality)}
            refusal={refusal}
            onInsert={onInsert}
          />
        ))}
      </div>
    </div>
  )
})

/** Departments with templates of the study's modality stand open; where there are none, all are closed. */
function isFor({ categories }: TemplateDepartment, modality: string): boolean {
  const wanted = modality.split(/[\\,/ ]+/)
  return categories.some(({ templates }) => templates.some((template) => wanted.includes(template.modality)))
}

interface DepartmentProps extends TemplateDepartment {
  isOpen: boolean
  refusal: string | undefined
  onInsert: (template: TemplateItem) => void
}

function Department({ department, categories, isOpen, refusal, onInsert }: DepartmentProps) {
  return (
    <details className={classes.department} open={isOpen}>
      <summary>{department || WORDS.otherDepartment}</summary>
      {categories.map(({ category, templates }) => (
        <section key={category} aria-label={category || WORDS.otherCategory}>
          <h3 className={classes.category}>{category || WORDS.otherCategory}</h3>
          {templates.map((template) => (
            <UnstyledButton
              key={template.id}
              className={classes.template}
              disabled={refusal !== undefined}
              title={refusal}
              onClick={() => onInsert(template)}
            >
              {template.name}
            </UnstyledButton>
          ))}
        </section>
      ))}
    </details>
  )
}
