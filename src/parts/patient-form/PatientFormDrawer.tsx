import { Button, Text } from '@mantine/core'
import type { KeyboardEvent } from 'react'
import type { PatientRow } from '#contract/calls/patient-desk.ts'
import { useLink } from '#src/sync/link/use-link.ts'
import { confirmAction } from '#src/ui/dialog/confirm-action.ts'
import { isAppKey } from '#src/ui/keys/app-keys.ts'
import { useHeardKeys } from '#src/ui/keys/heard-keys.ts'
import { SideDrawer } from '#src/ui/master/SideDrawer.tsx'
import { ErrorNote } from '#src/ui/notes/ErrorNote.tsx'
import { notifyDone } from '#src/ui/notes/notify.ts'
import { RefusalLine } from '#src/ui/refusal/RefusalLine.tsx'
import { useRefusal } from '#src/ui/refusal/use-refusal.ts'
import { REFUSAL_WORDS } from '#src/ui/refusal/words.ts'
import { PatientFields } from './PatientFields.tsx'
import classes from './patient-form.module.css'
import { type PatientFormOptions, type PatientFormState, usePatientForm } from './use-patient-form.ts'
import { PATIENT_FORM_WORDS as WORDS } from './words.ts'

export interface PatientFormDrawerProps extends PatientFormOptions {
  /** The patient to change; absent for a new one. */
  patient?: PatientRow | undefined
  /** Why an earlier save was refused. */
  notice?: string | undefined
  onSaved: (patient: PatientRow) => void
  onClose: () => void
}

/** The registration form in a drawer: saved by Ctrl+S or its button; refused input stays as typed. */
export function PatientFormDrawer({ patient, notice, onSaved, onClose, ...options }: PatientFormDrawerProps) {
  const { form, isDirty, submit } = usePatientForm(patient, options)
  const { online } = useLink()
  const [box, showRefusal] = useRefusal()
  const isAsking = form.likely !== undefined || form.theirs !== undefined
  const save = async () => {
    const saved = await submit()
    if (!saved) return showRefusal()
    notifyDone(saved.rev === 0 ? WORDS.onDevice : WORDS.onServer)
    onSaved(saved)
    onClose()
  }
  const close = async () => {
    if (!isDirty || (await confirmLeave())) onClose()
  }
  useHeardKeys(isAsking ? [] : ['save'])
  const onKeyDown = (event: KeyboardEvent) => {
    if (!isAppKey('save', event)) return
    // The browser's own shortcut would save the page as a file.
    event.preventDefault()
    if (!isAsking) void save()
  }
  return (
    <SideDrawer opened title={form.isNew ? WORDS.newPatient : WORDS.editPatient} onClose={() => void close()}>
      <div ref={box} className={classes.box}>
        <form
          className={classes.form}
          noValidate
          aria-label={form.isNew ? WORDS.newPatient : WORDS.editPatient}
          onKeyDown={onKeyDown}
          onSubmit={(event) => {
            event.preventDefault()
            void save()
          }}
        >
          {notice !== undefined && !isAsking && <ErrorNote title={WORDS.refused} message={notice} />}
          <PatientFields form={form} />
          {!isAsking && (
            <div className={classes.footer}>
              <RefusalLine words={refusedWords(form)} />
              {!online && (
                <Text size="sm" c="dimmed" flex={1}>
                  {WORDS.offline}
                </Text>
              )}
              <Button variant="default" onClick={() => void close()}>
                {WORDS.cancel}
              </Button>
              <Button type="submit" loading={form.isSaving}>
                {WORDS.save}
              </Button>
            </div>
          )}
        </form>
      </div>
    </SideDrawer>
  )
}

const LABELS: Readonly<Record<string, string>> = WORDS.fields

/** Returns the obstacles: the refusal, and the fields whose rules are broken. */
const refusedWords = ({ failure, errors }: PatientFormState): string[] => {
  const wrong = Object.keys(errors).map((name) => LABELS[name] ?? name)
  return [
    ...(failure === undefined ? [] : [failure]),
    ...(wrong.length > 0 ? [REFUSAL_WORDS.lookAt(wrong)] : []),
  ]
}

const confirmLeave = () =>
  confirmAction({
    title: WORDS.leave,
    message: WORDS.leaveMessage,
    confirmLabel: WORDS.leaveConfirm,
    cancelLabel: WORDS.stay,
    danger: true,
  })
