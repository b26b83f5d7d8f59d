import type { TemplateItem } from '#contract/calls/directory.ts'
import type { OpenReport } from '../writer/use-open-report.ts'
import { askInsertMode } from './ask-insert-mode.tsx'
import {
  type FieldOfPart,
  firstField,
  type InsertMode,
  withTemplate,
  wouldTouchText,
} from './insert-template.ts'

/**
 * Inserts the template into the open report; undo removes it again. If the report has text and `chosen` is
 * not given, asks the person. Returns the first field to fill in.
 */
export async function putTemplate(
  { writer, flush }: OpenReport,
  template: TemplateItem,
  chosen?: InsertMode,
): Promise<FieldOfPart | undefined> {
  flush()
  const isAsked = chosen === undefined && wouldTouchText(writer.state().text, template)
  const mode = isAsked ? await askInsertMode(template.name) : (chosen ?? 'replace')
  if (!mode) return undefined
  flush()
  const { text, isAutosaveOff } = writer.state()
  // If it is inserted below a template without autosave, that template is still in use.
  const stays = mode === 'below' && isAutosaveOff
  await writer.replace(withTemplate(text, template, mode), stays || template.no_autosave === 1)
  return firstField(text, template, mode)
}
