import { Text, TextInput, UnstyledButton } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import {
  type KeyboardEvent,
  memo,
  useDeferredValue,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react'
import type { TemplateItem } from '#contract/calls/directory.ts'
import { useTemplateDirectory } from '#src/sync/directory/use-directory.ts'
import { KeyHint } from '#src/ui/keys/KeyHint.tsx'
import { SkeletonRows } from '#src/ui/notes/SkeletonRows.tsx'
import { REPORT_WORDS as WORDS } from '../words.ts'
import {
  bestTemplate,
  type FittedStudy,
  findTemplates,
  isOfModality,
  type TemplateDepartment,
  treeOfTemplates,
} from './template-tree.ts'
import classes from './templates.module.css'

export interface TemplatesColumnProps {
  /** Why nothing can be inserted now. */
  refusal: string | undefined
  /** Templates of its modality are offered first, and their department is expanded. */
  study: FittedStudy
  /** The keyboard requested the search field, which takes the cursor. A new object is a new request. */
  search?: object | undefined
  onInsert: (template: TemplateItem) => void
  /** Called on Enter in the search; writing continues after the template. */
  onInsertFirst: (template: TemplateItem) => void
}

/**
 * Requests that were carried out: a remounted column, next to the text or in the drawer, does not move the
 * cursor.
 */
const carriedOut = new WeakSet<object>()

/** Templates by department, category and name; a press inserts one into the report. */
export const TemplatesColumn = memo(function TemplatesColumn({
  refusal,
  study,
  search,
  onInsert,
  onInsertFirst,
}: TemplatesColumnProps) {
  const { templates, isLoading } = useTemplateDirectory()
  const [words, setWords] = useState('')
  const wanted = useDeferredValue(words)
  const tree = useMemo(() => treeOfTemplates(findTemplates(templates, wanted)), [templates, wanted])
  const first = refusal === undefined ? bestTemplate(tree, study) : undefined
  const [isRefused, setRefused] = useState(false)
  const hintId = useId()
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (!search || carriedOut.has(search)) return
    carriedOut.add(search)
    field.current?.focus()
    field.current?.select()
  }, [search])
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    // Uses the current search words: the tree may still be that of the previous ones.
    const found = bestTemplate(treeOfTemplates(findTemplates(templates, words)), study)
    setRefused(refusal !== undefined)
    if (found && refusal === undefined) onInsertFirst(found)
  }
  return (
    <div className={classes.column}>
      <TextInput
        ref={field}
        // An opening drawer focuses the marked element, after the effect above.
        data-autofocus={search !== undefined || undefined}
        value={words}
        onChange={(event) => setWords(event.currentTarget.value)}
        onKeyDown={onKeyDown}
        error={isRefused && refusal}
        aria-describedby={first && hintId}
        placeholder={WORDS.findTemplate}
        aria-label={WORDS.findTemplate}
        leftSection={<IconSearch size={16} aria-hidden />}
        type="search"
      />
      {first && (
        <p className={classes.first} id={hintId}>
          <KeyHint keys={['Enter']} /> {WORDS.insertsFirst(first.name)}
        </p>
      )}
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
            isOpen={wanted.trim() !== '' || isFor(department, study.modality)}
            refusal={refusal}
            onInsert={onInsert}
          />
        ))}
      </div>
    </div>
  )
})

/** Returns whether a department has templates of the study's modality, so that it is expanded. */
function isFor({ categories }: TemplateDepartment, modality: string): boolean {
  return categories.some(({ templates }) =>
    templates.some((template) => isOfModality(modality, template.modality)),
  )
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
