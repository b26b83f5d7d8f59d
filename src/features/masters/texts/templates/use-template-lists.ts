import { useMemo, useState } from 'react'
import type { TemplateRecord } from '#contract/masters/template.ts'
import type { TemplateCatRecord } from '#contract/masters/template-cat.ts'
import { useMasters } from '#src/sync/masters/use-masters.ts'
import { useTemplateRecords } from './template-records.ts'

/** The choice of everything in a list. */
export const ALL = 'all'
/** The choice of categories without a department. */
export const NO_DEPARTMENT = 'none'

export interface DepartmentRow {
  id: string
  name: string
}

const placeOf = ({ department_id: id }: { department_id: string | null }) => id ?? NO_DEPARTMENT

/**
 * Returns the three lists: a department filters the categories, a category the templates
 * (docs/masters.md#texts). A save or deletion shows immediately; the device's copies follow.
 */
export function useTemplateLists() {
  const [departmentId, setDepartment] = useState<string>(ALL)
  const [categoryId, setCategory] = useState<string>(ALL)
  const [saved, setSaved] = useState<ReadonlyMap<string, TemplateRecord | undefined>>(new Map())
  const { rows: departments, isLoading: isDepartmentsLoading } = useMasters('department')
  const { rows: categories, isLoading: isCategoriesLoading } = useMasters('templateCat')
  const { rows: known, isPartial, isLoading: isTemplatesLoading } = useTemplateRecords()

  const templates = useMemo(() => newestOf(known, saved), [known, saved])
  const places = useMemo(() => {
    const used = new Set(categories.map(placeOf))
    const rows: DepartmentRow[] = departments
      .filter((one) => used.has(one.id) || (one.status === 1 && one.isradiology === 1))
      .map(({ id, name }) => ({ id, name }))
    return used.has(NO_DEPARTMENT) ? [...rows, { id: NO_DEPARTMENT, name: '' }] : rows
  }, [departments, categories])
  const shownCategories = useMemo(
    () => categories.filter((one) => departmentId === ALL || placeOf(one) === departmentId),
    [categories, departmentId],
  )
  const shownTemplates = useMemo(() => {
    const ids = new Set(shownCategories.map(({ id }) => id))
    return templates.filter(({ cat_id: id }) =>
      categoryId === ALL ? departmentId === ALL || ids.has(id ?? '') : id === categoryId,
    )
  }, [templates, shownCategories, departmentId, categoryId])

  return {
    departmentId,
    categoryId,
    departments: places,
    categories,
    templates,
    shownCategories,
    shownTemplates,
    isPartial,
    nameOfDepartment: (id: string | null) => departments.find((one) => one.id === id)?.name,
    isLoading: isDepartmentsLoading || isCategoriesLoading,
    isTemplatesLoading,
    chooseDepartment: (id: string) => {
      setDepartment(id)
      setCategory(ALL)
    },
    chooseCategory: setCategory,
    /** Takes over the saved record from the server, or undefined for a deleted template. */
    tookOver: (id: string, record: TemplateRecord | undefined) =>
      setSaved((before) => new Map([...before, [id, record]])),
  }
}

export type TemplateLists = ReturnType<typeof useTemplateLists>

function newestOf(
  known: readonly TemplateRecord[],
  saved: ReadonlyMap<string, TemplateRecord | undefined>,
): TemplateRecord[] {
  const newest = known.flatMap((row) => {
    if (!saved.has(row.id)) return [row]
    const own = saved.get(row.id)
    return own === undefined ? [] : [own.rev > row.rev ? own : row]
  })
  const ids = new Set(known.map(({ id }) => id))
  const added = [...saved.values()].filter((row) => row !== undefined && !ids.has(row.id)) as TemplateRecord[]
  return [...newest, ...added].sort((a, b) => collator.compare(a.name, b.name))
}

const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' })

/** Returns the number of templates in each category. */
export function countsOf(templates: readonly TemplateRecord[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const { cat_id: id } of templates) counts.set(id ?? '', (counts.get(id ?? '') ?? 0) + 1)
  return counts
}

export type CategoryRow = TemplateCatRecord
