import type { AnyExtension, Extensions, KeyboardShortcutCommand } from '@tiptap/core'
import { KEYS_OVER_TEXT } from '#src/ui/keys/app-keys.ts'

type Shortcuts = Record<string, KeyboardShortcutCommand>

interface Inherited<T> {
  parent?: (() => T) | undefined
}

/**
 * The same extensions without the shortcuts that are keys of the app: Ctrl+Shift+L locks and aligns nothing, Ctrl+Enter
 * signs and breaks no line. Kits are searched too.
 */
export const withoutAppKeys = (extensions: Extensions): Extensions => extensions.map(withoutKeys)

function withoutKeys(extension: AnyExtension): AnyExtension {
  const overrides: Record<string, unknown> = {}
  if (isExtended(extension, 'addKeyboardShortcuts'))
    overrides.addKeyboardShortcuts = function (this: Inherited<Shortcuts>): Shortcuts {
      return Object.fromEntries(Object.entries(this.parent?.() ?? {}).filter(([key]) => !isAppCombo(key)))
    }
  if (isExtended(extension, 'addExtensions'))
    overrides.addExtensions = function (this: Inherited<Extensions>): Extensions {
      return withoutAppKeys(this.parent?.() ?? [])
    }
  return extension.extend(overrides)
}

/** True where the extension or one that it grew from declares the field. */
function isExtended(extension: AnyExtension, field: 'addKeyboardShortcuts' | 'addExtensions'): boolean {
  if (field in extension.config) return true
  return extension.parent ? isExtended(extension.parent, field) : false
}

const isAppCombo = (key: string) =>
  KEYS_OVER_TEXT.has(key.replace(/[A-Z]$/, (letter) => letter.toLowerCase()))
