import type { TemplateItem } from '#contract/calls/directory.ts'
import { holdsWords, searchWords } from '#domain/match/search-words.ts'
import { patientFit, type StudiedPatient } from '#domain/report/template-fit.ts'
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

/** Returns the templates that contain every search word in their name, category, department or modality. */
export function findTemplates(templates: readonly TemplateItem[], search: string): TemplateItem[] {
  return templates.filter(({ name, category, department, modality }) =>
    holdsWords([name, category, department, modality], search),
  )
}

/**
 * Returns the templates as the sidebar shows them: department, category, template, each by name; unnamed
 * groups come last.
 */
export function treeOfTemplates(templates: readonly TemplateItem[]): TemplateDepartment[] {
  return group(templates, (template) => template.department).map(([department, inside]) => ({
    department,
    categories: group(inside, (template) => template.category).map(([category, items]) => ({
      category,
      templates: items.sort((a, b) => byName(a.name, b.name)),
    })),
  }))
}

/** The fields of a study that decide which template is offered first. */
export interface FittedStudy extends StudiedPatient {
  modality: string
  study_desc: string
}

/**
 * Returns the template that Enter inserts. Prefers, in this order: a template not written for patients of
 * another sex or age; one of the study's modality; the one whose name and category share the most words with
 * the study's description; one that names the patient's sex and age; the first of the tree.
 */
export function bestTemplate(
  tree: readonly TemplateDepartment[],
  study: FittedStudy,
): TemplateItem | undefined {
  const wanted = searchWords(study.study_desc)
  const fits = tree.flatMap(({ categories }) =>
    categories.flatMap(({ templates }) =>
      templates.map((template) => ({ template, fit: fitOf(template, study, wanted) })),
    ),
  )
  return fits.reduce((best, one) => (one.fit > best.fit ? one : best), fits[0]!)?.template
}

/**
 * More than any number of words in a description, so that words never outweigh the modality, nor the modality
 * a wrong patient.
 */
const MODALITY_FITS = 1_000
const OTHER_PATIENT = -10_000
/** Sex and age decide between templates that share the same words. */
const PATIENT_FITS = 0.25

function fitOf(template: TemplateItem, study: FittedStudy, wanted: readonly string[]): number {
  const words = new Set(searchWords(`${template.name} ${template.category}`))
  const shared = wanted.filter((word) => words.has(word)).length
  const patient = patientFit(template, study)
  return (
    shared +
    (isOfModality(study.modality, template.modality) ? MODALITY_FITS : 0) +
    (patient === undefined ? OTHER_PATIENT : patient * PATIENT_FITS)
  )
}

/** Returns whether a template's modality is one of the study's, which may have several. */
export const isOfModality = (studied: string, modality: string): boolean =>
  modalityCodes(studied).includes(modality)

function group(templates: readonly TemplateItem[], keyOf: (template: TemplateItem) => string) {
  const groups = Map.groupBy(templates, (template) => keyOf(template).trim())
  return [...groups].sort(([a], [b]) => (a === '' || b === '' ? b.length - a.length : byName(a, b)))
}
