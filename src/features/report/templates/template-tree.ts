import type { TemplateItem } from '#contract/calls/directory.ts'
import { holdsWords } from '#domain/match/search-words.ts'

export interface TemplateCategory {
  category: string
  templates: TemplateItem[]
}

export interface TemplateDepartment {
  department: string
  categories: TemplateCategory[]
}

const byName = (a: string, b: string) => a.localeCompare(b, undefined, { numeric: true, sensitivity: 'base' })

/** Templates that have every word of the search in their name, category, department or modality. */
export function findTemplates(templates: readonly TemplateItem[], search: string): TemplateItem[] {
  return templates.filter(({ name, category, department, modality }) =>
    holdsWords([name, category, department, modality], search),
  )
}

/** Templates as the sidebar shows them: department, category, template, each by name; unnamed groups come last. */
export function treeOfTemplates(templates: readonly TemplateItem[]): TemplateDepartment[] {
  return group(templates, (template) => template.department).map(([department, inside]) => ({
    department,
    categories: group(inside, (template) => template.category).map(([category, items]) => ({
      category,
      templates: items.sort((a, b) => byName(a.name, b.name)),
    })),
  }))
}

function group(templates: readonly TemplateItem[], keyOf: (template: TemplateItem) => string) {
  const groups = Map.groupBy(templates, (template) => keyOf(template).trim())
  return [...groups].sort(([a], [b]) => (a === '' || b === '' ? b.length - a.length : byName(a, b)))
}
