import type { QueueInput } from '#contract/registry.ts'
import type { Databases } from '#src/db/open-databases.ts'
import { type LentKey, lentCodec } from '#src/db/sealing/lent-key.ts'
import { createTables } from '#src/db/tables.ts'
import { getDevice } from '../current-device.ts'
import { consentRowOf } from '../effects/consent-effects.ts'
import { type Desk, enqueueCommand } from '../outbox/enqueue-command.ts'
import { wakePageCourier } from '../sealed/page-courier.ts'
import { lendVaultKey, lendVaultSigner } from '../session/lend-vault.ts'
import { lockNow } from '../session/session.ts'
import { type ConsentDraft, dropHandedForm, type HandedForm, keepHandedForm } from './handed-form.ts'
import { type Handed, setKiosk } from './kiosk-state.ts'

/** What is typed is kept so soon after the last change of it. */
const KEEP_AFTER_MS = 300

/** Makes the command of a signed form; the screen knows its fields. */
export type ToInput = (draft: ConsentDraft, form: HandedForm) => QueueInput<'consent/sign'>

/**
 * Gives a form into the hands of a patient: the vault is locked, the page shows the form alone, and a key for this one
 * consent stays in memory. What is filled is kept under it; what is sent is signed by a key that the device lends for this
 * record alone, and leaves while the vault is locked, as its author's sealed work (docs/decisions/127, 249).
 */
export async function handOver(form: HandedForm, toInput: ToInput): Promise<void> {
  const lent = await lendVaultKey()
  if (!lent) throw new Error('There is no vault on this device to lock.')
  const { desk } = getDevice()
  const at = new Date(desk.now()).toISOString()
  const sign = await lendVaultSigner({ call: 'consent/sign', record: form.draft.id, at })
  // Without a key of this device nothing signs: the form then waits for the unlock.
  const handed = inHands(form, lent, toInput, sign ? { ...desk, sign } : desk)
  setKiosk({ kind: 'handing', handed })
  try {
    await keepHandedForm(lentDatabases(lent), form)
    await lockNow()
    setKiosk({ kind: 'filling', handed })
  } catch (error) {
    setKiosk({ kind: 'none' })
    throw error
  }
}

/** The databases of this device as the lent key reads and writes them: rows of the vault stay shut. */
function lentDatabases(lent: LentKey): Databases {
  const { databases } = getDevice()
  return { ...databases, ...createTables(databases.work, databases.cache, lentCodec(lent)) }
}

function inHands(form: HandedForm, lent: LentKey, toInput: ToInput, desk: Desk): Handed {
  const databases = lentDatabases(lent)
  let timer: ReturnType<typeof setTimeout> | undefined
  let keeping: Promise<void> = Promise.resolve()
  const keep = (draft: ConsentDraft) => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      // A disk that is full is told when the form is sent; nothing on the screen is lost by it.
      keeping = keepHandedForm(databases, { ...form, draft }).catch(() => undefined)
    }, KEEP_AFTER_MS)
  }
  const send = async (draft: ConsentDraft) => {
    clearTimeout(timer)
    await enqueueSigned(databases, desk, form, toInput(draft, form))
    // What is still being kept must not come back after it was dropped.
    await keeping
    await dropHandedForm(databases)
    setKiosk({ kind: 'done' })
    wakePageCourier()
  }
  return { form, keep, send }
}

async function enqueueSigned(
  databases: Databases,
  desk: Desk,
  { patientId, detail, label, depends }: HandedForm,
  input: QueueInput<'consent/sign'>,
): Promise<void> {
  const author = { userId: desk.userId, name: desk.name(), at: new Date(desk.now()).toISOString() }
  const subject = { patientId, formName: detail.form.name }
  const change = consentRowOf(input, subject, author)
  await enqueueCommand(databases, desk, {
    key: 'consent/sign',
    input,
    label,
    depends,
    patches: [{ type: 'consent', id: input.id, change }],
  })
}
