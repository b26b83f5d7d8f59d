import type { TemplateItem } from '#contract/calls/directory.ts'
import { holdsWords, searchWords } from '#domain/match/search-words.ts'
import { modalityCodes } from '#domain/study/modalities.ts'

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

/** The part of a study that decides which template is offered first. */
export interface FittedStudy {
  modality: string
  study_desc: string
}

/**
 * The template that Enter inserts: of those that were found, one of the study's modality, of these the one whose name
 * and category share the most words with the study's description, and of equals the first of the tree.
 */
export function bestTemplate(
  tree: readonly TemplateDepartment[],
  study: FittedStudy,
): TemplateItem | undefined {
  const wanted = searchWords(study.study_desc)
  const fits = tree.flatMap(({ categories }) =>
    categories.flatMap(({ templates }) =>
      templates.map((template) => ({ template, fit: fitOf(template, study.modality, wanted) })),
    ),
  )
  return fits.reduce((best, one) => (one.fit > best.fit ? one : best), fits[0]!)?.template
}

/** More words than a description has never outweigh the modality. */
const MODALITY_FITS = 1_000

function fitOf(
  { name, category, modality }: TemplateItem,
  studied: string,
  wanted: readonly string[],
): number {
  const words = new Set(searchWords(`${name} ${category}`))
  const shared = wanted.filter((word) => words.has(word)).length
  return shared + (isOfModality(studied, modality) ? MODALITY_FITS : 0)
}

/** Whether a template's modality is one of the study's, which may be several. */
export const isOfModality = (studied: string, modality: string): boolean =>
  modalityCodes(studied).includes(modality)

function group(templates: readonly TemplateItem[], keyOf: (template: TemplateItem) => string) {
  const groups = Map.groupBy(templates, (template) => keyOf(template).trim())
  return [...groups].sort(([a], [b]) => (a === '' || b === '' ? b.length - a.length : byName(a, b)))
}
