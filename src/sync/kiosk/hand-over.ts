import type { QueueInput } from '#contract/registry.ts'
import type { Databases } from '#src/db/open-databases.ts'
import { type KioskKey, kioskCodec } from '#src/db/sealing/kiosk-key.ts'
import { createTables } from '#src/db/tables.ts'
import { getDevice } from '../current-device.ts'
import { consentRowOf } from '../effects/consent-effects.ts'
import { type CommandAuthor, enqueueCommand } from '../outbox/make/enqueue-command.ts'
import { wakePageCourier } from '../sealed/page-courier.ts'
import { lockNow } from '../session/session.ts'
import { createKioskKey, createKioskSigner } from '../session/vault/kiosk-vault.ts'
import { type ConsentDraft, deleteKioskForm, type KioskForm, keepKioskForm } from './kiosk-form.ts'
import { type Handed, setKiosk } from './kiosk-state.ts'

/** How soon after the last change the form is stored. */
const KEEP_AFTER_MS = 300

/** Builds the command of a signed form; the screen knows its fields. */
export type ToInput = (draft: ConsentDraft, form: KioskForm) => QueueInput<'consent/sign'>

/**
 * Hands a form to a patient: locks the vault, shows only the form, and keeps a kiosk key for this one consent in
 * memory. The draft is sealed with that key. The consent is signed with a delegated key that is valid only for this
 * record, and is delivered while the vault is locked, as its author's sealed work (docs/decisions/127, 249).
 */
export async function handOver(form: KioskForm, toInput: ToInput): Promise<void> {
  const key = await createKioskKey()
  if (!key) throw new Error('There is no vault on this device to lock.')
  const { author } = getDevice()
  const at = new Date(author.now()).toISOString()
  const sign = await createKioskSigner({ call: 'consent/sign', record: form.draft.id, at })
  // Without a device key nothing can sign: the form then waits for the unlock.
  const handed = inHands(form, key, toInput, sign ? { ...author, sign } : author)
  setKiosk({ kind: 'handing', handed })
  try {
    await keepKioskForm(kioskDatabases(key), form)
    await lockNow()
    setKiosk({ kind: 'filling', handed })
  } catch (error) {
    setKiosk({ kind: 'none' })
    throw error
  }
}

/** This device's databases as the kiosk key reads and writes them: it cannot open rows of the vault. */
function kioskDatabases(key: KioskKey): Databases {
  const { databases } = getDevice()
  return { ...databases, ...createTables(databases.work, databases.cache, kioskCodec(key)) }
}

function inHands(form: KioskForm, key: KioskKey, toInput: ToInput, author: CommandAuthor): Handed {
  const databases = kioskDatabases(key)
  let timer: ReturnType<typeof setTimeout> | undefined
  let keeping: Promise<void> = Promise.resolve()
  const keep = (draft: ConsentDraft) => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      // A full disk is reported when the form is sent; nothing on the screen is lost.
      keeping = keepKioskForm(databases, { ...form, draft }).catch(() => undefined)
    }, KEEP_AFTER_MS)
  }
  const send = async (draft: ConsentDraft) => {
    clearTimeout(timer)
    await enqueueSigned(databases, author, form, toInput(draft, form))
    // A store in progress must not restore the form after it was deleted.
    await keeping
    await deleteKioskForm(databases)
    setKiosk({ kind: 'done' })
    wakePageCourier()
  }
  return { form, keep, send }
}

async function enqueueSigned(
  databases: Databases,
  author: CommandAuthor,
  { patientId, detail, label, depends }: KioskForm,
  input: QueueInput<'consent/sign'>,
): Promise<void> {
  const authorAt = { userId: author.userId, name: author.name(), at: new Date(author.now()).toISOString() }
  const subject = { patientId, formName: detail.form.name }
  const change = consentRowOf(input, subject, authorAt)
  await enqueueCommand(databases, author, {
    key: 'consent/sign',
    input,
    label,
    depends,
    patches: [{ type: 'consent', id: input.id, change }],
  })
}
