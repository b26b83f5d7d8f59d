import { type DemoCentre, SANJEEVANI } from '../centres.ts'
import { demoId } from '../random.ts'

/** Snippets by name in the editor's sidebar. */
const SHORTCUTS = [
  { name: 'nl', description: '<p>No abnormality is seen.</p>' },
  { name: 'nocomp', description: '<p>No earlier examination is available for comparison.</p>' },
  { name: 'corr', description: '<p>Clinical correlation is suggested.</p>' },
  { name: 'fu6', description: '<p>Follow-up imaging after six months is suggested.</p>' },
  {
    name: 'contrast',
    description:
      '<p>The examination was done before and after intravenous contrast; it was tolerated well.</p>',
  },
  { name: 'limits', description: '<p>The examination is limited by motion of the patient.</p>' },
] as const

const DOCUMENT_TAGS = ['Request form', 'Earlier report', 'Laboratory result', 'Consent', 'Identity'] as const

// Stored commands refer to the ids from the time when each centre had its own tags (tests/server/kernel/sync/corpus).
export const documentTagIdOf = (name: string) => demoId('document tag', `${SANJEEVANI.id} ${name}`)

/** Returns the shared shortcuts of the centre. */
export const shortcutsOf = (centre: DemoCentre) =>
  SHORTCUTS.map((row) => ({
    client_id: centre.id,
    id: demoId('shortcut', `${centre.id} ${row.name}`),
    ...row,
  }))

export const documentTagsOf = (centre: DemoCentre) =>
  DOCUMENT_TAGS.map((name) => ({ client_id: centre.id, id: documentTagIdOf(name), name }))
