import type { AnyExtension, Extensions, KeyboardShortcutCommand } from '@tiptap/core'
import { KEYS_OVER_TEXT } from '#src/ui/keys/app-keys.ts'

type Shortcuts = Record<string, KeyboardShortcutCommand>

interface Inherited<T> {
  parent?: (() => T) | undefined
}

/**
 * Returns the extensions without shortcuts that are keys of the app: Ctrl+Shift+L locks instead of aligning, Ctrl+Enter
 * signs instead of breaking the line. Searches kits too.
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

/** True if the extension or one it extends declares the field. */
function isExtended(extension: AnyExtension, field: 'addKeyboardShortcuts' | 'addExtensions'): boolean {
  if (field in extension.config) return true
  return extension.parent ? isExtended(extension.parent, field) : false
}

const isAppCombo = (key: string) =>
  KEYS_OVER_TEXT.has(key.replace(/[A-Z]$/, (letter) => letter.toLowerCase()))
