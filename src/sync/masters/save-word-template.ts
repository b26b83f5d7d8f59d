import { type TemplateRecord, template } from '#contract/masters/template.ts'
import { OfflineError } from '../api/errors.ts'
import { currentDevice } from '../current-device.ts'
import { type FormProgress, postForm } from '../files/upload-now.ts'
import { announceMaster } from './master-news.ts'

/** A Word document to turn into a template; the sender creates the id, so that a repeat is the same template. */
export interface WordTemplate {
  id: string
  name: string
  categoryId: string
  file: File
}

/** Sends it and returns the template that the server created. Throws ApiError, OfflineError, the abort of `signal`. */
export async function saveWordTemplate(
  { id, name, categoryId, file }: WordTemplate,
  progress: FormProgress = {},
): Promise<TemplateRecord> {
  const form = new FormData()
  form.set('id', id)
  form.set('cat_id', categoryId)
  form.set('name', name)
  form.set('status', '1')
  form.set('file', file, file.name)
  const { base, path } = template.calls.save
  if (base === 'both') throw new Error('saveTemplate has one base')
  const body = await postForm({ base, path }, form, progress)
  const answer = template.calls.save.output.safeParse(body)
  if (!answer.success) throw new OfflineError('an answer that is not of this server')
  announceMaster(template.key)
  currentDevice()?.refresh()
  return answer.data.result
}
