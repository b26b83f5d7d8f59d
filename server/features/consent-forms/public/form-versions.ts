import type { ConsentQuestion } from '#contract/masters/consent-form.ts'
import { type FormContent, formText } from '#domain/consent/form-content.ts'
import { secretHash } from '#server/kernel/auth/secret.ts'
import type { Tx } from '#server/kernel/context.ts'
import { selectQuestions } from './questions.ts'

/** A form as patients read it, and the hash that identifies this version. */
export interface FormVersion {
  id: string
  content: FormContent & { questions: ConsentQuestion[] }
  sha256: string
}

/** Returns a client's current forms, ordered by name; `status` selects active or inactive ones. */
export async function selectForms(
  tx: Tx,
  clientId: string,
  { ids, status }: { ids?: readonly string[]; status?: '0' | '1' } = {},
): Promise<FormVersion[]> {
  let query = tx
    .selectFrom('consent_form')
    .select(['id', 'name', 'name_slang'])
    .where('client_id', '=', clientId)
    .where('hidden', 'is', null)
  if (ids) query = query.where('id', 'in', [...ids])
  if (status) query = query.where('active', '=', status === '1')
  const forms = await query.orderBy('name').execute()
  if (forms.length === 0) return []
  const questions = await selectQuestions(
    tx,
    clientId,
    forms.map(({ id }) => id),
  )
  return forms.map(({ id, name, name_slang }) => {
    const content = { name, name_slang, questions: questions.get(id) ?? [] }
    return { id, content, sha256: hashOf(content) }
  })
}

/** Returns one current form; undefined if the client has none with that id. */
export async function findForm(tx: Tx, clientId: string, id: string): Promise<FormVersion | undefined> {
  return (await selectForms(tx, clientId, { ids: [id] }))[0]
}

/**
 * Returns the version of the form with that hash, if it ever existed, deleted or not; without a hash the current
 * version.
 */
export async function findFormVersion(
  tx: Tx,
  clientId: string,
  id: string,
  sha256: string | undefined,
): Promise<FormVersion | undefined> {
  const now = await findForm(tx, clientId, id)
  if (sha256 === undefined || now?.sha256 === sha256) return now
  const kept = await tx
    .selectFrom('consent_form_version')
    .select('content')
    .where('client_id', '=', clientId)
    .where('consent_form_id', '=', id)
    .where('sha256', '=', sha256)
    .executeTakeFirst()
  return kept && { id, sha256, content: kept.content as unknown as FormVersion['content'] }
}

/**
 * Stores a version once and permanently, so that a signed consent can always be read in the version that was signed.
 */
export async function keepVersion(
  tx: Tx,
  clientId: string,
  { id, content, sha256 }: FormVersion,
): Promise<void> {
  await tx
    .insertInto('consent_form_version')
    .values({ client_id: clientId, consent_form_id: id, sha256, content: JSON.stringify(content) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

const hashOf = (content: FormContent) => secretHash(formText(content)).toString('hex')
