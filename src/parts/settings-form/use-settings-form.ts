import { useEffect, useState } from 'react'
import { ApiError } from '#src/sync/api/errors.ts'
import { setEditorDirty } from '#src/ui/dirty-editors.ts'
import { isSame, type Values } from '#src/ui/master/form-values.ts'
import { notifyDone } from '#src/ui/notify.ts'
import { announceSettings, type Settings } from './use-kept-settings.ts'
import { SETTINGS_FORM_WORDS as WORDS } from './words.ts'

export interface SettingsForm {
  /** Undefined until the settings are there. */
  base: Settings | undefined
  values: Values
  setValue: (name: string, value: unknown) => void
  /** The rule that a field breaks, by its name. */
  errors: Readonly<Record<string, string | undefined>>
  failure: string | undefined
  /** Fields that somebody else changed since the form was opened; what was typed here stands all the same. */
  theirs: readonly string[]
  isDirty: boolean
  isSaving: boolean
  save: () => Promise<void>
}

export interface SettingsFormOptions {
  /** Names the form among those that hold unsaved text. */
  name: string
  /** What the server answered last. */
  stored: Settings | undefined
  /** Fields that a save sends. */
  fields: readonly string[]
  /** Sends them, made on revision `rev`; returns the settings as they stand now, or undefined where the person would rather not. */
  send: (values: Values, rev: number) => Promise<Settings | undefined>
}

const NONE: Values = {}

/**
 * A part of the settings as a form: what was typed lies over what the server answered, so that a newer answer never
 * takes it away. A save that comes second is refused, shows what changed meanwhile, and may be made again.
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
