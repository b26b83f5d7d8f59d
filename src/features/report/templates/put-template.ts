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
 * Puts the template into the open report; undo takes it out again. Where there are words already and no `chosen` way,
 * the person is asked. Returns the first field that is to be filled in.
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
  // Below another one that asks for no autosave, that one is still in use.
  const stays = mode === 'below' && isAutosaveOff
  await writer.replace(withTemplate(text, template, mode), stays || template.no_autosave === 1)
  return firstField(text, template, mode)
}
