import { useEffect, useState } from 'react'
import { ApiError } from '#src/sync/api/errors.ts'
import { isSame, type Values } from '#src/ui/master/form-values.ts'
import { notifyDone } from '#src/ui/notes/notify.ts'
import { setEditorDirty } from '#src/ui/unsaved/dirty-editors.ts'
import { announceSettings, type Settings } from './use-kept-settings.ts'
import { SETTINGS_FORM_WORDS as WORDS } from './words.ts'

export interface SettingsForm {
  /** Undefined until the settings are loaded. */
  base: Settings | undefined
  values: Values
  setValue: (name: string, value: unknown) => void
  /** The rules broken, by field name. */
  errors: Readonly<Record<string, string | undefined>>
  failure: string | undefined
  /** Fields that somebody else changed since the form was opened; the values typed here stay all the same. */
  theirs: readonly string[]
  isDirty: boolean
  isSaving: boolean
  save: () => Promise<void>
}

export interface SettingsFormOptions {
  /** Identifies the form among those with unsaved text. */
  name: string
  /** The server's last answer. */
  stored: Settings | undefined
  /** The fields that a save sends. */
  fields: readonly string[]
  /** Sends them, based on revision `rev`; returns the current settings, or undefined if the person declines. */
  send: (values: Values, rev: number) => Promise<Settings | undefined>
}

const NONE: Values = {}

/**
 * Returns a part of the settings as a form: typed values override the server's values, so that newer ones
 * never remove them. A conflicting save is refused, shows the changes made in the meantime, and may be
 * repeated.
 */
export function useSettingsForm({ name, stored, fields, send }: SettingsFormOptions): SettingsForm {
  const [own, setOwn] = useState(NONE)
  const [newer, setNewer] = useState<Settings>()
  const [errors, setErrors] = useState<Readonly<Record<string, string | undefined>>>({})
  const [failure, setFailure] = useState<string>()
  const [theirs, setTheirs] = useState<readonly string[]>([])
  const [isSaving, setSaving] = useState(false)
  const base = newer && (!stored || newer.rev >= stored.rev) ? newer : stored
  const values = { ...base, ...own }
  const isDirty = Object.keys(own).some((field) => !isSame(own[field], base?.[field]))
  useEffect(() => {
    setEditorDirty(`settings:${name}`, isDirty)
    return () => setEditorDirty(`settings:${name}`, false)
  }, [name, isDirty])

  const refuse = (problem: unknown) => {
    const current = problem instanceof ApiError ? (problem.body.current as Settings | undefined) : undefined
    if (current && base) {
      setTheirs(fields.filter((field) => !isSame(current[field], base[field])))
      setNewer(current)
    }
    setErrors(problem instanceof ApiError ? (problem.fields ?? {}) : {})
    setFailure(problem instanceof Error ? problem.message : String(problem))
  }
  const save = async () => {
    if (!base || isSaving) return
    setSaving(true)
    setFailure(undefined)
    try {
      const sent = fields.map((field) => [field, values[field]] as const)
      const saved = await send(Object.fromEntries(sent.filter(([, value]) => value !== undefined)), base.rev)
      if (!saved) return
      setNewer(saved)
      setOwn(NONE)
      setErrors({})
      setTheirs([])
      announceSettings()
      notifyDone(WORDS.saved)
    } catch (problem) {
      refuse(problem)
    } finally {
      setSaving(false)
    }
  }
  return {
    base,
    values,
    setValue: (field, value) => {
      setOwn((before) => ({ ...before, [field]: value }))
      setErrors((before) => ({ ...before, [field]: undefined }))
    },
    errors,
    failure,
    theirs,
    isDirty,
    isSaving,
    save,
  }
}
