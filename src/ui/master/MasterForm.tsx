import { Button } from '@mantine/core'
import type { KeyboardEvent, ReactNode } from 'react'
import type { AnyMaster } from '#contract/masters/engine/define-master.ts'
import type { RecordOf } from '#src/sync/masters/master-of.ts'
import type { SavedMaster } from '#src/sync/masters/save-master.ts'
import { isAppKey } from '#src/ui/keys/app-keys.ts'
import { confirmAction } from '../dialog/confirm-action.ts'
import { useHeardKeys } from '../keys/heard-keys.ts'
import { ErrorNote } from '../notes/ErrorNote.tsx'
import { notifyDone } from '../notes/notify.ts'
import { RefusalLine } from '../refusal/RefusalLine.tsx'
import { useRefusal } from '../refusal/use-refusal.ts'
import { REFUSAL_WORDS } from '../refusal/words.ts'
import { ConflictPanel } from './conflict/ConflictPanel.tsx'
import { FormFields, type FormFieldsProps } from './FormFields.tsx'
import { humanName, initialValues, type Values } from './form-values.ts'
import classes from './master.module.css'
import { OnlineButton } from './OnlineButton.tsx'
import { SideDrawer } from './SideDrawer.tsx'
import { type MasterFormState, useMasterForm } from './use-master-form.ts'
import { useOnlineOnly } from './use-online-only.ts'
import { MASTER_WORDS as WORDS } from './words.ts'

export interface MasterFormProps<M extends AnyMaster> {
  master: M
  /** The record that is changed; absent for a new one. */
  record?: RecordOf<M> | undefined
  /** Values given by the list; their fields are not shown. */
  fixed?: Values | undefined
  /** Initial values of a new record, besides the kinds' own defaults; their fields are shown. */
  initial?: Values | undefined
  /** Called after the server has saved it and the person was notified. */
  onSaved?: ((record: RecordOf<M>) => void) | undefined
  onClose: () => void
  /** Content below the fields: the record's own rows. */
  extra?: ((form: MasterFormState) => ReactNode) | undefined
  /** Shown instead of the generated fields. */
  layout?: ((form: MasterFormState) => ReactNode) | undefined
  fields?: Pick<FormFieldsProps, 'only' | 'without' | 'widgets'>
  /** The client that the platform's administrator acts in. */
  clientId?: string | undefined
  /** Final change to the submitted input, such as removing values that another choice has voided. */
  tidy?: ((input: Values) => Values) | undefined
  /** Shows the values without allowing changes: for readers who may only view. */
  readOnly?: boolean
  title?: string
  size?: string
}

const NONE: Values = {}

/**
 * A master's form generated from its declaration, in a right-hand drawer: validated like on the server, saved by
 * Ctrl+S.
 */
export function MasterForm<M extends AnyMaster>(props: MasterFormProps<M>) {
  const { master, record, fixed = NONE, initial = NONE, onSaved, onClose, readOnly = false } = props
  const form = useMasterForm({
    master,
    record,
    fixed: { ...initial, ...fixed },
    clientId: props.clientId,
    tidy: props.tidy,
  })
  const { disabled: isOffline } = useOnlineOnly()
  const [box, showRefusal] = useRefusal()

  const finish = async (saving: Promise<SavedMaster<M> | undefined>) => {
    const wasNew = form.isNew
    const saved = await saving
    if (!saved) return showRefusal()
    notifyDone(saved.message ?? (wasNew ? WORDS.added : WORDS.saved))
    onSaved?.(saved.record)
    onClose()
  }
  const save = () => {
    // A text editor emits its pending text on blur.
    const focused = document.activeElement
    if (focused instanceof HTMLElement && focused.isContentEditable) focused.blur()
    return finish(form.submit())
  }
  const close = async () => {
    if (readOnly || !form.isDirty || (await confirmLeave())) onClose()
  }
  const title = props.title ?? (record ? WORDS.editRecord(master.noun) : WORDS.newRecord(master.noun))
  useHeardKeys(readOnly ? [] : ['save'])
  const onKeyDown = (event: KeyboardEvent) => {
    if (!isAppKey('save', event) || readOnly) return
    // The browser's own shortcut would save the page as a file.
    event.preventDefault()
    if (!isOffline && !form.theirs) void save()
  }

  return (
    <SideDrawer title={title} opened onClose={() => void close()} size={props.size ?? 'min(680px, 100%)'}>
      <div ref={box} className={classes.form} role="presentation" onKeyDown={onKeyDown}>
        {form.theirs ? (
          <ConflictPanel
            master={master}
            base={form.base}
            yours={form.values}
            theirs={initialValues(master, form.theirs, fixed)}
            isSaving={form.isSaving}
            onSettle={(chosen) => void finish(form.settle(chosen))}
          />
        ) : (
          <>
            {props.layout?.(form) ?? (
              <FormFields
                master={master}
                form={form}
                record={record}
                disabled={readOnly}
                {...props.fields}
                without={[...Object.keys(fixed), ...(props.fields?.without ?? [])]}
              />
            )}
            {props.extra?.(form)}
            <Footer
              master={master}
              form={form}
              readOnly={readOnly}
              onClose={() => void close()}
              onSave={() => void save()}
            />
          </>
        )}
      </div>
    </SideDrawer>
  )
}

interface FooterProps {
  master: AnyMaster
  form: Pick<MasterFormState, 'errors'> & { isSaving: boolean; failure: string | undefined }
  readOnly: boolean
  onClose: () => void
  onSave: () => void
}

function Footer({ master, form, readOnly, onClose, onSave }: FooterProps) {
  return (
    <div className={classes.footer}>
      <Refused master={master} form={form} />
      <Button variant="default" onClick={onClose}>
        {readOnly ? WORDS.close : WORDS.cancel}
      </Button>
      {!readOnly && (
        <OnlineButton loading={form.isSaving} onClick={onSave}>
          {WORDS.save}
        </OnlineButton>
      )}
    </div>
  )
}

/** The errors, shown at the button: their fields may be far above, or on another tab. */
function Refused({ master, form: { failure, errors } }: Pick<FooterProps, 'form' | 'master'>) {
  const wrong = Object.keys(errors).map((name) => master.fields[name]?.label ?? humanName(name))
  if (failure === undefined)
    return <RefusalLine words={wrong.length > 0 ? [REFUSAL_WORDS.lookAt(wrong)] : []} />
  return (
    <div className={classes.refused}>
      <ErrorNote title={WORDS.notSaved} message={failure} kept={WORDS.kept} />
    </div>
  )
}

const confirmLeave = () =>
  confirmAction({
    title: WORDS.leave,
    message: WORDS.leaveMessage,
    confirmLabel: WORDS.leaveConfirm,
    cancelLabel: WORDS.stay,
    danger: true,
  })
