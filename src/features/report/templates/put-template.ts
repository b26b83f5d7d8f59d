import type { TemplateItem } from '#contract/calls/directory.ts'
import type { OpenReport } from '../writer/use-open-report.ts'
import { askInsertMode } from './ask-insert-mode.tsx'
import { withTemplate, wouldTouchText } from './insert-template.ts'

/** Asks where there are words already, then puts the template into the open report; undo takes it out again. */
export async function putTemplate({ writer, flush }: OpenReport, template: TemplateItem): Promise<void> {
  flush()
  const isAsked = wouldTouchText(writer.state().text, template)
  const mode = isAsked ? await askInsertMode(template.name) : 'replace'
  if (!mode) return
  flush()
  await writer.replace(withTemplate(writer.state().text, template, mode), template.no_autosave === 1)
}
